import { hash } from 'node:crypto'
import type { Profile } from '../../../shared/contract/accounts/accounts.ts'
import type { Context } from '../../context.ts'
import { type Db, system, transaction } from '../../db/database.ts'
import { Refusal } from '../../refusal.ts'
import { askProvider } from '../payments/provider/provider.ts'

/** The person's id at the provider; null if there is none. */
export async function findCustomer(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('stripe_customers')
    .select('stripe_customer_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.stripe_customer_id ?? null
}

/**
 * The person's customer id at the provider, created when first needed. If the provider no longer has it, because the
 * keys are of another account now, it is created again.
 */
export async function ensureCustomer(context: Context, profile: Profile): Promise<string | Refusal> {
  const known = await findCustomer(context.db, profile.id)
  if (known !== null) {
    const exists = await askProvider(context, async (stripe) => {
      const customer = await stripe.customers.retrieve(known).catch(nullWhenMissing)
      return customer !== null && customer.deleted !== true
    })
    if (exists instanceof Refusal) return exists
    if (exists) return known
  }
  const { id: userId, email, full_name: name } = profile
  const made = await askProvider(context, (stripe) =>
    stripe.customers.create(
      { email, name, metadata: { user_id: userId } },
      { idempotencyKey: `customer-${hash('sha256', JSON.stringify([userId, email, name, known]), 'hex')}` },
    ),
  )
  if (made instanceof Refusal) return made
  return transaction(context.db, system, (tx) =>
    tx
      .insertInto('stripe_customers')
      .values({ user_id: userId, stripe_customer_id: made.id })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet({ stripe_customer_id: made.id })
          .where('stripe_customers.stripe_customer_id', '=', known ?? made.id),
      )
      .execute(),
  ).then(async () => (await findCustomer(context.db, userId)) ?? made.id)
}

/** Returns null for an object that the provider no longer has; rethrows other errors. */
export function nullWhenMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'resource_missing') return null
  throw error
}
