import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { z } from 'zod'
import { type CheckedCard, checkCard } from '../cards/cardChecks.ts'
import { type TestCard, testCardByNumber, testCardByToken } from '../cards/testCards.ts'
import { emit } from '../events/emit.ts'
import { anything, billingDetails, emptyable, metadata, text } from '../http/parameters.ts'
import { invalid } from '../http/problem.ts'
import type { Scope } from '../settings.ts'
import { newId } from '../store/ids.ts'
import type { Stored } from '../store/store.ts'

/** A card in a form: typed, or one of Stripe's predefined ones. */
export const methodData = {
  type: z.enum(['card']),
  card: z
    .strictObject({
      number: text(40).optional(),
      exp_month: text(4).optional(),
      exp_year: text(8).optional(),
      cvc: emptyable(text(8)).optional(),
      token: text(80).optional(),
      networks: anything().optional(),
    })
    .optional(),
  billing_details: billingDetails().optional(),
  allow_redisplay: z.enum(['always', 'limited', 'unspecified']).optional(),
  metadata: metadata().optional(),
}

const methodDataSchema = z.strictObject(methodData)
type MethodData = z.output<typeof methodDataSchema>

/**
 * Creates a payment method from a form.
 *
 * @throws 402 for an invalid card, 400 for missing fields.
 */
export async function createPaymentMethod(scope: Scope, data: MethodData): Promise<Stored<'payment_method'>> {
  const checked = checkedCard(data, scope.now)
  return insertMethod(scope, checked, data.billing_details, data.metadata ?? {})
}

function checkedCard({ card }: MethodData, now: number): CheckedCard {
  if (card?.token !== undefined) return readyMade(card.token.replace(/^tok_/, 'pm_card_'), now, 'card[token]')
  for (const field of ['number', 'exp_month', 'exp_year'] as const) {
    if (card?.[field] === undefined) {
      const param = `card[${field}]`
      throw invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
    }
  }
  const { number = '', exp_month = '', exp_year = '', cvc } = card ?? {}
  return checkCard({ number, exp_month, exp_year, cvc: cvc ?? undefined }, now)
}

/** A predefined card expires in December of the next year. */
function readyMade(token: string, now: number, param: string): CheckedCard {
  const card = testCardByToken(token)
  if (!card) throw invalid(`No such token: '${token}'`, { code: 'resource_missing', param })
  return { card, expMonth: 12, expYear: new Date(now * 1000).getUTCFullYear() + 1, hasCvc: false }
}

/**
 * The payment method with an id, locked. One of Stripe's predefined ones (`pm_card_visa`) is copied to a new one.
 *
 * @throws 404 `resource_missing`.
 */
export async function takePaymentMethod(
  scope: Scope,
  id: string,
  param = 'payment_method',
): Promise<Stored<'payment_method'>> {
  if (testCardByToken(id)) return insertMethod(scope, readyMade(id, scope.now, param), undefined, {})
  return scope.store.lock('payment_method', id, param)
}

/** The payment method in a call's parameters, as a card or by id; undefined without. */
export async function givenMethod(
  scope: Scope,
  params: { payment_method_data?: MethodData | undefined; payment_method?: string | undefined },
): Promise<Stored<'payment_method'> | undefined> {
  if (params.payment_method_data) return createPaymentMethod(scope, params.payment_method_data)
  return params.payment_method === undefined ? undefined : takePaymentMethod(scope, params.payment_method)
}

/** The behaviour of a payment method's card. */
export function testCardOf({ hidden }: Stored<'payment_method'>): TestCard {
  const card = testCardByNumber(hidden.card ?? '')
  if (!card) throw new Error(`A payment method without a test card: ${hidden.card}`)
  return card
}

/**
 * Attaches a payment method to a customer.
 *
 * @throws 400 when it is attached to another customer.
 */
export async function attach(
  scope: Scope,
  method: Stored<'payment_method'>,
  customer: string,
): Promise<Stored<'payment_method'>> {
  if (method.body.customer === customer) return method
  if (method.body.customer !== null) {
    throw invalid('This payment method belongs to another customer.', {
      code: 'payment_method_unexpected_state',
    })
  }
  const attached = { ...method, body: { ...method.body, customer } }
  await scope.store.save('payment_method', attached)
  await emit(scope, 'payment_method.attached', attached.body)
  return attached
}

async function insertMethod(
  { store, now }: Scope,
  card: CheckedCard,
  billing: MethodData['billing_details'],
  meta: Record<string, string> | null,
): Promise<Stored<'payment_method'>> {
  const kept = methodOf(now, card, billing, meta ?? {})
  await store.insert('payment_method', kept.body, kept.hidden)
  return kept
}

/** A payment method with the demo's card, created at a moment in unix seconds; not stored yet. */
export const visaMethod = (now: number, billing: MethodData['billing_details']): Stored<'payment_method'> =>
  methodOf(now, readyMade('pm_card_visa', now, 'payment_method'), billing, {})

function methodOf(
  now: number,
  { card, expMonth, expYear, hasCvc }: CheckedCard,
  billing: MethodData['billing_details'],
  meta: Record<string, string>,
): Stored<'payment_method'> {
  const body: Stripe.PaymentMethod = {
    id: newId('payment_method'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: {
        city: billing?.address?.city ?? null,
        country: billing?.address?.country ?? null,
        line1: billing?.address?.line1 ?? null,
        line2: billing?.address?.line2 ?? null,
        postal_code: billing?.address?.postal_code ?? null,
        state: billing?.address?.state ?? null,
      },
      email: billing?.email ?? null,
      name: billing?.name ?? null,
      phone: billing?.phone ?? null,
      tax_id: billing?.tax_id ?? null,
    },
    card: {
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: hasCvc ? (card.cvcCheck ?? 'unchecked') : null,
      },
      country: 'US',
      display_brand: card.brand,
      exp_month: expMonth,
      exp_year: expYear,
      fingerprint: createHash('sha256').update(card.number).digest('base64url').slice(0, 16),
      funding: card.funding,
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: meta,
    type: 'card',
  }
  return { body, hidden: { card: card.number } }
}
