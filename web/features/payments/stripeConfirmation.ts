import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import {
  answerOfError,
  answerOfIntent,
  type CardAnswer,
  type CardConfirmation,
  type CardPurpose,
  type ProviderIntent,
} from './cardConfirmation.ts'
import { unexpected } from './paymentTexts.ts'

/** What Stripe.js answers: a payment intent, a setup intent or an error. */
interface StripeAnswer {
  paymentIntent?: ProviderIntent | undefined
  setupIntent?: ProviderIntent | undefined
  error?: StripeError | undefined
}

/** The Payment Element's way to Stripe. A bank's check opens over the page; only some methods take the whole window. */
export function stripeConfirmation(
  stripe: Stripe,
  elements: StripeElements,
  { kind, clientSecret, returnUrl }: CardPurpose,
): CardConfirmation {
  const request = {
    elements,
    confirmParams: { return_url: returnUrl },
    redirect: 'if_required' as const,
  }
  const isPayment = kind === 'payment'
  return {
    confirm: () => read(isPayment ? stripe.confirmPayment(request) : stripe.confirmSetup(request)),
    resume: () => read(stripe.handleNextAction({ clientSecret })),
    retrieve: () =>
      read(isPayment ? stripe.retrievePaymentIntent(clientSecret) : stripe.retrieveSetupIntent(clientSecret)),
  }
}

async function read(asked: Promise<StripeAnswer>): Promise<CardAnswer> {
  const { error, paymentIntent, setupIntent } = await asked
  const intent = paymentIntent ?? setupIntent
  if (intent) return answerOfIntent(intent)
  return error ? answerOfError(error) : { kind: 'refused', reason: unexpected }
}
