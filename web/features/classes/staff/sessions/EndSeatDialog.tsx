import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { AdminClassRegistration } from '../../../../../shared/contract/programs/classSessions.ts'
import { undoSeconds } from '../../../../../shared/domain/bookings/terms.ts'
import { formatAmount } from '../../../../../shared/domain/money/money.ts'
import { mayOverride } from '../../../../api/apiError.ts'
import { refreshStaffBookings } from '../../../../api/queries/staffBookings.ts'
import { useAttempt } from '../../../../api/useAttempt.ts'
import { AttemptError } from '../../../../components/staff/AttemptError.tsx'
import { enterReason, lacksReason, ReasonField } from '../../../../components/staff/ReasonField.tsx'
import { type Tell, TellFields } from '../../../../components/staff/TellFields.tsx'
import { useOfferUndo } from '../../../../components/staff/useUndo.tsx'
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx'
import dialogContent from '../../../../ui/dialogContent.module.css'
import classes from './sessions.module.css'

interface EndSeatDialogProps {
  seat: AdminClassRegistration
  mode: 'cancel' | 'delete'
  hasBegun: boolean
  onClose: () => void
}

type Refund = 'by_rule' | 'full' | 'none'

/** Says what canceling or deleting a registration gives back, and does it when that is confirmed. */
export function EndSeatDialog({ seat, mode, hasBegun, onClose }: EndSeatDialogProps) {
  const [refund, setRefund] = useState<Refund>('by_rule')
  const [reason, setReason] = useState('')
  const [overridable, setOverridable] = useState(false)
  const [tell, setTell] = useState<Tell>({ tell: true, message: '' })
  const offerUndo = useOfferUndo()
  const { id, participant, paid_amount } = seat
  const label = mode === 'cancel' ? 'Cancel Registration' : 'Delete Registration'
  const cancels = seat.status !== 'canceled'
  const end = useAttempt({
    send: (choices: Choices, once) => {
      if (mode === 'cancel') return once('POST /api/admin/class-registrations/:id/cancel', { id, ...choices })
      const { tell: isTold, ...more } = choices
      const untold = isTold ? {} : { tell: 'false' as const }
      return once('DELETE /api/admin/class-registrations/:id', { id, ...more, ...untold })
    },
    refresh: refreshStaffBookings,
  })
  async function confirm() {
    const message = tell.message.trim()
    const outcome = await end.attempt({
      refund,
      expected_revision: seat.revision,
      tell: tell.tell,
      ...(tell.tell && message && { message }),
      ...(reason.trim() && { override_reason: reason.trim() }),
    })
    if (!outcome) return
    if ('error' in outcome) return setOverridable(mayOverride(outcome.error))
    offerUndo(outcome.answer)
    onClose()
  }
  return (
    <ConfirmDialog
      opened
      title={label}
      label={label}
      dismissLabel="Keep Registration"
      isPending={end.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p className={dialogContent.text}>
        Are you sure you want to {mode} the registration for <strong>{participant.name}</strong>? You can undo
        this for {undoSeconds} seconds.
      </p>
      <div className={classes.fields}>
        {cancels && paid_amount > 0 && (
          <NativeSelect
            size="md"
            label="Refund"
            description="By the policy, everything is refunded until the session starts."
            value={refund}
            disabled={end.isPending}
            onChange={({ currentTarget }) => setRefund(currentTarget.value as Refund)}
            data={[
              { value: 'by_rule', label: `By the rule: ${formatAmount(hasBegun ? 0 : paid_amount)}` },
              { value: 'full', label: `Everything that was paid: ${formatAmount(paid_amount)}` },
              { value: 'none', label: 'Nothing' },
            ]}
          />
        )}
        {(overridable || (cancels && refund !== 'by_rule')) && (
          <ReasonField
            error={lacksReason(end.error) && enterReason}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        )}
        {cancels && <TellFields value={tell} onChange={setTell} />}
        <AttemptError error={lacksReason(end.error) ? null : end.error} button={label} />
      </div>
    </ConfirmDialog>
  )
}

interface Choices {
  readonly refund: Refund
  readonly expected_revision: number
  readonly tell: boolean
  readonly message?: string
  readonly override_reason?: string
}
