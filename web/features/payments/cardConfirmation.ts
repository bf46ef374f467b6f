import type { z } from 'zod'
import type { getPaymentConfiguration } from '../../../shared/contract/payments/payments.ts'
import { isBlocked, unexpected } from './paymentTexts.ts'

export interface CardFieldsProps {
  publishableKey: string
  purpose: CardPurpose
  disabled: boolean
  /** The fields can be sent; the same functions as long as the purpose is the same. */
  onReady: (confirmation: CardConfirmation) => void
  /** Whether something was typed in that leaving would lose. */
  onFilled: (filled: boolean) => void
  onLoadProblem: (error: unknown) => void
}

/** How an intent stands at the provider. Of the provider's states only these make a difference to a form. */
export type IntentStatus =
  | 'succeeded'
  | 'processing'
  | 'requires_payment_method'
  | 'requires_action'
  | 'other'

/** How the provider answered. `paymentMethodId` is what a set-up card is known by. */
export type CardAnswer =
  | { readonly kind: 'status'; readonly status: IntentStatus; readonly paymentMethodId: string | null }
  /** What was typed in is incomplete or wrong; the fields say so themselves. */
  | { readonly kind: 'invalid' }
  /** The provider or the bank says no, with its reason for a person. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The intent is in a state in which it takes no card: paid, canceled or given up in another tab. */
  | { readonly kind: 'unusable' }
  /** The browser is on its way to the bank's page. */
  | { readonly kind: 'leaving' }

/**
 * One card form's way to the provider: Stripe's Payment Element or the sandbox's fields. Calls reject where there is no
 * answer at all; `isBlocked` recognizes a blocked request by its text.
 */
export interface CardConfirmation {
  /** Sends the card. */
  confirm(): Promise<CardAnswer>
  /** Goes on with the bank's check of an intent that requires an action. */
  resume(): Promise<CardAnswer>
  /** How the intent stands now. */
  retrieve(): Promise<CardAnswer>
}

/** What the form is for: paying an intent, or keeping a card for later by a setup intent. */
export interface CardPurpose {
  readonly kind: 'payment' | 'setup'
  readonly clientSecret: string
  /** Where the bank's page leads back to, should it take the whole window. */
  readonly returnUrl: string
}

/** 'pi_123' of 'pi_123_secret_456', 'seti_…' likewise. */
export const intentIdOf = (clientSecret: string): string => clientSecret.split('_secret_', 1)[0] ?? ''

const knownStatuses: readonly string[] = [
  'succeeded',
  'processing',
  'requires_payment_method',
  'requires_action',
] satisfies IntentStatus[]

/** Reads the provider's status; a card that only waits to be confirmed counts as one to be entered. */
export function intentStatus(status: string): IntentStatus {
  if (status === 'requires_confirmation') return 'requires_payment_method'
  return knownStatuses.includes(status) ? (status as IntentStatus) : 'other'
}

/** The part of an intent, payment or setup, that is read. */
export interface ProviderIntent {
  readonly status: string
  readonly payment_method?: string | { readonly id: string } | null
  /** Of a setup intent: why the last card was refused. */
  readonly last_setup_error?: { readonly message?: string } | null
}

/** Reads an answer with an intent in it. A card for later that was refused, also at the bank's page, counts as declined. */
export function answerOfIntent(intent: ProviderIntent): CardAnswer {
  const { status, payment_method: method, last_setup_error: refused } = intent
  if (status === 'requires_payment_method' && refused) {
    return { kind: 'refused', reason: refused.message || unexpected }
  }
  const paymentMethodId = typeof method === 'string' ? method : (method?.id ?? null)
  return { kind: 'status', status: intentStatus(status), paymentMethodId }
}

/** The part of a provider's error that is read. */
export interface ProviderError {
  readonly type?: string
  readonly code?: string
  readonly message?: string
}

const unusableCodes: readonly (string | undefined)[] = [
  'payment_intent_unexpected_state',
  'setup_intent_unexpected_state',
  'intent_invalid_state',
]

/** Reads an error of the provider. Throws where the request itself did not get through. */
export function answerOfError({ type, code, message }: ProviderError): CardAnswer {
  if (isBlocked(message)) throw new Error(message)
  if (type === 'validation_error') return { kind: 'invalid' }
  if (unusableCodes.includes(code)) return { kind: 'unusable' }
  return { kind: 'refused', reason: message || unexpected }
}

/** Who takes the card: Stripe's own form, or ours for the sandbox and other servers that speak Stripe's API. */
export interface CardProvider {
  readonly publishableKey: string
  /** Where our form sends the card; null where Stripe's form is used. */
  readonly apiBase: string | null
}

type Configuration = z.output<typeof getPaymentConfiguration.answer>

/** The provider, or why there is none: card payment is off, or its keys are not what they should be (spec 1 §5). */
export function cardProviderOf(configuration: Configuration): CardProvider | 'unavailable' | 'misconfigured' {
  const { mode, publishable_key: publishableKey, api_base: apiBase } = configuration
  if (mode === 'unavailable') return 'unavailable'
  if (mode === 'misconfigured' || !publishableKey?.startsWith('pk_')) return 'misconfigured'
  return { publishableKey, apiBase }
}
