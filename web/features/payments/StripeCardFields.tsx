import { Skeleton, useComputedColorScheme, useMantineTheme } from '@mantine/core'
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect, useState } from 'react'
import type { CardFieldsProps } from './CardFields.tsx'
import { stripeAppearance } from './stripeAppearance.ts'
import { stripeConfirmation } from './stripeConfirmation.ts'

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
      {!loaded && <Skeleton height="12rem" radius="md" />}
      <PaymentElement
        options={{ paymentMethodOrder: ['card', 'apple_pay', 'google_pay'], readOnly: disabled }}
        onReady={() => setLoaded(true)}
        onChange={({ empty }) => onFilled(!empty)}
        onLoadError={({ error }) => onLoadProblem(new Error(error.message))}
      />
    </>
  )
}
