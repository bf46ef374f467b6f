import { z } from 'zod'
import type { ClassPurchase } from '../../../shared/contract/payments.ts'
import { classDiscountPercent, priceClassSessions } from '../../../shared/domain/classPrice.ts'
import { decimalFromCents, dollarsFromCents } from '../../../shared/domain/money.ts'
import { formatDay, formatWallTime } from '../../../shared/domain/timeFormat.ts'
import type { Tx } from '../../db/database.ts'
import { refuse } from '../../refusal.ts'
import { findLiveSubscription } from '../memberships/queries.ts'
import { claimPlaces } from '../payments/places.ts'
import type { Product } from '../payments/purchase.ts'
import { enqueueClassBooked } from './emails.ts'
import { type RequestedSession, readRequested, refusalOfSessions } from './requestedSessions.ts'

/** What is kept with the hold: each session with the exact part of the payment that is its own. */
const paidSessions = z.object({ sessions: z.array(z.object({ id: z.uuid(), cents: z.number().int() })) })

/**
 * Class sessions, one or several of one class or more, in one payment: all of them or none (spec 2 §4). Each must be
 * still to come, not canceled, with a free seat, and not yet the buyer's.
 */
export const classProduct: Product<ClassPurchase> = {
  async prepare(tx, request, buyer, { now, facility }) {
    const { userId } = buyer
    if (userId === null) return refuse('payment_login_required')
    const ids = request.instanceIds.map((id) => id.toLowerCase())
    if (new Set(ids).size < ids.length) {
      return refuse('invalid_input', [
        { path: ['instanceIds'], message: 'The same session is selected twice.' },
      ])
    }
    const seats = ids.map((id) => ({ classInstanceId: id }))
    await claimPlaces(tx, { slots: [], seats }, buyer, { now, facility })

    const sessions = await readRequested(tx, ids, userId)
    if (sessions.length < ids.length) {
      const found = new Set(sessions.map(({ id }) => id))
      return refuse('class_session_not_found', { instance_ids: ids.filter((id) => !found.has(id)) })
    }
    const refusal = refusalOfSessions(sessions, { now, zone: facility.time_zone })
    if (refusal) return refusal

    const percent = classDiscountPercent(facility, await findLiveSubscription(tx, userId))
    const price = priceClassSessions(
      sessions.map((session) => session.price),
      percent,
    )
    if (price.total !== request.amount) {
      return refuse('price_changed', { total_amount: dollarsFromCents(price.total) })
    }
    const paid = sessions.map(({ id }, index) => ({ id, cents: price.sessions[index]?.total ?? 0 }))
    return {
      type: 'class_booking',
      slots: [],
      seats,
      totalCents: price.total,
      description: descriptionOf(sessions),
      count: sessions.length,
      details: { sessions: paid } satisfies z.infer<typeof paidSessions>,
    }
  },

  async book(tx, { buyer, totalCents, details, paymentId }, at) {
    const { userId, name, email } = buyer
    // The account was deleted while the card was charged.
    if (userId === null) return refuse('payment_login_required')
    const cents = new Map(paidSessions.parse(details).sessions.map((paid) => [paid.id, paid.cents]))
    const sessions = await readRequested(tx, [...cents.keys()], userId)
    if (sessions.length < cents.size) return refuse('class_session_not_found')
    if (sessions.some(({ status }) => status === 'canceled')) return refuse('class_session_canceled')
    if (sessions.some(({ own }) => own !== null)) return refuse('class_already_booked')

    const registrations = await insertRegistrations(tx, userId, cents)
    const ids = new Map(registrations.map(({ id, class_instance_id }) => [class_instance_id, id]))
    const booked = sessions.map((session) => ({
      ...session,
      cents: cents.get(session.id) ?? 0,
      registrationId: ids.get(session.id) ?? '',
    }))
    if (email) {
      const paid = { sessions: booked, totalCents, paymentId }
      await enqueueClassBooked(tx, { userId, name, email }, paid, at)
    }
    return booked.map(({ registrationId, cents: share }) => ({
      item: { class_registration_id: registrationId },
      cents: share,
    }))
  },
}

/** The triggers count seats once more; their constraints have the last word. */
const insertRegistrations = (tx: Tx, userId: string, cents: ReadonlyMap<string, number>) =>
  tx
    .insertInto('class_registrations')
    .values(
      [...cents].map(([sessionId, share]) => ({
        class_instance_id: sessionId,
        user_id: userId,
        status: 'paid',
        total_cost: decimalFromCents(share),
      })),
    )
    .returning(['id', 'class_instance_id'])
    .execute()

/** 'Hitting Basics, Tue Nov 24, 4:00 PM - 5:00 PM' for one, 'Hitting Basics: 3 sessions' for more. */
function descriptionOf(sessions: readonly RequestedSession[]): string {
  const names = [...new Set(sessions.map(({ class_name }) => class_name))]
  const [first, ...others] = sessions
  if (first && others.length === 0) {
    const time = `${formatWallTime(first.start_time)} - ${formatWallTime(first.end_time)}`
    return `${first.class_name}, ${formatDay(first.class_date)}, ${time}`
  }
  return `${names.join(', ').slice(0, 200)}: ${sessions.length} sessions`
}
