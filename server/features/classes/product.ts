import { z } from 'zod'
import type { ClassPurchase } from '../../../shared/contract/payments.ts'
import { dollarsFromCents } from '../../../shared/domain/money.ts'
import { purchaseText } from '../../../shared/domain/purchaseText.ts'
import { formatDay, formatWallTime } from '../../../shared/domain/timeFormat.ts'
import { CHECK_VIOLATION, type Tx, UNIQUE_VIOLATION } from '../../db/database.ts'
import { Refusal, refuse } from '../../refusal.ts'
import type { Product } from '../payments/purchase.ts'
import { takeSeats } from './commands/takeSeats.ts'
import { enqueueClassBooked } from './emails.ts'
import { openSessions } from './openSessions.ts'
import { type RequestedSession, readRequested } from './requestedSessions.ts'

/** What is kept with the hold: each session with its exact part of the payment, and the cut-off that was shown. */
const paidSessions = z.object({
  sessions: z.array(z.object({ id: z.uuid(), cents: z.number().int() })),
  cutoffHours: z.number().int().optional(),
})

/** Class sessions, one or several of one class or more, in one payment: all of them or none (spec 2 §4). */
export const classProduct: Product<ClassPurchase> = {
  type: 'class_booking',
  takenCode: 'class_session_full',
  refusedBy: [
    [CHECK_VIOLATION, 'class_session_seats', 'place_gone'],
    [UNIQUE_VIOLATION, 'class_registrations_once', 'duplicate'],
  ],
  isRequestedBy: (request) => 'instanceIds' in request,
  admitGuest: () => refuse('payment_login_required'),

  async prepare(tx, request, buyer, at) {
    const { userId } = buyer
    if (userId === null) return refuse('payment_login_required')
    const open = await openSessions(tx, request.instanceIds, { userId }, at)
    if (open instanceof Refusal) return open
    const { sessions, price } = open
    if (price.total !== request.amount) {
      return refuse('price_changed', { total_amount: dollarsFromCents(price.total) })
    }
    const paid = sessions.map(({ id }, index) => ({ id, cents: price.sessions[index]?.total ?? 0 }))
    return {
      type: 'class_booking',
      slots: [],
      seats: sessions.map(({ id }) => ({ classInstanceId: id })),
      totalCents: price.total,
      description: descriptionOf(sessions),
      count: sessions.length,
      details: {
        sessions: paid,
        cutoffHours: await cutoffNow(tx),
      } satisfies z.infer<typeof paidSessions>,
    }
  },

  async book(tx, { buyer, totalCents, details, paymentId }, at) {
    const { userId, name, email } = buyer
    // The account was deleted while the card was charged.
    if (userId === null) return refuse('payment_login_required')
    const { sessions: kept, cutoffHours } = paidSessions.parse(details)
    const cents = new Map(kept.map((paid) => [paid.id, paid.cents]))
    const sessions = await readRequested(tx, [...cents.keys()], userId)
    if (sessions.length < cents.size) return refuse('class_session_not_found')
    if (sessions.some(({ status }) => status === 'canceled')) return refuse('class_session_canceled')
    if (sessions.some(({ own }) => own !== null)) return refuse('class_already_booked')

    const booked = await takeSeats(tx, sessions, { userId, status: 'paid', cents, cutoffHours })
    if (email) {
      const paid = { sessions: booked, totalCents, event: paymentId }
      await enqueueClassBooked(tx, { userId, name, email }, paid, at)
    }
    return booked.map(({ registrationId, cents: share }) => ({
      item: { class_registration_id: registrationId },
      cents: share,
    }))
  },
}

/** The current cut-off, which is the one shown. A payment may settle after the facility has changed it. */
async function cutoffNow(tx: Tx): Promise<number> {
  const facility = await tx
    .selectFrom('facility')
    .select('class_cancellation_cutoff_hours')
    .executeTakeFirstOrThrow()
  return facility.class_cancellation_cutoff_hours
}

/**
 * For one session 'Hitting Basics, Tue Nov 24, 4:00 PM - 5:00 PM'; for more the title 'Hitting Basics: 3 sessions' and
 * a line for each.
 */
function descriptionOf(sessions: readonly RequestedSession[]): string {
  const whenOf = ({ class_date, start_time, end_time }: RequestedSession) =>
    `${formatDay(class_date)}, ${formatWallTime(start_time)} - ${formatWallTime(end_time)}`
  const named = (session: RequestedSession) => `${session.class_name}, ${whenOf(session)}`
  const [first, ...others] = sessions
  if (first && others.length === 0) return named(first)
  const names = [...new Set(sessions.map(({ class_name }) => class_name))]
  const title = `${names.join(', ').slice(0, 200)}: ${sessions.length} sessions`
  const start = ({ class_date, start_time }: RequestedSession) => `${class_date} ${start_time}`
  const inTime = sessions.toSorted((a, b) => start(a).localeCompare(start(b)))
  return purchaseText(title, inTime.map(names.length === 1 ? whenOf : named))
}
