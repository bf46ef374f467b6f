import { randomUUID } from 'node:crypto'
import { centsFromDollars, decimalFromCents, dollarsFromCents } from '../../../../shared/domain/money.ts'
import { type Price, priceSessions } from '../../../../shared/domain/pricing.ts'
import { slotsOf } from '../../../../shared/domain/slots.ts'
import { minuteMs } from '../../../../shared/domain/time.ts'
import type { Tx } from '../../../db/database.ts'
import { type Refusal, refuse } from '../../../refusal.ts'
import { byCageName } from '../../cages/cageNames.ts'
import { type CageTime, dayLock, overlappingOccupancy, takeLocks } from '../../cages/occupancy.ts'
import { readRates } from '../queries.ts'
import type { RequestedSession } from '../requestedSessions.ts'

export interface BookedSession extends RequestedSession {
  readonly id: string
  readonly cageName: string
  /** After any discount, in cents. */
  readonly totalCents: number
}

export interface Booked {
  readonly sessions: readonly BookedSession[]
  readonly totalCents: number
}

/**
 * Books every session or none, to be paid on arrival (spec 1 §4). The price is computed from the database;
 * the total that the customer was shown is only compared (decision 1).
 *
 * @param confirm queues the customer's confirmation; it travels together with the booking itself.
 * @returns what was booked, or `cage_not_found`, `slots_taken` (naming the slots), `price_changed`.
 */
export async function createBooking(
  tx: Tx,
  request: { customerId: string; sessions: readonly RequestedSession[]; shownTotalDollars: number },
  confirm: (booked: Booked) => Promise<void>,
): Promise<Booked | Refusal> {
  const { customerId, sessions } = request
  // Sent together, answered in this order: what is read was committed before the lock was ours.
  const [, taken, { cages, discountPercent }] = await Promise.all([
    takeLocks(
      tx,
      sessions.map(({ cageId, day }) => dayLock(cageId, day)),
    ),
    overlappingOccupancy(tx, sessions),
    readRates(
      tx,
      customerId,
      sessions.map(({ cageId }) => cageId),
    ),
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
  const price = priceSessions(priced, discountPercent)
  if (price.total !== centsFromDollars(request.shownTotalDollars)) {
    return refuse('price_changed', { total_amount: dollarsFromCents(price.total) })
  }
  const sessionsBooked = priced.map((session, index) => ({
    id: randomUUID(),
    cageId: session.cageId,
    cageName: session.cageName,
    day: session.day,
    start: session.start,
    end: session.end,
    totalCents: price.sessions[index]?.total ?? 0,
  }))
  const booked = { sessions: sessionsBooked, totalCents: price.total }
  await Promise.all([insertBookings(tx, customerId, booked, price), confirm(booked)])
  return booked
}

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

/** The ledger's rows are written by the table's trigger, whose constraint has the last word. */
const insertBookings = (tx: Tx, customerId: string, { sessions }: Booked, price: Price) =>
  tx
    .insertInto('bookings')
    .values(
      sessions.map((session, index) => ({
        id: session.id,
        user_id: customerId,
        cage_id: session.cageId,
        start_time: session.start,
        end_time: session.end,
        status: 'pending payment' as const,
        payment_method: 'on_arrival' as const,
        total_cost: decimalFromCents(session.totalCents),
        discount: decimalFromCents((price.sessions[index]?.subtotal ?? 0) - session.totalCents),
      })),
    )
    .execute()
