import { useQuery } from '@tanstack/react-query'
import type { CanceledThing, ListedUser, UserDeletion } from '../../../../shared/contract/people/people.ts'
import { centsFromDollars, formatDollars } from '../../../../shared/domain/money/money.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDay, formatTime } from '../../../../shared/domain/time/timeFormat.ts'
import { isRefusal } from '../../../api/apiError.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { queryKeys } from '../../../api/queryKeys.ts'
import { read } from '../../../api/read.ts'
import { touches } from '../../../api/touches.ts'
import { ConfirmAction } from '../../../components/staff/form/ConfirmAction.tsx'
import { Text } from '../../../ui/layout.tsx'
import { Note } from '../../../ui/Note.tsx'
import { RecordEnd, RecordList, RecordName } from '../../../ui/staff/DetailParts.tsx'
import { Loaded } from '../../../ui/staff/Loaded.tsx'
import { toast } from '../../../ui/toast.ts'

interface DeleteUserDialogProps {
  /** Nobody: the dialog is closed. */
  user: ListedUser | undefined
  onClose: () => void
  onDeleted?: () => void
}

/** Says what a deletion cancels and gives back, and deletes the user when that is confirmed (decision 28). */
export function DeleteUserDialog({ user, onClose, onDeleted }: DeleteUserDialogProps) {
  const deletion = useQuery({
    ...read('GET /api/admin/users/:user_id/deletion', { user_id: user?.id ?? '' }),
    // Not below the users: once the user is deleted the server refuses to tell this.
    queryKey: [...queryKeys.staff, 'user-deletion', user?.id],
    staleTime: 0,
    gcTime: 0,
    enabled: user !== undefined,
  })
  return (
    <ConfirmAction
      of={user}
      onClose={onClose}
      asks={({ full_name }) => ({
        title: 'Confirm Deletion',
        text: `Are you sure you want to delete ${full_name}? This action cannot be undone. Their past bookings and payments are kept under ‘Deleted user’.`,
        label: 'Delete User',
      })}
      disabled={!deletion.data || deletion.data.payment_under_way}
      send={({ id }, once) => {
        const shown_ids = deletion.data?.canceled.map((thing) => thing.id) ?? []
        return once('POST /api/admin/users/delete', { user_id: id, shown_ids })
      }}
      touches={touches.users}
      onDone={(_, { full_name }) => {
        toast.success(`${full_name} is deleted.`)
        onDeleted?.()
      }}
      // Something was booked since the dialog was opened: it says what.
      onRefused={(error) => isRefusal(error, 'changed_meanwhile') && void deletion.refetch()}
    >
      {() => (
        <Loaded query={deletion} height={96}>
          {(found) => <Consequences deletion={found} />}
        </Loaded>
      )}
    </ConfirmAction>
  )
}

function Consequences({ deletion }: { deletion: UserDeletion }) {
  const { canceled, ends_membership, payment_under_way } = deletion
  const zone = useQuery(facilityQuery).data?.time_zone
  return (
    <>
      {payment_under_way && (
        <Note>A card payment of theirs is under way. Please try again in fifteen minutes at most.</Note>
      )}
      {ends_membership && (
        <Note>
          Their membership is set to end: the card isn’t charged again, and the current month isn’t refunded.
        </Note>
      )}
      {canceled.length > 0 && <Text below="lg">{summaryOf(canceled)}</Text>}
      <RecordList
        title="Will Be Canceled"
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
