import { randomUUID } from 'node:crypto'
import { centsFromDollars, decimalFromCents, dollarsFromCents } from '../../../../shared/domain/money.ts'
import { type PricedSession, priceSessions } from '../../../../shared/domain/pricing.ts'
import { slotsOf } from '../../../../shared/domain/slots.ts'
import { minuteMs } from '../../../../shared/domain/time.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { byCageName } from '../../cages/queries.ts'
import type { PurchaseContext } from '../../payments/purchase.ts'
import { type CageTime, dayLock, overlappingOccupancy, takeLocks } from '../../places/occupancy.ts'
import { personLock, refuseUnpaidTime } from '../../places/unpaidTime.ts'
import { memberLock, refuseOverMemberLimit } from '../memberLimit.ts'
import { readRates } from '../queries.ts'
import type { RequestedSession } from '../requestedSessions.ts'

export interface BookedSession extends RequestedSession {
  readonly id: string
  readonly cageName: string
  /** After any discount, in cents. */
  readonly totalCents: number
  readonly discountCents: number
}

export interface Booked {
  readonly sessions: readonly BookedSession[]
  readonly totalCents: number
}

export interface BookingRequested {
  readonly customerId: string
  readonly sessions: readonly RequestedSession[]
  readonly shownTotalDollars: number
}

/**
 * Books every session or none, to be paid on arrival (spec 1 §4).
 *
 * @param confirm queues the customer's confirmation; it travels together with the booking itself.
 * @returns what was booked, or what `quoteBooking` refuses, or `unpaid_hours_limit`.
 */
export async function createBooking(
  tx: Tx,
  request: BookingRequested,
  at: Pick<PurchaseContext, 'facility' | 'now'>,
  confirm: (booked: Booked) => Promise<void>,
): Promise<Booked | Refusal> {
  const { customerId, sessions } = request
  const minutes = sessions.reduce((sum, session) => sum + minutesOf(session), 0)
  const payByCard = at.facility.card_payment_for_cages
  // Sent together, answered in this order: the requests of one person wait for each other before they lock any slot.
  const [, tooMuch, quoted] = await Promise.all([
    takeLocks(tx, [personLock(customerId)]),
    refuseUnpaidTime(tx, { customerId, minutes, payByCard }, at),
    quoteBooking(tx, request, at),
  ])
  if (quoted instanceof Refusal) return quoted
  if (tooMuch) return tooMuch
  const payment = { status: 'pending payment', payment_method: 'on_arrival' } as const
  await Promise.all([insertBookings(tx, customerId, quoted, payment), confirm(quoted)])
  return quoted
}

/**
 * Locks the cages' days and says what booking these sessions would be. The price is computed from the database; the
 * total that the customer was shown is only compared (decision 1).
 *
 * @returns the sessions as they would be booked, or `cage_not_found`, `slots_taken` (naming the slots),
 * `member_reservation_limit`, `price_changed`.
 */
export async function quoteBooking(
  tx: Tx,
  request: BookingRequested,
  { now }: Pick<PurchaseContext, 'now'>,
): Promise<Booked | Refusal> {
  const { customerId, sessions } = request
  // Sent together, answered in this order: what is read was committed before the lock was ours.
  const [, taken, { cages, discountPercent }, overLimit] = await Promise.all([
    takeLocks(tx, [...sessions.map(({ cageId, day }) => dayLock(cageId, day)), memberLock(customerId)]),
    overlappingOccupancy(tx, sessions),
    readRates(
      tx,
      customerId,
      sessions.map(({ cageId }) => cageId),
    ),
    refuseOverMemberLimit(tx, { userId: customerId, more: sessions.length, now }),
  ])
  const priced = []
  for (const session of sessions) {
    const cage = cages.get(session.cageId)
    if (!cage) return refuse('cage_not_found', { cage_id: session.cageId })
    priced.push({ ...session, cageName: cage.name, rates: cage, minutes: minutesOf(session) })
  }
  // What the customer reads, in the answer and in the mail, has the order of the grid.
  priced.sort((a, b) => byCageName(a.cageName, b.cageName))
  if (taken.length > 0) return refuse('slots_taken', { slots: takenSlots(priced, taken) })
  if (overLimit) return overLimit
  const price = priceSessions(priced, discountPercent)
  if (price.total !== centsFromDollars(request.shownTotalDollars)) {
    return refuse('price_changed', { total_amount: dollarsFromCents(price.total) })
  }
  return {
    sessions: priced.map((session, index) => bookedSession(session, price.sessions[index])),
    totalCents: price.total,
  }
}

const bookedSession = (
  { cageId, cageName, day, start, end }: RequestedSession & { cageName: string },
  { subtotal, total }: PricedSession = { subtotal: 0, total: 0 },
): BookedSession => ({
  id: randomUUID(),
  cageId,
  cageName,
  day,
  start,
  end,
  totalCents: total,
  discountCents: subtotal - total,
})

/** The half-hour slots of the request that something else holds. */
export function takenSlots(
  sessions: readonly (CageTime & { cageName: string })[],
  taken: readonly CageTime[],
) {
  return sessions.flatMap((session) =>
    slotsOf({ startTime: session.start, endTime: session.end })
      .map((start) => ({ start, end: new Date(start.getTime() + 30 * minuteMs) }))
      .filter(({ start, end }) =>
        taken.some((time) => time.cageId === session.cageId && time.start < end && start < time.end),
      )
      .map(({ start, end }) => ({
        cage_id: session.cageId,
        cage_name: session.cageName,
        start_time: start.toISOString(),
        end_time: end.toISOString(),
      })),
  )
}

const minutesOf = ({ start, end }: CageTime): number => (end.getTime() - start.getTime()) / minuteMs

/** How sessions are paid: on arrival, or already by card. */
export type BookingPayment =
  | { readonly status: 'pending payment'; readonly payment_method: 'on_arrival' }
  | { readonly status: 'paid'; readonly payment_method: 'card' }

/** The ledger's rows are written by the table's trigger, whose constraint has the last word. */
export const insertBookings = (tx: Tx, customerId: string, { sessions }: Booked, payment: BookingPayment) =>
  tx
    .insertInto('bookings')
    .values(
      sessions.map((session) => ({
        id: session.id,
        user_id: customerId,
        cage_id: session.cageId,
        start_time: session.start,
        end_time: session.end,
        ...payment,
        total_cost: decimalFromCents(session.totalCents),
        discount: decimalFromCents(session.discountCents),
      })),
    )
    .execute()
