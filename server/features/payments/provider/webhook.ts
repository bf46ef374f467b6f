import type { Hono } from 'hono'
import Stripe from 'stripe'
import { z } from 'zod'
import type { Context } from '../../../context.ts'
import { jsonResponse } from '../../../http/answers/json.ts'
import { PRIVATE, problemResponse } from '../../../http/answers/problem.ts'
import type { HttpEnv } from '../../../http/serve.ts'
import { hasKeys } from '../../../integrations/stripe/payments.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { syncRefunds } from '../refunds/recordRefunds.ts'
import type { ProviderEvent, ProviderEventHandler } from './events.ts'
import { settlePayment } from './settle.ts'

export const WEBHOOK_PATH = '/api/payments/webhook'
/** What the endpoint at Stripe listens to. */
export const webhookEvents: readonly string[] = [
  ...['payment_intent.succeeded', 'payment_intent.processing', 'payment_intent.payment_failed'],
  ...['payment_intent.canceled', 'charge.refunded', 'refund.updated', 'refund.failed'],
  ...['charge.dispute.created', 'charge.dispute.updated', 'charge.dispute.closed'],
  ...['customer.subscription.created', 'customer.subscription.updated', 'customer.subscription.deleted'],
  ...['invoice.paid', 'invoice.payment_failed', 'invoice.payment_action_required'],
]
/** Older events are refused even when signed: the default of Stripe's own libraries. */
const TOLERANCE_SECONDS = 300

/** What every event has; the signature proves the sender, not the shape. */
const anyEvent = z.object({ id: z.string(), type: z.string(), data: z.object({ object: z.looseObject({}) }) })

/**
 * Receives the provider's events. One that is not signed with our secret, or was signed long ago, is refused. Each event
 * is handled once; when that fails the answer is an error, so that the provider sends the event again.
 */
export function mountPaymentWebhook(
  app: Hono<HttpEnv>,
  context: Context,
  handlers: readonly ProviderEventHandler[],
): void {
  app.post(WEBHOOK_PATH, async (c) => {
    c.set('operation', 'stripe-webhook')
    const requestId = c.get('requestId')
    const event = await readEvent(context, c.req.raw)
    if (!(event instanceof Refusal)) await noteHeard(context)
    const outcome = event instanceof Refusal ? event : await work(context, event, handlers)
    if (outcome instanceof Refusal) return problemResponse(outcome, requestId)
    return jsonResponse({ received: true }, 200, PRIVATE)
  })
}

/** The first signed event shows that the webhook of the keys that the owner has entered works. */
async function noteHeard({ config, db, clock }: Context): Promise<void> {
  if (hasKeys(config)) return
  await db
    .updateTable('connections')
    .set({ accepted_at: clock.now() })
    .where('name', '=', 'cards')
    .where('accepted_at', 'is', null)
    .execute()
}

async function readEvent({ payments, clock }: Context, request: Request): Promise<Stripe.Event | Refusal> {
  if (!payments.stripe) return refuse('payments_unavailable')
  const body = await request.text()
  const signature = request.headers.get('stripe-signature') ?? ''
  try {
    const event = payments.stripe.webhooks.constructEvent(
      body,
      signature,
      payments.webhookSecret,
      TOLERANCE_SECONDS,
      undefined,
      clock.now().getTime(),
    )
    return anyEvent.safeParse(event).success ? event : refuse('invalid_input')
  } catch (error) {
    if (error instanceof SyntaxError) return refuse('invalid_input')
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return refuse('webhook_signature')
    throw error
  }
}

/** The event's own data is not used, because it may be old: its payment is read from the provider. */
async function work(
  context: Context,
  event: Stripe.Event,
  handlers: readonly ProviderEventHandler[],
): Promise<Refusal | undefined> {
  const handler = handlers.find((candidate) => candidate.handles(event))
  if (handler) return handler.handle(context, event)
  const noted: ProviderEvent = { id: event.id, type: event.type, payload: event }
  const object = event.data.object
  if (object.object === 'payment_intent') {
    if (!(await isOurs(context, object.id, object.metadata))) return undefined
    const reading = await settlePayment(context, object.id, noted)
    return reading instanceof Refusal ? reading : undefined
  }
  if (object.object === 'refund' || (object.object === 'charge' && event.type === 'charge.refunded')) {
    const intent = object.payment_intent
    const id = typeof intent === 'string' ? intent : intent?.id
    return id && (await isOurs(context, id, object.metadata)) ? syncRefunds(context, id, noted) : undefined
  }
  return undefined
}

/** The same account at the provider may charge for other systems, and in its other mode. */
async function isOurs(
  { db }: Context,
  intentId: string,
  metadata: Stripe.Metadata | null | undefined,
): Promise<boolean> {
  if (metadata?.payment_transaction_id) return true
  const payment = await db
    .selectFrom('payment_transactions')
    .select('id')
    .where('stripe_payment_intent_id', '=', intentId)
    .executeTakeFirst()
  return payment !== undefined
}
