import { formatDollars } from '../../../shared/domain/money.ts'
import { formatDay, formatTimeRange } from '../../../shared/domain/timeFormat.ts'
import type { Tx } from '../../db/database.ts'
import type { BookedPerson } from '../accounts/bookedPerson.ts'
import { enqueueMessage } from '../messages/commands.ts'
import type { Booked } from './commands/createBooking.ts'

/**
 * Queues the confirmation in the booking's own transaction: one message per booking event (decision 25), to everyone
 * with an address.
 */
export async function enqueueBookingConfirmed(
  tx: Tx,
  { name, email, userId }: BookedPerson,
  booked: Booked,
  timeZone: string,
  paymentLine: string,
): Promise<void> {
  if (email === null) return
  await enqueueMessage(tx, {
    template: 'booking-confirmed',
    to: { email, userId },
    data: {
      full_name: name,
      sessions: booked.sessions.map((session) => ({
        cage_name: session.cageName,
        day: formatDay(session.day, 'long'),
        time: formatTimeRange(session.start, session.end, timeZone),
        price: formatDollars(session.totalCents),
      })),
      total: formatDollars(booked.totalCents),
      payment_line: paymentLine,
    },
    dedupeKey: `booking-confirmed:${booked.sessions[0]?.id}`,
  })
}
