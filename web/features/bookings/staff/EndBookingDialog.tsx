import { NativeSelect, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import { undoSeconds } from '../../../../shared/domain/bookings/terms.ts'
import { centsFromDollars, formatDollars } from '../../../../shared/domain/money/money.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { refreshWithout, staffBookingQuery } from '../../../api/queries/staffBookings.ts'
import { ConfirmAction } from '../../../components/staff/form/ConfirmAction.tsx'
import {
  EndFields,
  noChoices,
  type RefundChoice,
  reasonRequest,
} from '../../../components/staff/form/EndFields.tsx'
import { tellRequest } from '../../../components/staff/TellFields.tsx'
import { useOfferUndo } from '../../../components/staff/useUndo.tsx'
import { Text } from '../../../ui/layout.tsx'
import { Note } from '../../../ui/Note.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { PlaceBox } from '../../changes/PlaceBox.tsx'
import classes from './BookingDetails.module.css'
import { cancelListed, deleteGroup, deleteListed } from './bookingCalls.ts'
import { readersOf, rowName, whenOf } from './bookingTexts.ts'
import { refundChoices } from './editBooking.ts'

interface EndBookingDialogProps {
  /** Undefined: the dialog is closed. */
  booking: ListedBooking | undefined
  /** A canceled booking stays in the lists; one that is deleted was made by mistake. */
  by?: 'cancel' | 'delete'
  onClose: () => void
  /** With the sentence that was shown. */
  onEnded?: ((message: string) => void) | undefined
}

/** Names what is canceled or deleted and what is given back, and does it when that is confirmed (spec 3 §8). */
export function EndBookingDialog({ booking, by = 'delete', onClose, onEnded }: EndBookingDialogProps) {
  const zone = useQuery(facilityQuery).data?.time_zone
  const [choices, setChoices] = useState(noChoices)
  const [isSent, setSent] = useState(false)
  const offerUndo = useOfferUndo()
  // The live news of its deletion comes before this dialog is closed.
  const found = useQuery({
    ...staffBookingQuery(booking?.id ?? ''),
    enabled: booking !== undefined && !isSent,
  })
  // By another desk, also while this dialog is open.
  const isCanceled = by === 'cancel' && !isSent && found.data?.booking.status === 'canceled'
  const refundable = found.data?.refunds.some(({ refundable_amount }) => refundable_amount > 0)
  return (
    <ConfirmAction
      of={booking}
      onClose={() => {
        setChoices(noChoices)
        setSent(false)
        onClose()
      }}
      asks={{
        label: by === 'cancel' ? 'Cancel Booking' : 'Delete Booking',
        dismissLabel: by === 'cancel' ? 'Keep It' : 'Keep Booking',
      }}
      disabled={!found.data || isCanceled}
      send={(_, once) => {
        setSent(true)
        const [first, ...others] = found.data?.members ?? []
        if (!first) throw new Error('A row of the list has a booking.')
        const { tell, ...told } = tellRequest(choices)
        const asked = {
          refund: choices.refund,
          ...told,
          ...(!tell && { tell }),
          ...reasonRequest(choices.reason),
        }
        if (by === 'cancel') return cancelListed([first, ...others], asked, once)
        return others.length > 0
          ? deleteGroup([first, ...others], asked, once)
          : deleteListed(first, asked, once)
      }}
      refresh={(queryClient) => refreshWithout(queryClient, booking?.id ?? '')}
      onRefused={() => setSent(false)}
      onDone={({ message, undo }) => {
        offerUndo({ message, undo })
        onEnded?.(message)
      }}
      failure={`Failed to ${by}:`}
    >
      {(shown, refusal) => (
        <>
          <Text below="lg">
            {shown.booking_count > 1
              ? `Are you sure you want to ${by} these ${shown.booking_count} bookings?`
              : `Are you sure you want to ${by} this booking?`}{' '}
            You can undo this for {undoSeconds} seconds.
          </Text>
          {zone && <EndedBox booking={found.data?.booking ?? shown} zone={zone} />}
          {found.error && <ErrorAlert error={found.error} onRetry={() => void found.refetch()} />}
          {!found.data && !found.error && <Skeleton height={44} mt="md" />}
          {isCanceled ? (
            <Note role="status">It was canceled already.</Note>
          ) : (
            <div className={classes.end}>
              <EndFields
                value={choices}
                onChange={setChoices}
                refusal={refusal}
                tells={found.data !== undefined}
                {...readersOf(shown, found.data?.told)}
              >
                {!found.data ? null : refundable ? (
                  <NativeSelect
                    label="Refund"
                    description="By the policy, everything is refunded until it starts."
                    value={choices.refund}
                    onChange={({ currentTarget: { value } }) =>
                      setChoices({ ...choices, refund: value as RefundChoice })
                    }
                    data={refundChoices(found.data.refunds)}
                  />
                ) : (
                  <Text>Nothing to refund: it wasn’t paid, or has been refunded already.</Text>
                )}
              </EndFields>
            </div>
          )}
        </>
      )}
    </ConfirmAction>
  )
}

/** What is canceled, as it is now: it may have been moved at another desk since the list was read. */
const EndedBox = ({ booking, zone }: { booking: ListedBooking; zone: string }) => (
  <PlaceBox
    title={`${rowName(booking)} · ${booking.item_name}`}
    when={`${whenOf(booking, zone)} · ${formatDollars(centsFromDollars(booking.total_cost))}`}
  />
)
