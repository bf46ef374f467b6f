import type { Profile } from '../../../../shared/contract/accounts.ts'
import { dollarsFromCents } from '../../../../shared/domain/money.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import type { PurchaseContext } from '../../payments/purchase.ts'
import { enqueueClassBooked } from '../emails.ts'
import { openSessions } from '../openSessions.ts'
import { takeSeats } from './takeSeats.ts'

/**
 * Books sessions that cost nothing, all of them or none: no card is asked for, the seats are counted under the same
 * locks as those that are paid.
 *
 * @returns the registrations, or why there are none; `price_changed` where there is something to pay after all.
 */
export async function bookFreeSessions(
  tx: Tx,
  instanceIds: readonly string[],
  customer: Profile,
  at: PurchaseContext,
): Promise<string[] | Refusal> {
  const { id: userId, full_name: name, email } = customer
  const open = await openSessions(tx, instanceIds, { userId }, at)
  if (open instanceof Refusal) return open
  const { total } = open.price
  if (total > 0) return refuse('price_changed', { total_amount: dollarsFromCents(total) })
  const sessions = await takeSeats(tx, open.sessions, { userId, status: 'registered', cents: new Map() })
  const registrations = sessions.map(({ registrationId }) => registrationId)
  const [event = ''] = registrations
  await enqueueClassBooked(tx, { userId, name, email }, { sessions, totalCents: 0, event }, at)
  return registrations
}
