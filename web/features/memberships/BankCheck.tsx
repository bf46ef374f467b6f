import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { paymentConfigurationQuery } from '../../api/queries/payments.ts'
import { CardForm } from '../payments/CardForm.tsx'
import { type CardPurpose, cardProviderOf } from '../payments/cardConfirmation.ts'
import { configurationProblem, OpeningProblem } from '../payments/OpeningProblem.tsx'
import type { PaymentFormState } from '../payments/paymentStates.ts'
import { sentenceOf, unexpected } from '../payments/paymentTexts.ts'
import { useCardForm } from '../payments/useCardForm.ts'
import { returnUrl } from './membershipSearch.ts'

interface BankCheckProps {
  /** Of the payment that waits for its owner. */
  clientSecret: string
  /** Asks how the payment stands; may be called again. */
  onAnswered: () => Promise<void>
  onCancel: () => void
  onState: (state: PaymentFormState) => void
}

/** The bank wants to hear from the card's owner before the first month is charged (3-D Secure). */
export function BankCheck({ clientSecret, onAnswered, onCancel, onState }: BankCheckProps) {
  const { data: configuration, error, refetch } = useQuery(paymentConfigurationQuery)
  const provider = configuration && cardProviderOf(configuration)
  const [purpose] = useState<CardPurpose>(() => ({
    kind: 'payment',
    clientSecret,
    returnUrl: returnUrl(location.origin, 'confirm'),
  }))
  const form = useCardForm({
    onAccepted: async () => {
      try {
        await onAnswered()
        return { kind: 'done' }
      } catch (problem) {
        return { kind: 'failed', message: sentenceOf(problem, unexpected), recovery: 'setup' }
      }
    },
  })

  const { state } = form
  // Before the paint, so that the dialog acts on the state that is seen.
  useLayoutEffect(() => onState(state), [state, onState])

  const problem = error ?? (typeof provider === 'string' ? configurationProblem : null)
  if (problem) return <OpeningProblem problem={problem} onRetry={() => void refetch()} onClose={onCancel} />
  if (!provider || typeof provider === 'string') return <Skeleton height="14rem" />
  return <CardForm form={form} provider={provider} purpose={purpose} submit="Pay" onCancel={onCancel} />
}
