import { startOf } from '../../../shared/domain/classSessions.ts'
import { formatPrice } from '../../../shared/domain/money.ts'
import {
  cancelLine,
  hoursBeforeStart,
  sessionRefundUntil,
} from '../../../shared/domain/registrationPolicy.ts'
import { formatDay, formatWallTime } from '../../../shared/domain/timeFormat.ts'
import type { Tx } from '../../db/database.ts'
import { sentCalendar } from '../../integrations/calendar/calendarFile.ts'
import { enqueueMessage } from '../messages/commands.ts'
import type { PurchaseContext } from '../payments/purchase.ts'
import { refundLine } from '../payments/settleChange.ts'
import type { RegistrationCanceled } from './commands/cancelRegistration.ts'
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
  at: PurchaseContext,
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
      cancel_line: cancelLineOf(sessions, at),
      account_url: `${at.siteUrl}/account?tab=classes`,
    },
    dedupeKey: `class-booked:${event}`,
    calendar: { filename: 'classes.ics', content: calendarOf(sessions, at) },
  })

/** Empty where all of it starts too soon to be canceled online. */
function cancelLineOf(sessions: readonly BookedSession[], { facility, now }: PurchaseContext): string {
  const zone = facility.time_zone
  const untils = sessions.map((session) => sessionRefundUntil(startOf(session, zone), session.cutoffHours))
  const before = hoursBeforeStart(sessions[0]?.cutoffHours ?? 0)
  return cancelLine(untils, { now, zone, before }) ?? ''
}

/** Queues the message of a cancellation in its own transaction, with the calendar file that removes the session. */
export const enqueueClassCanceled = (
  tx: Tx,
  customer: { id: string; full_name: string; email: string },
  { registration, revision, refund }: RegistrationCanceled,
  { facility, siteUrl, now }: PurchaseContext,
): Promise<void> =>
  enqueueMessage(tx, {
    template: 'class-canceled',
    to: { email: customer.email, userId: customer.id },
    data: {
      full_name: customer.full_name,
      class_name: registration.class_name,
      day: formatDay(registration.class_date, 'long'),
      time: `${formatWallTime(registration.start_time)} - ${formatWallTime(registration.end_time)}`,
      note: '',
      refund_line: refundLine(refund),
      book_url: `${siteUrl}/classes/${registration.class_id}`,
    },
    dedupeKey: `class-canceled:${registration.id}:${revision}`,
    calendar: {
      filename: 'classes.ics',
      content: sentCalendar(
        [
          {
            id: registration.id,
            summary: `Class: ${registration.class_name}`,
            lines: [],
            start: startOf(registration, facility.time_zone),
            end: startOf({ ...registration, start_time: registration.end_time }, facility.time_zone),
            canceled: true,
            revision,
            created_at: registration.created_at,
            changed_at: now,
          },
        ],
        facility,
        siteUrl,
      ),
    },
  })

const calendarOf = (
  sessions: readonly BookedSession[],
  { facility, siteUrl, now }: PurchaseContext,
): string =>
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
