import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { CardConfirmation, CardPurpose } from './cardConfirmation.ts'
import type { CardProvider } from './cardProvider.ts'

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

const StripeCardFields = lazy(() => import('./StripeCardFields.tsx'))
const SandboxCardFields = lazy(() => import('./SandboxCardFields.tsx'))

/** The fields for a card: Stripe's own, or those of the sandbox. */
export function CardFields({ provider, ...fields }: CardFieldsProps & { provider: CardProvider }) {
  return (
    <Suspense fallback={<Skeleton height="12rem" radius="md" />}>
      {provider.apiBase === null ? (
        <StripeCardFields {...fields} />
      ) : (
        <SandboxCardFields {...fields} apiBase={provider.apiBase} />
      )}
    </Suspense>
  )
}
