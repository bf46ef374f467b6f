import { type MantineTheme, Skeleton, useComputedColorScheme, useMantineTheme } from '@mantine/core'
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Appearance, Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect, useState } from 'react'
import {
  answerOfError,
  answerOfIntent,
  type CardAnswer,
  type CardConfirmation,
  type CardFieldsProps,
  type CardPurpose,
  type ProviderIntent,
} from './cardConfirmation.ts'
import { unexpected } from './paymentTexts.ts'

/**
 * Stripe's Payment Element: card, Apple Pay, Google Pay (spec 1 §4). The script comes from js.stripe.com when this is first
 * shown, never before.
 */
export default function StripeCardFields(props: CardFieldsProps) {
  const { publishableKey, purpose, onLoadProblem } = props
  const theme = useMantineTheme()
  const scheme = useComputedColorScheme('light')
  const [loading] = useState(() => loadStripe(publishableKey))
  // Elements would leave a rejected promise uncaught.
  const [loadedOrNothing] = useState(() => loading.catch(() => null))

  useEffect(() => {
    let shown = true
    loading.catch((error: unknown) => {
      if (shown) onLoadProblem(error)
    })
    return () => {
      shown = false
    }
  }, [loading, onLoadProblem])

  return (
    <Elements
      stripe={loadedOrNothing}
      options={{ clientSecret: purpose.clientSecret, appearance: stripeAppearance(theme, scheme) }}
    >
      <Fields {...props} />
    </Elements>
  )
}

function Fields({ purpose, disabled, onReady, onFilled, onLoadProblem }: CardFieldsProps) {
  const stripe = useStripe()
  const elements = useElements()
  const [loaded, setLoaded] = useState(false)

  useEffect(() => {
    if (stripe && elements && loaded) onReady(stripeConfirmation(stripe, elements, purpose))
  }, [stripe, elements, loaded, purpose, onReady])

  return (
    <>
      {!loaded && <Skeleton height="12rem" />}
      <PaymentElement
        options={{ paymentMethodOrder: ['card', 'apple_pay', 'google_pay'], readOnly: disabled }}
        onReady={() => setLoaded(true)}
        onChange={({ empty }) => onFilled(!empty)}
        onLoadError={({ error }) => onLoadProblem(new Error(error.message))}
      />
    </>
  )
}

/** What Stripe.js answers: a payment intent, a setup intent or an error. */
interface StripeAnswer {
  paymentIntent?: ProviderIntent | undefined
  setupIntent?: ProviderIntent | undefined
  error?: StripeError | undefined
}

/** The Payment Element's way to Stripe. A bank's check opens over the page; only some methods take the whole window. */
function stripeConfirmation(
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

/** Our look for Stripe's fields, which are in frames and cannot use our CSS variables. */
function stripeAppearance(theme: MantineTheme, scheme: 'light' | 'dark'): Appearance {
  const { navy, stitch, dark } = theme.colors
  const isDark = scheme === 'dark'
  return {
    theme: isDark ? 'night' : 'stripe',
    disableAnimations: false,
    variables: {
      fontFamily: 'Inter, system-ui, sans-serif',
      fontSizeBase: '16px',
      borderRadius: '8px',
      spacingUnit: '4px',
      colorPrimary: (isDark ? navy?.[2] : navy?.[7]) ?? '',
      colorBackground: isDark ? (dark?.[7] ?? '') : theme.white,
      colorText: (isDark ? dark?.[0] : theme.black) ?? '',
      colorDanger: (isDark ? stitch?.[3] : stitch?.[7]) ?? '',
    },
    rules: {
      '.Label': { fontSize: '16px', fontWeight: '500', marginBottom: '6px' },
      '.Input': { padding: '11px 12px', boxShadow: 'none' },
      '.Input:focus': { boxShadow: 'none', outline: `3px solid ${(isDark ? navy?.[2] : navy?.[5]) ?? ''}` },
    },
  }
}
