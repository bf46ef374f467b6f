import type { z } from 'zod'
import type {
  createSubscriptionSetupIntent,
  MembershipProgress,
  Subscription,
} from '../../../shared/contract/memberships/memberships.ts'
import { bodyOf } from '../../test/answers.ts'
import type { Person } from '../../test/factories.ts'
import type { TestApp } from '../../test/testApp.ts'

export const PRICE = 'price_dugout_membership'

/** The subset of Stripe's documented test cards for memberships. */
export const cards = {
  good: '4242424242424242',
  /** Can be saved; every charge is refused. */
  failsLater: '4000000000000341',
  /** Requires authentication every time. */
  asksAlways: '4000002760003184',
  asksOnSession: '4000000000003220',
  refused: '4000000000000002',
} as const

export type OpenedSignUp = z.output<typeof createSubscriptionSetupIntent.answer>

export const openSignUp = (app: TestApp, person: Person, body: object = { priceId: PRICE }) =>
  app.request('/api/memberships/setup-intents', { json: body, cookie: person.cookie })

interface SetupAnswer {
  readonly status?: string
  readonly payment_method?: string
  readonly error?: { readonly code: string }
  readonly next_action?: { readonly redirect_to_url?: { readonly url: string } }
}

/** Gives a card as the browser's card form does. */
export async function giveCard(
  app: TestApp,
  setup: { setupIntentId: string; clientSecret: string },
  card: string = cards.good,
): Promise<SetupAnswer> {
  const { publishableKey, browserApiBase } = app.context.payments
  const response = await app.request(`${browserApiBase}/v1/setup_intents/${setup.setupIntentId}/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      key: publishableKey ?? '',
      client_secret: setup.clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': card,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': '123',
      return_url: `${app.url}/membership`,
    }).toString(),
  })
  return (await response.json()) as SetupAnswer
}

/** Presses a button of the bank's page. */
export async function answerBank(url: string, outcome: 'complete' | 'fail'): Promise<void> {
  await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: new URL(url).origin },
    body: new URLSearchParams({ outcome }),
  })
}

export const subscribe = (
  app: TestApp,
  person: Person,
  body: { customerId: string; paymentMethodId: string; priceId?: string },
) => app.request('/api/memberships', { json: { priceId: PRICE, ...body }, cookie: person.cookie })

/** Joins with a card that needs no authentication. */
export async function join(app: TestApp, person: Person, card: string = cards.good) {
  const opened = await bodyOf<OpenedSignUp>(openSignUp(app, person))
  const { payment_method } = await giveCard(app, opened, card)
  const response = await subscribe(app, person, {
    customerId: opened.customerId,
    paymentMethodId: payment_method ?? '',
  })
  return { opened, paymentMethodId: payment_method ?? '', response }
}

export const progress = (response: Response) => bodyOf<MembershipProgress>(response)

export const membershipOf = async (app: TestApp, person: Person): Promise<Subscription | null> => {
  const answer = app.request('/api/me/subscription', { cookie: person.cookie })
  return (await bodyOf<{ subscription: Subscription | null }>(answer)).subscription
}

/** A person's membership, read from the database: the session may have expired with the moved clock. */
export const rowOf = (app: TestApp, person: Person) =>
  app.db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', person.id)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()

export const paymentsOf = (app: TestApp, person: Person) =>
  app.db
    .selectFrom('payment_transactions')
    .selectAll()
    .where('user_id', '=', person.id)
    .orderBy('created_at')
    .execute()

export const mailsTo = async (app: TestApp, person: Person): Promise<string[]> => {
  const rows = await app.db
    .selectFrom('outbox')
    .select('template')
    .where('to_email', '=', person.email)
    .orderBy('created_at')
    .execute()
  return rows.map(({ template }) => template)
}
