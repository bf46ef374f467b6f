import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CanceledThing, ListedUser, UserDeletion } from '../../../../shared/contract/people/people.ts'
import { centsFromDollars, formatDollars } from '../../../../shared/domain/money/money.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDay, formatTime } from '../../../../shared/domain/time/timeFormat.ts'
import { isRefusal } from '../../../api/apiError.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { refreshUsers, userDeletionQuery } from '../../../api/queries/people.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { AttemptError } from '../../../components/staff/AttemptError.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import dialogContent from '../../../ui/dialogContent.module.css'
import { RecordEnd, RecordList, RecordName } from '../../../ui/staff/DetailParts.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { toast } from '../../../ui/toast.ts'

interface DeleteUserDialogProps {
  /** Nobody: the dialog is closed. */
  user: ListedUser | undefined
  onClose: () => void
  onDeleted?: () => void
}

/** Says what a deletion cancels and gives back, and deletes the user when that is confirmed (decision 28). */
export function DeleteUserDialog({ user, onClose, onDeleted }: DeleteUserDialogProps) {
  const deletion = useQuery({ ...userDeletionQuery(user?.id ?? ''), enabled: user !== undefined })
  const remove = useAttempt({
    send: (json: { user_id: string; shown_ids: string[] }, once) =>
      once('POST /api/admin/users/delete', json),
    refresh: refreshUsers,
  })
  const close = () => {
    remove.forgetError()
    onClose()
  }
  async function confirm(gone: ListedUser, { canceled }: UserDeletion) {
    const outcome = await remove.attempt({ user_id: gone.id, shown_ids: canceled.map(({ id }) => id) })
    if (!outcome) return
    if ('error' in outcome) {
      // Something was booked since the dialog was opened: it says what.
      if (isRefusal(outcome.error, 'changed_meanwhile')) void deletion.refetch()
      return
    }
    toast.success(`${gone.full_name} is deleted.`)
    close()
    onDeleted?.()
  }
  return (
    <ConfirmDialog
      opened={user !== undefined}
      title="Confirm Deletion"
      label="Delete User"
      isPending={remove.isPending}
      disabled={!deletion.data || deletion.data.payment_under_way}
      onConfirm={() => user && deletion.data && void confirm(user, deletion.data)}
      onClose={close}
    >
      {user && (
        <p className={dialogContent.text}>
          Are you sure you want to delete {user.full_name}? This action cannot be undone. Their past bookings
          and payments are kept under ‘Deleted user’.
        </p>
      )}
      {deletion.data ? (
        <Consequences deletion={deletion.data} />
      ) : deletion.error ? (
        <ErrorAlert error={deletion.error} onRetry={() => void deletion.refetch()} />
      ) : (
        <Skeleton height={96} radius="md" />
      )}
      <AttemptError error={remove.error} button="Delete User" />
    </ConfirmDialog>
  )
}

function Consequences({ deletion }: { deletion: UserDeletion }) {
  const { canceled, ends_membership, payment_under_way } = deletion
  const zone = useQuery(facilityQuery).data?.time_zone
  return (
    <>
      {payment_under_way && (
        <p className={dialogContent.notice}>
          A card payment of theirs is under way. Please try again in fifteen minutes at most.
        </p>
      )}
      {ends_membership && (
        <p className={dialogContent.notice}>
          Their membership is set to end: the card isn’t charged again, and the current month isn’t refunded.
        </p>
      )}
      {canceled.length > 0 && <p className={dialogContent.text}>{summaryOf(canceled)}</p>}
      <RecordList
        title="Will be canceled"
        items={canceled}
        empty="They have nothing coming up."
        keyOf={({ id }) => id}
      >
        {(thing) => (
          <>
            <RecordName name={thing.title}>
              {thing.starts_at &&
                zone &&
                `${formatDay(facilityDay(thing.starts_at, zone))}, ${formatTime(thing.starts_at, zone)}`}
            </RecordName>
            <RecordEnd>{moneyOf(thing)}</RecordEnd>
          </>
        )}
      </RecordList>
    </>
  )
}

/** How many things, and how much money goes back in which way. */
function summaryOf(canceled: readonly CanceledThing[]): string {
  const sumOf = (method: CanceledThing['refund_method']) =>
    canceled
      .filter(({ refund_method }) => refund_method === method)
      .reduce((sum, { refund_amount }) => sum + centsFromDollars(refund_amount), 0)
  const [card, frontDesk] = [sumOf('card'), sumOf('front_desk')]
  return [
    canceled.length === 1 ? '1 booking is canceled.' : `${canceled.length} bookings are canceled.`,
    card > 0 && `${formatDollars(card)} goes back to the card.`,
    frontDesk > 0 && `Please refund ${formatDollars(frontDesk)} at the desk.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** What becomes of what was paid. */
function moneyOf({ refund_amount, refund_method }: CanceledThing): string {
  const amount = formatDollars(centsFromDollars(refund_amount))
  if (refund_method === 'card') return `${amount} goes back to the card`
  return refund_method === 'front_desk' ? `${amount} to refund at the desk` : 'Not paid'
}
