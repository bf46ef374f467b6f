import { formatDollars } from '../../../shared/domain/money.ts'
import { formatDay, formatTimeRange } from '../../../shared/domain/timeFormat.ts'
import type { Tx } from '../../db/database.ts'
import { enqueueForEach, type Told } from '../households/told.ts'
import type { Booked } from './commands/createBooking.ts'

/**
 * Queues the confirmation in the booking's own transaction: one message per booking event and person (decision 25).
 */
export async function enqueueBookingConfirmed(
  tx: Tx,
  { people }: Told,
  booked: Booked,
  { timeZone, paymentLine, note }: { timeZone: string; paymentLine: string; note: string },
): Promise<void> {
  const sessions = booked.sessions.map((session) => ({
    cage_name: session.cageName,
    day: formatDay(session.day, 'long'),
    time: formatTimeRange(session.start, session.end, timeZone),
    price: formatDollars(session.totalCents),
  }))
  await enqueueForEach(tx, people, ({ name, participantName }) => ({
    template: 'booking-confirmed',
    data: {
      full_name: name,
      participant_name: participantName,
      sessions,
      total: formatDollars(booked.totalCents),
      payment_line: paymentLine,
      note,
    },
    dedupeKey: `booking-confirmed:${booked.sessions[0]?.id}`,
  }))
}
