import { Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CampCancellation } from '../../../../shared/contract/programs/campChanges.ts'
import type { StaffCamp } from '../../../../shared/contract/programs/staffCamps.ts'
import { formatAmount } from '../../../../shared/domain/money/money.ts'
import { queryKeys } from '../../../api/queryKeys.ts'
import { read } from '../../../api/read.ts'
import { touches } from '../../../api/touches.ts'
import { AttemptError } from '../../../components/staff/AttemptError.tsx'
import { ConfirmAction } from '../../../components/staff/form/ConfirmAction.tsx'
import { Note } from '../../../ui/Note.tsx'

interface CallOffDialogProps {
  camp: StaffCamp | undefined
  onClose: () => void
  onDone: (message: string) => void
}

const LABEL = 'Cancel Camp'

/** Calls a camp off, after saying whom it concerns and what goes back. */
export function CallOffDialog({ camp, onClose, onDone }: CallOffDialogProps) {
  const shown = useQuery({
    ...read('GET /api/admin/camps/:camp_id/cancellation', { camp_id: camp?.id ?? '' }),
    // Not below the camps: once it is called off the server refuses to tell this.
    queryKey: [...queryKeys.staff, 'camp-cancellation', camp?.id],
    enabled: camp !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  const [message, setMessage] = useState('')
  return (
    <ConfirmAction
      of={camp}
      onClose={() => {
        setMessage('')
        onClose()
      }}
      asks={({ name }) => ({
        disabled: !shown.data || shown.data.paying_now,
        title: 'Cancel this camp?',
        label: LABEL,
        dismissLabel: 'Keep the Camp',
        text: `“${name}” won’t take place. Its cages and coaches are freed right away. This cannot be undone.`,
      })}
      send={({ id }, once) =>
        once('POST /api/admin/camps/:camp_id/cancellation', {
          camp_id: id,
          fingerprint: shown.data?.fingerprint ?? '',
          ...(message.trim() && { message: message.trim() }),
        })
      }
      touches={touches.camps}
      onDone={(answer) => onDone(answer.message)}
      onRefused={() => void shown.refetch()}
    >
      {(_, refusal) => (
        <>
          {shown.data ? <Consequences {...shown.data} /> : !shown.error && <Skeleton height={48} />}
          {shown.data && shown.data.people > 0 && (
            <TextInput
              label="Add a Line (optional)"
              description="Everyone registered sees it in the email."
              maxLength={500}
              value={message}
              onChange={({ currentTarget: { value } }) => setMessage(value)}
            />
          )}
          {!refusal && <AttemptError error={shown.error} button={LABEL} />}
        </>
      )}
    </ConfirmAction>
  )
}

function Consequences({ people, refund_by_card, refund_at_desk, paying_now }: CampCancellation) {
  return (
    <>
      <Note role="status">
        {people === 0
          ? 'No one is registered.'
          : `${people} ${people === 1 ? 'registration is' : 'registrations are'} canceled, and everybody is told.`}
        {refund_by_card > 0 && ` ${formatAmount(refund_by_card)} is refunded to cards.`}
        {refund_at_desk > 0 && ` ${formatAmount(refund_at_desk)} is to be refunded at the front desk.`}
      </Note>
      {paying_now && (
        <Note>A customer is paying for this camp right now. Please try again in 15 minutes.</Note>
      )}
    </>
  )
}
