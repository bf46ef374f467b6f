import { centsFromDollars, formatDollars } from '../../../shared/domain/money.ts'
import { facilityDay } from '../../../shared/domain/time.ts'
import { formatDay, formatTimeRange } from '../../../shared/domain/timeFormat.ts'
import type { Tx } from '../../db/database.ts'
import { enqueueMessage } from '../messages/commands.ts'
import type { PurchaseContext } from '../payments/purchase.ts'
import { type Changed, refundLine } from '../payments/settleChange.ts'
import type { Booking } from './bookingRows.ts'
import type { BookingMoved } from './commands/moveBooking.ts'

/**
 * Queues the message of a cancellation in its own transaction: one per event (decision 25), to everyone with an address.
 *
 * @param note what staff wrote to the person; empty for nothing.
 */
export async function enqueueBookingCanceled(
  tx: Tx,
  { after: booking, back }: Changed<Booking>,
  note: string,
  { facility, siteUrl }: PurchaseContext,
): Promise<void> {
  const { name, email, userId } = booking.person
  if (email === null) return
  await enqueueMessage(tx, {
    template: 'booking-canceled',
    to: { email, userId },
    data: {
      full_name: name,
      cage_name: booking.cage_name,
      ...whenOf(booking, facility.time_zone),
      note,
      refund_line: refundLine(back),
      book_url: `${siteUrl}/book-cage`,
    },
    dedupeKey: `booking-canceled:${booking.id}:${booking.revision}`,
  })
}

/** Queues the message of a move in its own transaction. */
export async function enqueueBookingChanged(
  tx: Tx,
  { before, after, back }: BookingMoved,
  note: string,
  { facility, now }: PurchaseContext,
): Promise<void> {
  const { name, email, userId } = after.person
  if (email === null) return
  const was = whenOf(before, facility.time_zone)
  // A price alone counts no revision.
  const event = after.revision === before.revision ? `${after.revision}:${now.getTime()}` : after.revision
  await enqueueMessage(tx, {
    template: 'booking-changed',
    to: { email, userId },
    data: {
      full_name: name,
      cage_name: after.cage_name,
      ...whenOf(after, facility.time_zone),
      previous: before.status === 'canceled' ? 'Canceled' : `${before.cage_name}, ${was.day}, ${was.time}`,
      total: formatDollars(centsFromDollars(after.total_cost)),
      note,
      refund_line: refundLine(back),
    },
    dedupeKey: `booking-changed:${after.id}:${event}`,
  })
}

const whenOf = ({ start_time, end_time }: Booking, zone: string) => ({
  day: formatDay(facilityDay(start_time, zone), 'long'),
  time: formatTimeRange(start_time, end_time, zone),
})
