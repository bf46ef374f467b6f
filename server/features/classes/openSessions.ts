import { classDiscountPercent, priceClassSessions } from '../../../shared/domain/classPrice.ts'
import type { Price } from '../../../shared/domain/pricing.ts'
import type { Tx } from '../../db/database.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { PurchaseContext } from '../payments/purchase.ts'
import { findLiveSubscription } from '../payments/subscriptions.ts'
import { claimPlaces } from '../places/places.ts'
import { type RequestedSession, readRequested, refusalOfSessions } from './requestedSessions.ts'

/**
 * Sessions in which this customer can have a seat now, all of them, and what they cost this customer together; nobody
 * else can take those seats until the transaction ends. Each must be still to come, not canceled, with a free seat, and
 * not yet the customer's.
 */
export async function openSessions(
  tx: Tx,
  instanceIds: readonly string[],
  customer: { userId: string },
  { now, facility }: Pick<PurchaseContext, 'now' | 'facility'>,
): Promise<{ sessions: RequestedSession[]; price: Price } | Refusal> {
  const ids = instanceIds.map((id) => id.toLowerCase())
  if (new Set(ids).size < ids.length) {
    return refuse('invalid_input', [
      { path: ['instanceIds'], message: 'The same session is selected twice.' },
    ])
  }
  const seats = ids.map((id) => ({ classInstanceId: id }))
  await claimPlaces(tx, { slots: [], seats }, customer, { now, facility })

  const sessions = await readRequested(tx, ids, customer.userId)
  if (sessions.length < ids.length) {
    const found = new Set(sessions.map(({ id }) => id))
    return refuse('class_session_not_found', { instance_ids: ids.filter((id) => !found.has(id)) })
  }
  const refusal = refusalOfSessions(sessions, { now, zone: facility.time_zone })
  if (refusal) return refusal

  const percent = classDiscountPercent(facility, await findLiveSubscription(tx, customer.userId))
  const price = priceClassSessions(
    sessions.map((session) => session.price),
    percent,
  )
  return { sessions, price }
}
