import type { Profile } from '../../../shared/contract/accounts.ts'
import { formatDollars } from '../../../shared/domain/money.ts'
import { formatDay, formatTimeRange } from '../../../shared/domain/timeFormat.ts'
import type { Tx } from '../../db/database.ts'
import { enqueueMessage } from '../messages/commands.ts'
import type { Booked } from './commands/createBooking.ts'

/** Queues the confirmation in the booking's own transaction: one message per booking event (decision 25). */
export const enqueueBookingConfirmed = (
  tx: Tx,
  customer: Pick<Profile, 'id' | 'email' | 'full_name'>,
  booked: Booked,
  timeZone: string,
  paymentLine = 'Please pay on arrival.',
): Promise<void> =>
  enqueueMessage(tx, {
    template: 'booking-confirmed',
    to: { email: customer.email, userId: customer.id },
    data: {
      full_name: customer.full_name,
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
