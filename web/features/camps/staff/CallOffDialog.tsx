import { Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CampCancellation } from '../../../../shared/contract/programs/campChanges.ts'
import type { StaffCamp } from '../../../../shared/contract/programs/staffCamps.ts'
import { formatAmount } from '../../../../shared/domain/money/money.ts'
import { campCancellationQuery, refreshCamps } from '../../../api/queries/staffCamps.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { AttemptError } from '../../../components/staff/AttemptError.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import dialogContent from '../../../ui/dialogContent.module.css'

interface CallOffDialogProps {
  camp: StaffCamp | undefined
  onClose: () => void
  onDone: (message: string) => void
}

const LABEL = 'Cancel Camp'

/** Calls a camp off, after saying whom it concerns and what goes back. */
export function CallOffDialog({ camp, onClose, onDone }: CallOffDialogProps) {
  const shown = useQuery({ ...campCancellationQuery(camp?.id ?? ''), enabled: camp !== undefined })
  const [message, setMessage] = useState('')
  const callOff = useAttempt({
    send: (choice: { camp_id: string; fingerprint: string; message?: string }, once) =>
      once('POST /api/admin/camps/:camp_id/cancellation', choice),
    refresh: refreshCamps,
  })
  const close = () => {
    callOff.forgetError()
    setMessage('')
    onClose()
  }
  async function confirm() {
    if (!camp || !shown.data) return
    const line = message.trim()
    const { fingerprint } = shown.data
    const outcome = await callOff.attempt({ camp_id: camp.id, fingerprint, ...(line && { message: line }) })
    if (!outcome) return
    if (!('answer' in outcome)) return void shown.refetch()
    close()
    onDone(outcome.answer.message)
  }
  return (
    <ConfirmDialog
      opened={camp !== undefined}
      title="Cancel this camp?"
      label={LABEL}
      dismissLabel="Keep the Camp"
      isPending={callOff.isPending}
      disabled={!shown.data || shown.data.paying_now}
      onConfirm={() => void confirm()}
      onClose={close}
    >
      <p className={dialogContent.text}>
        “{camp?.name}” won’t take place. Its cages and coaches are freed right away. This cannot be undone.
      </p>
      {shown.data ? <Consequences {...shown.data} /> : !shown.error && <Skeleton height={48} radius="md" />}
      {shown.data && shown.data.people > 0 && (
        <TextInput
          label="Add a line (optional)"
          description="Everyone registered sees it in the email."
          size="md"
          maxLength={500}
          value={message}
          onChange={({ currentTarget: { value } }) => setMessage(value)}
        />
      )}
      <AttemptError error={callOff.error ?? shown.error} button={LABEL} />
    </ConfirmDialog>
  )
}

function Consequences({ people, refund_by_card, refund_at_desk, paying_now }: CampCancellation) {
  return (
    <>
      <p className={dialogContent.notice} role="status">
        {people === 0
          ? 'No one is registered.'
          : `${people} ${people === 1 ? 'registration is' : 'registrations are'} canceled, and everybody is told.`}
        {refund_by_card > 0 && ` ${formatAmount(refund_by_card)} is refunded to cards.`}
        {refund_at_desk > 0 && ` ${formatAmount(refund_at_desk)} is to be refunded at the front desk.`}
      </p>
      {paying_now && (
        <p className={dialogContent.notice}>
          A customer is paying for this camp right now. Please try again in 15 minutes.
        </p>
      )}
    </>
  )
}
