import { NativeSelect, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import { undoSeconds } from '../../../../shared/domain/bookings/terms.ts'
import { centsFromDollars, formatDollars } from '../../../../shared/domain/money/money.ts'
import { mayOverride } from '../../../api/apiError.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { refreshWithout, staffBookingQuery } from '../../../api/queries/staffBookings.ts'
import { useAttempt } from '../../../api/useAttempt.ts'
import { AttemptError } from '../../../components/staff/AttemptError.tsx'
import { enterReason, lacksReason, ReasonField } from '../../../components/staff/ReasonField.tsx'
import { type Tell, TellFields } from '../../../components/staff/TellFields.tsx'
import { useOfferUndo } from '../../../components/staff/useUndo.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import dialogContent from '../../../ui/dialogContent.module.css'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { PlaceBox } from '../../changes/PlaceBox.tsx'
import classes from './BookingDetails.module.css'
import { type DeleteChoices, deleteGroup, deleteListed } from './bookingCalls.ts'
import { rowName, whenOf } from './bookingTexts.ts'
import { refundChoices } from './editBooking.ts'

interface DeleteBookingDialogProps {
  /** Undefined: the dialog is closed. */
  booking: ListedBooking | undefined
  onClose: () => void
  /** With the sentence that was shown. */
  onDeleted?: ((message: string) => void) | undefined
}

/** Names what is deleted and what is given back, and deletes it when that is confirmed (spec 3 §8). */
export const DeleteBookingDialog = (props: DeleteBookingDialogProps) =>
  props.booking ? <DeleteBooking key={props.booking.id} {...props} booking={props.booking} /> : null

/** All bookings of the row. */
type Members = readonly [ListedBooking, ...ListedBooking[]]

type Refund = 'by_rule' | 'full' | 'none'

function DeleteBooking({
  booking,
  onClose,
  onDeleted,
}: DeleteBookingDialogProps & { booking: ListedBooking }) {
  const zone = useQuery(facilityQuery).data?.time_zone
  const [refund, setRefund] = useState<Refund>('by_rule')
  const [reason, setReason] = useState('')
  const [overridable, setOverridable] = useState(false)
  const [tell, setTell] = useState<Tell>({ tell: true, message: '' })
  const offerUndo = useOfferUndo()
  const remove = useAttempt({
    send: ({ members, ...choices }: DeleteChoices & { members: Members }, once) =>
      members.length > 1 ? deleteGroup(members, choices, once) : deleteListed(members[0], choices, once),
    refresh: (queryClient) => refreshWithout(queryClient, booking.id),
  })
  // The live news of its deletion comes before this dialog is closed.
  const found = useQuery({ ...staffBookingQuery(booking.id), enabled: !remove.isUnderWayOrDone })
  async function confirm() {
    const [first, ...others] = found.data?.members ?? []
    if (!first) return
    const outcome = await remove.attempt({
      members: [first, ...others],
      refund,
      ...(tell.tell ? tell.message.trim() && { message: tell.message.trim() } : { tell: false }),
      ...(reason.trim() && { override_reason: reason.trim() }),
    })
    if (!outcome) return
    if ('error' in outcome) return setOverridable(mayOverride(outcome.error))
    const { message, undo } = outcome.answer
    offerUndo({ message, undo })
    onDeleted?.(message)
    onClose()
  }
  const refundable = found.data?.refunds.some(({ refundable_amount }) => refundable_amount > 0)
  return (
    <ConfirmDialog
      opened
      title="Delete Booking"
      label="Delete Booking"
      dismissLabel="Keep Booking"
      isPending={remove.isPending}
      disabled={!found.data}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p className={dialogContent.text}>
        {booking.booking_count > 1
          ? `Are you sure you want to delete these ${booking.booking_count} bookings?`
          : 'Are you sure you want to delete this booking?'}{' '}
        You can undo this for {undoSeconds} seconds.
      </p>
      {zone && (
        <PlaceBox
          title={`${rowName(booking)} · ${booking.item_name}`}
          when={`${whenOf(booking, zone)} · ${formatDollars(centsFromDollars(booking.total_cost))}`}
        />
      )}
      {found.error && <ErrorAlert error={found.error} onRetry={() => void found.refetch()} />}
      {!found.data && !found.error && <Skeleton height={44} radius="md" mt="md" />}
      {!found.data ? null : refundable ? (
        <NativeSelect
          mt="md"
          label="Refund"
          description="By the policy, everything is refunded until it starts."
          size="md"
          value={refund}
          disabled={remove.isPending}
          onChange={({ currentTarget }) => setRefund(currentTarget.value as Refund)}
          data={refundChoices(found.data?.refunds ?? [])}
        />
      ) : (
        <p className={classes.note}>Nothing to refund: it wasn’t paid, or has been refunded already.</p>
      )}
      {(overridable || refund !== 'by_rule') && (
        <ReasonField
          error={lacksReason(remove.error) && enterReason}
          mt="md"
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
      <div className={classes.tell}>
        <TellFields value={tell} onChange={setTell} />
      </div>
      <AttemptError
        error={lacksReason(remove.error) ? null : remove.error}
        button="Delete Booking"
        failure="Failed to delete:"
      />
    </ConfirmDialog>
  )
}
