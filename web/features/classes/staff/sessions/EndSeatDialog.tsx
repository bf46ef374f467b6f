import { useState } from 'react'
import type { AdminClassRegistration } from '../../../../../shared/contract/programs/classSessions.ts'
import { undoSeconds } from '../../../../../shared/domain/bookings/terms.ts'
import { touches } from '../../../../api/touches.ts'
import { ConfirmAction } from '../../../../components/staff/form/ConfirmAction.tsx'
import {
  EndFields,
  noChoices,
  RefundSelect,
  reasonRequest,
} from '../../../../components/staff/form/EndFields.tsx'
import { tellQuery, tellRequest } from '../../../../components/staff/TellFields.tsx'
import { useOfferUndo } from '../../../../components/staff/useUndo.tsx'
import { Text } from '../../../../ui/layout.tsx'

interface EndSeatDialogProps {
  /** Undefined: the dialog is closed. */
  task: { kind: 'cancel' | 'delete'; seat: AdminClassRegistration } | undefined
  hasBegun: boolean
  onClose: () => void
}

/** Says what canceling or deleting a registration gives back, and does it when that is confirmed. */
export function EndSeatDialog({ task, hasBegun, onClose }: EndSeatDialogProps) {
  const [choices, setChoices] = useState(noChoices)
  return (
    <ConfirmAction
      of={task}
      onClose={() => {
        setChoices(noChoices)
        onClose()
      }}
      asks={({ kind }) => ({
        label: kind === 'cancel' ? 'Cancel Registration' : 'Delete Registration',
        dismissLabel: 'Keep Registration',
      })}
      send={async ({ kind, seat: { id, revision } }, once) => {
        const { refund, reason } = choices
        const end = { id, refund, expected_revision: revision, ...reasonRequest(reason) }
        return kind === 'cancel'
          ? once('POST /api/admin/class-registrations/:id/cancel', { ...end, ...tellRequest(choices) })
          : once('DELETE /api/admin/class-registrations/:id', { ...end, ...tellQuery(choices) })
      }}
      touches={touches.staff}
      onDone={useOfferUndo()}
    >
      {({ kind, seat: { participant, paid_amount, status } }, refusal) => (
        <>
          <Text below="lg">
            Are you sure you want to {kind} the registration for <strong>{participant.name}</strong>? You can
            undo this for {undoSeconds} seconds.
          </Text>
          <EndFields value={choices} onChange={setChoices} refusal={refusal} tells={status !== 'canceled'}>
            {status !== 'canceled' && paid_amount > 0 && (
              <RefundSelect
                paid={paid_amount}
                byRule={hasBegun ? 0 : paid_amount}
                of="session"
                value={choices.refund}
                onChange={(refund) => setChoices({ ...choices, refund })}
              />
            )}
          </EndFields>
        </>
      )}
    </ConfirmAction>
  )
}
