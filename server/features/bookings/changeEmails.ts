import { centsFromDollars, formatDollars } from '../../../shared/domain/money.ts'
import { facilityDay } from '../../../shared/domain/time.ts'
import { formatDay, formatTimeRange } from '../../../shared/domain/timeFormat.ts'
import type { Tx } from '../../db/database.ts'
import { enqueueMessage } from '../messages/commands.ts'
import type { PurchaseContext } from '../payments/purchase.ts'
import { refundLine } from '../payments/settleChange.ts'
import type { BookingCanceled } from './commands/cancelBooking.ts'
import type { BookingMoved } from './commands/moveBooking.ts'
import type { OwnBooking } from './ownBookings.ts'

/** Whom a message goes to. */
export interface Recipient {
  readonly id: string
  readonly full_name: string
  readonly email: string
}

/** Queues the message of a cancellation in its own transaction: one per event (decision 25). */
export const enqueueBookingCanceled = (
  tx: Tx,
  customer: Recipient,
  { booking, back }: BookingCanceled,
  { facility, siteUrl }: PurchaseContext,
): Promise<void> =>
  enqueueMessage(tx, {
    template: 'booking-canceled',
    to: { email: customer.email, userId: customer.id },
    data: {
      full_name: customer.full_name,
      cage_name: booking.cage_name,
      ...whenOf(booking, facility.time_zone),
      note: '',
      refund_line: refundLine(back),
      book_url: `${siteUrl}/book-cage`,
    },
    dedupeKey: `booking-canceled:${booking.id}:${booking.revision}`,
  })

/** Queues the message of a move in its own transaction. */
export function enqueueBookingChanged(
  tx: Tx,
  customer: Recipient,
  { before, after, back }: BookingMoved,
  { facility }: PurchaseContext,
): Promise<void> {
  const was = whenOf(before, facility.time_zone)
  return enqueueMessage(tx, {
    template: 'booking-changed',
    to: { email: customer.email, userId: customer.id },
    data: {
      full_name: customer.full_name,
      cage_name: after.cage_name,
      ...whenOf(after, facility.time_zone),
      previous: `${before.cage_name}, ${was.day}, ${was.time}`,
      total: formatDollars(centsFromDollars(after.total_cost)),
      note: '',
      refund_line: refundLine(back),
    },
    dedupeKey: `booking-changed:${after.id}:${after.revision}`,
  })
}

const whenOf = ({ start_time, end_time }: OwnBooking, zone: string) => ({
  day: formatDay(facilityDay(start_time, zone), 'long'),
  time: formatTimeRange(start_time, end_time, zone),
})
