import { randomUUID } from 'node:crypto'
import type { Profile } from '../../../../shared/contract/accounts.ts'
import { centsFromDollars, decimalFromCents } from '../../../../shared/domain/money.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import type { Occasion } from '../../payments/purchase.ts'
import { enqueueCampRegistered } from '../emails.ts'
import { openCamp } from '../openCamp.ts'

/**
 * Registers a customer, to be paid on arrival where the camp allows that; a free camp asks for no payment at all
 * (spec 2 §4). The price of this moment is kept with the registration. A canceled registration does not stand in the way.
 *
 * @returns the registration and its price in cents, or why there is none.
 */
export async function registerForCamp(
  tx: Tx,
  campId: string,
  customer: Profile,
  at: Occasion,
): Promise<{ id: string; cents: number } | Refusal> {
  const camp = await openCamp(tx, campId, { userId: customer.id }, at)
  if (camp instanceof Refusal) return camp
  const cents = centsFromDollars(camp.price)
  if (!camp.pay_on_arrival_enabled && cents > 0) return refuse('pay_on_arrival_unavailable')
  const id = randomUUID()
  const to = { name: customer.full_name, email: customer.email, userId: customer.id }
  await Promise.all([
    tx
      .insertInto('camp_registrations')
      .values({ id, camp_id: camp.id, user_id: customer.id, total_cost: decimalFromCents(cents) })
      .execute(),
    enqueueCampRegistered(tx, { campId, to, cents, payment: 'on arrival', event: id }),
  ])
  return { id, cents }
}
