import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { paymentConfigurationQuery } from '../../api/queries/payments.ts'
import { CardForm } from './CardForm.tsx'
import { type CardPurpose, cardProviderOf } from './cardConfirmation.ts'
import { configurationProblem, OpeningProblem } from './OpeningProblem.tsx'
import type { PaymentFormState } from './paymentStates.ts'
import { sentenceOf, unexpected } from './paymentTexts.ts'
import { useCardForm } from './useCardForm.ts'

interface SetupFormProps {
  /** Of the setup intent. */
  clientSecret: string
  /** What the button says. */
  submit: string
  /**
   * The provider keeps the card under this id: do with it what it is for. While the promise runs the form waits; what it
   * rejects with is shown with a button that calls this again, so it must be safe to repeat.
   */
  onDone: (paymentMethodId: string) => Promise<void>
  onCancel: () => void
  onState?: (state: PaymentFormState) => void
  /** The sentence for a card that is refused, with the provider's reason. */
  failure?: (reason: string) => string
  /**
   * Where a bank's page leads back to, with `setup_intent` and `setup_intent_client_secret` added: shown again with that
   * secret, the form sees that the card is kept and calls `onDone` by itself.
   */
  returnUrl: string
}

/** Asks for a card to be kept for later (spec 2 §4, membership sign-up): the same form and states as a payment. */
export function SetupForm(props: SetupFormProps) {
  const { data: configuration, error, refetch } = useQuery(paymentConfigurationQuery)
  const provider = configuration && cardProviderOf(configuration)
  const { clientSecret, returnUrl, submit, onDone, onCancel, onState, failure } = props
  const [purpose] = useState<CardPurpose>({ kind: 'setup', clientSecret, returnUrl })
  const form = useCardForm({
    ...(failure && { failure }),
    onAccepted: async (paymentMethodId) => {
      try {
        if (!paymentMethodId) throw new Error('Invalid setup response. Please try again.')
        await onDone(paymentMethodId)
        return { kind: 'done' }
      } catch (problem) {
        return { kind: 'failed', message: sentenceOf(problem, unexpected), recovery: 'setup' }
      }
    },
  })

  const { state } = form
  // Before the paint, so that the dialog acts on the state that is seen.
  useLayoutEffect(() => onState?.(state), [state, onState])

  const problem = error ?? (typeof provider === 'string' ? configurationProblem : null)
  if (problem) return <OpeningProblem problem={problem} onRetry={() => void refetch()} onClose={onCancel} />
  if (!provider || typeof provider === 'string') return <Skeleton height="20rem" />
  return <CardForm form={form} provider={provider} purpose={purpose} submit={submit} onCancel={onCancel} />
}
