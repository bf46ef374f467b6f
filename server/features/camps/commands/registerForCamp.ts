import type { Profile } from '../../../../shared/contract/accounts.ts'
import type { UnpaidCampsDetails } from '../../../../shared/domain/limitTexts.ts'
import { centsFromDollars, decimalFromCents } from '../../../../shared/domain/money.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import type { PurchaseContext } from '../../payments/purchase.ts'
import { takeLocks } from '../../places/occupancy.ts'
import { personLock } from '../../places/unpaidTime.ts'
import { enqueueCampRegistered } from '../emails.ts'
import { openCamp } from '../openCamp.ts'
import { countUnpaidSeats } from '../queries.ts'

/**
 * Registers a customer, to be paid on arrival where the camp allows that; a free camp asks for no payment at all (spec
 * 2 §4). The current price is kept with the registration. A canceled registration does not count. The
 * number of a customer's unpaid seats is limited, except for staff (decision record 018).
 *
 * @returns the registration and its price in cents, or why there is none.
 */
export async function registerForCamp(
  tx: Tx,
  campId: string,
  customer: Profile,
  at: PurchaseContext,
): Promise<{ id: string; cents: number } | Refusal> {
  // Before the camp's own lock: the unpaid seats of one person are counted by one request at a time.
  await takeLocks(tx, [personLock(customer.id)])
  const camp = await openCamp(tx, campId, { userId: customer.id }, at)
  if (camp instanceof Refusal) return camp
  const cents = centsFromDollars(camp.price)
  if (!camp.pay_on_arrival_enabled && cents > 0) return refuse('pay_on_arrival_unavailable')
  const tooMany = cents > 0 ? await refuseUnpaidSeats(tx, customer, at) : null
  if (tooMany) return tooMany
  const to = { name: customer.full_name, email: customer.email, userId: customer.id }
  const { id, cancellation_cutoff_days: cutoffDays } = await tx
    .insertInto('camp_registrations')
    .values({ camp_id: camp.id, user_id: customer.id, total_cost: decimalFromCents(cents) })
    .returning(['id', 'cancellation_cutoff_days'])
    .executeTakeFirstOrThrow()
  await enqueueCampRegistered(tx, { campId, to, cents, payment: 'on arrival', cutoffDays, event: id, at })
  return { id, cents }
}

async function refuseUnpaidSeats(
  tx: Tx,
  customer: Profile,
  { facility, now }: PurchaseContext,
): Promise<Refusal | null> {
  if (customer.role !== 'user') return null
  const { open, most } = await countUnpaidSeats(tx, customer.id, now)
  if (most === null || open < most) return null
  return refuse('unpaid_camps_limit', {
    limit: most,
    open,
    phone: facility.phone,
  } satisfies UnpaidCampsDetails)
}
