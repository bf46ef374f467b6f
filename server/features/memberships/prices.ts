import { sql } from 'kysely'
import type Stripe from 'stripe'
import { centsFromDollars, decimalFromCents } from '../../../shared/domain/money/money.ts'
import type { Context } from '../../context.ts'
import { type Db, system, transaction } from '../../db/database.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { askProvider } from '../payments/provider/provider.ts'
import { nullWhenMissing } from './stripeCustomer.ts'

/**
 * The provider's prices never change. When the facility sets another monthly price, a new one is made beside the configured
 * price (`STRIPE_PRICE_ID`), of the same product: new members subscribe to it, and members keep the one they joined with.
 */

type PriceContext = Pick<Context, 'db' | 'payments'>

/** Every price that means this membership, at the provider. */
export async function ourPriceIds({ db, payments }: PriceContext): Promise<string[]> {
  const rows = await db.selectFrom('membership_prices').select('stripe_price_id').execute()
  const ids = rows.map(({ stripe_price_id }) => stripe_price_id)
  return payments.priceId === '' ? ids : [...ids, payments.priceId]
}

/** What a month costs with tax, in cents; 0 while the owner has not entered it: then no membership is sold. */
export const monthlyCents = async (db: Db): Promise<number> => {
  const row = await db.selectNoFrom(sql<string>`membership_charge()`.as('dollars')).executeTakeFirstOrThrow()
  return centsFromDollars(row.dollars)
}

/**
 * The price of the present amount that is known here; the configured one while there is none, '' while none is sold. What is sold is checked at the
 * provider before anything is charged (`ensurePrice`).
 */
export async function currentPriceId({ db, payments }: PriceContext): Promise<string> {
  if (payments.priceId === '' || (await monthlyCents(db)) === 0) return ''
  return (await findPrice(db))?.stripe_price_id ?? payments.priceId
}

const findPrice = (db: Db) =>
  db
    .selectFrom('membership_prices as price')
    .where('price.amount', '=', sql<string>`membership_charge()`)
    .select('price.stripe_price_id')
    .orderBy('price.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Makes sure that the provider has a price of the facility's amount, and returns its id: the known one, the configured one, or
 * a new one. Any number of calls make one price.
 *
 * @returns `payment_configuration` where no membership is sold, or the configured price cannot be: unknown, inactive, not
 * monthly or not in dollars.
 */
export async function ensurePrice(context: Context): Promise<string | Refusal> {
  const cents = await monthlyCents(context.db)
  if (cents === 0) return refuse('payment_configuration')
  const known = await findPrice(context.db)
  const ensured = await askProvider(context, async (stripe) => {
    const sold = known && (await stripe.prices.retrieve(known.stripe_price_id).catch(nullWhenMissing))
    if (sold?.active && isMonthly(sold) && sold.unit_amount === cents) return sold.id
    const configured = await stripe.prices.retrieve(context.payments.priceId).catch(nullWhenMissing)
    if (!configured?.active || !isMonthly(configured)) {
      const problem = 'STRIPE_PRICE_ID names no active monthly price in US dollars'
      context.log.error({ price: context.payments.priceId }, problem)
      return refuse('payment_configuration')
    }
    if (configured.unit_amount === cents) return configured.id
    const made = await createPrice(stripe, configured, cents)
    context.log.info({ price: made.id, cents }, 'a price of the membership was created')
    return made.id
  })
  if (typeof ensured !== 'string') return ensured
  if (ensured !== known?.stripe_price_id) await keepPrice(context.db, ensured, cents)
  return ensured
}

const isMonthly = ({ currency, recurring }: Stripe.Price): boolean =>
  currency === 'usd' && recurring?.interval === 'month' && recurring.interval_count === 1

async function createPrice(
  stripe: Stripe,
  { id, product }: Stripe.Price,
  cents: number,
): Promise<Stripe.Price> {
  const productId = typeof product === 'string' ? product : product.id
  const { data } = await stripe.prices.list({ product: productId, active: true, limit: 100 })
  const earlier = data.find((price) => isMonthly(price) && price.unit_amount === cents)
  return (
    earlier ??
    stripe.prices.create(
      { currency: 'usd', unit_amount: cents, recurring: { interval: 'month' }, product: productId },
      { idempotencyKey: `membership-price-${id}-${cents}` },
    )
  )
}

/** The newest of an amount counts: keys of another account have prices of their own. */
const keepPrice = (db: Db, stripePriceId: string, cents: number) =>
  transaction(db, system, (tx) =>
    tx
      .insertInto('membership_prices')
      .values({ stripe_price_id: stripePriceId, amount: decimalFromCents(cents) })
      .onConflict((conflict) =>
        conflict
          .column('stripe_price_id')
          .doUpdateSet({ amount: decimalFromCents(cents), created_at: sql<Date>`now()` }),
      )
      .execute(),
  )

/** Once a minute: a price that was set by a file, or while the provider was away, is made before someone joins. */
export async function ensureNewPrice(context: Context): Promise<void> {
  if (!context.payments.stripe || context.payments.priceId === '') return
  if ((await monthlyCents(context.db)) > 0 && !(await findPrice(context.db))) await ensurePrice(context)
}
