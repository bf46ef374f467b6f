import type { z } from 'zod'
import type { createPaymentIntent, PaymentState } from '../../shared/contract/payments/payments.ts'
import { bodyOf } from './answers.ts'
import type { TestApp } from './testApp.ts'

/** Stripe's documented test cards. */
export const testCards = {
  success: '4242424242424242',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  authentication: '4000002760003184',
  /** Is processing for a while. */
  takesItsTime: '4000000000007007',
  refundPending: '4000000000007726',
  refundFails: '4000000000005126',
  disputed: '4000000000000259',
} as const

export type OpenedPayment = z.output<typeof createPaymentIntent.answer>

/** A card as form parameters of Stripe's API. */
export const cardFields = (number: string = testCards.success) => ({
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': number,
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': '2040',
  'payment_method_data[card][cvc]': '123',
})

/** Opens a card payment as the browser does; throws when it is refused. */
export async function openPayment(app: TestApp, cookie: string, request: unknown): Promise<OpenedPayment> {
  const response = await app.request('/api/payments/intents', { json: request, cookie })
  if (response.status !== 201) throw new Error(`refused: ${response.status} ${await response.text()}`)
  return (await response.json()) as OpenedPayment
}

/** Sends a card to the sandbox as its card form does; returns the provider's intent or error. */
export async function sendCard(
  app: TestApp,
  opened: Pick<OpenedPayment, 'clientSecret' | 'paymentIntentId'>,
  card: string = testCards.success,
): Promise<{
  status?: string
  error?: { code: string }
  next_action?: { redirect_to_url?: { url: string } }
}> {
  const { publishableKey, browserApiBase } = app.context.payments
  const response = await app.request(
    `${browserApiBase}/v1/payment_intents/${opened.paymentIntentId}/confirm`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        key: publishableKey ?? '',
        client_secret: opened.clientSecret,
        ...cardFields(card),
        return_url: `${app.url}/account?payment=success`,
      }).toString(),
    },
  )
  return response.json() as ReturnType<typeof sendCard>
}

/** Confirms a payment in the app, as the browser does after sending the card. */
export async function confirmPayment(
  app: TestApp,
  cookie: string,
  opened: Pick<OpenedPayment, 'clientSecret' | 'paymentIntentId'>,
): Promise<PaymentState> {
  const response = await app.request('/api/payments/confirm', {
    json: { payment_intent_id: opened.paymentIntentId, client_secret: opened.clientSecret },
    cookie,
  })
  return bodyOf<PaymentState>(response)
}

/** A complete payment as in the browser: open, send the card, confirm. */
export async function payByCard(
  app: TestApp,
  cookie: string,
  request: unknown,
  card: string = testCards.success,
): Promise<PaymentState> {
  const opened = await openPayment(app, cookie, request)
  await sendCard(app, opened, card)
  return confirmPayment(app, cookie, opened)
}
