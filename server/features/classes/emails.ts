import { startOf } from '../../../shared/domain/classSessions.ts'
import { formatPrice } from '../../../shared/domain/money.ts'
import { formatDay, formatWallTime } from '../../../shared/domain/timeFormat.ts'
import type { Tx } from '../../db/database.ts'
import { sentCalendar } from '../calendar/calendarFile.ts'
import { enqueueMessage } from '../messages/commands.ts'
import type { Occasion } from '../payments/purchase.ts'
import type { BookedSession } from './commands/takeSeats.ts'

/** What was booked at once. */
interface Booking {
  readonly sessions: readonly BookedSession[]
  readonly totalCents: number
  /** Names the event: the payment's id, or the first registration's where nothing is paid. */
  readonly event: string
}

/** Queues the confirmation with the calendar file, in the transaction that books: one message per event (decision 25). */
export const enqueueClassBooked = (
  tx: Tx,
  customer: { userId: string; name: string; email: string },
  { sessions, totalCents, event }: Booking,
  at: Occasion,
): Promise<void> =>
  enqueueMessage(tx, {
    template: 'class-booked',
    to: { email: customer.email, userId: customer.userId },
    data: {
      full_name: customer.name,
      sessions: sessions.map((session) => ({
        class_name: session.class_name,
        day: formatDay(session.class_date, 'long'),
        time: `${formatWallTime(session.start_time)} - ${formatWallTime(session.end_time)}`,
        price: formatPrice(session.cents),
      })),
      total: formatPrice(totalCents),
      payment_line: totalCents === 0 ? 'There is nothing to pay.' : 'Paid by card.',
      account_url: `${at.siteUrl}/account?tab=classes`,
    },
    dedupeKey: `class-booked:${event}`,
    calendar: { filename: 'classes.ics', content: calendarOf(sessions, at) },
  })

const calendarOf = (sessions: readonly BookedSession[], { facility, siteUrl, now }: Occasion): string =>
  sentCalendar(
    sessions.map((session) => ({
      id: session.registrationId,
      summary: `Class: ${session.class_name}`,
      lines: session.cents === 0 ? [] : ['Paid.'],
      start: startOf(session, facility.time_zone),
      end: startOf({ ...session, start_time: session.end_time }, facility.time_zone),
      canceled: false,
      revision: session.revision,
      created_at: now,
      changed_at: now,
    })),
    facility,
    siteUrl,
  )
