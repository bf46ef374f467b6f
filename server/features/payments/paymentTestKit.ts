import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { group, tuesday } from '../../test/cageTime.ts'
import { addCages } from '../../test/factories.ts'
import { startTestApp, type TestApp, type TestAppOptions } from '../../test/testApp.ts'
import { reconcilePayments } from './provider/reconcile.ts'

/** A clock that tests move. */
export class TestClock {
  #offset = 0

  now = () => new Date(Date.now() + this.#offset)

  passMinutes(minutes: number): void {
    this.#offset += minutes * 60_000
  }
}

export interface CardShop {
  readonly app: TestApp
  readonly clock: TestClock
  readonly cages: string[]
  /** A cage on a day that no other call gave, at the hour price of 30 dollars. */
  hour(): { bookingDetails: ReturnType<typeof group>[]; totalAmount: number }
  rows(intentId: string): Promise<PaymentRows>
  /** What the minute job does. */
  reconcile(): Promise<void>
  /** Sends an event to the webhook as the provider would. */
  sendEvent(event: { type: string; object: object; id?: string }, signing?: Signing): Promise<Response>
  /** Sends a body as the provider does, signed, whatever it says. */
  sendSigned(payload: string, signing?: Signing): Promise<Response>
  close(): Promise<void>
}

export interface PaymentRows {
  readonly payment: { status: string; total_amount: string; refunded_amount: string } | undefined
  readonly hold: string | undefined
  readonly bookings: { status: string; payment_method: string; total_cost: string }[]
  readonly refunds: { amount: string; reason: string; status: string }[]
}

interface Signing {
  readonly secret?: string
  /** Unix seconds. */
  readonly timestamp?: number
}

/** A facility that takes cards for cages and lessons, on the sandbox, with a clock that moves. */
export async function startCardShop(options: TestAppOptions = {}): Promise<CardShop> {
  const clock = new TestClock()
  const app = await startTestApp({ clock, ...options })
  await app.db
    .updateTable('facility')
    .set({ card_payment_for_cages: true, card_payment_for_lessons: true })
    .execute()
  const cages = await addCages(app.db, 3)
  let weeks = 0
  const stripe = new Stripe('sk_test_of_nobody')

  const sendSigned = (payload: string, signing: Signing = {}) => {
    const signature = stripe.webhooks.generateTestHeaderString({
      payload,
      secret: signing.secret ?? app.context.payments.webhookSecret,
      timestamp: signing.timestamp ?? Math.floor(clock.now().getTime() / 1000),
    })
    return app.request('/api/payments/webhook', {
      method: 'POST',
      headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
      body: payload,
    })
  }

  return {
    app,
    clock,
    cages,
    hour: () => ({
      bookingDetails: [group(cages[0] ?? '', tuesday(weeks++), '16:00', '17:00')],
      totalAmount: 30,
    }),
    rows: (intentId) => readRows(app, intentId),
    reconcile: () => reconcilePayments(app.context),
    sendEvent: ({ type, object, id = `evt_${randomUUID()}` }, signing) =>
      sendSigned(JSON.stringify({ id, object: 'event', type, data: { object } }), signing),
    sendSigned,
    close: () => app.close(),
  }
}

async function readRows({ db }: TestApp, intentId: string): Promise<PaymentRows> {
  const payment = await db
    .selectFrom('payment_transactions')
    .select(['id', 'status', 'total_amount', 'refunded_amount', 'checkout_hold_id'])
    .where('stripe_payment_intent_id', '=', intentId)
    .executeTakeFirst()
  const id = payment?.id ?? randomUUID()
  const [hold, bookings, refunds] = await Promise.all([
    db
      .selectFrom('checkout_holds')
      .select('status')
      .where('id', '=', payment?.checkout_hold_id ?? id)
      .executeTakeFirst(),
    db
      .selectFrom('payment_items')
      .innerJoin('bookings', 'bookings.id', 'payment_items.booking_id')
      .select(['bookings.status', 'bookings.payment_method', 'bookings.total_cost'])
      .where('payment_transaction_id', '=', id)
      .execute(),
    db
      .selectFrom('payment_refunds')
      .select(['amount', 'reason', 'status'])
      .where('payment_transaction_id', '=', id)
      .execute(),
  ])
  const told = payment && {
    status: payment.status,
    total_amount: payment.total_amount,
    refunded_amount: payment.refunded_amount,
  }
  return { payment: told, hold: hold?.status, bookings, refunds }
}
