import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PaymentSummary } from '../../../shared/contract/payments.ts'
import { centsFromDollars } from '../../../shared/domain/money.ts'
import { paymentConfigurationQuery } from '../../api/queries/payments.ts'
import classes from './CardForm.module.css'
import { cardProviderOf } from './cardProvider.ts'
import type { CheckoutIntent } from './checkoutIntent.ts'
import { configurationProblem, OpeningProblem } from './OpeningProblem.tsx'
import { PayIntent } from './PayIntent.tsx'
import type { PaymentReturn } from './paymentReturn.ts'
import type { PaymentFormState } from './paymentStates.ts'
import type { Settlement } from './settlePayment.ts'

interface ReturnedIntentProps {
  returned: PaymentReturn
  settlement: Extract<Settlement, { kind: 'declined' | 'action' }>
  onPaid: (payment: PaymentSummary) => void
  onState: (state: PaymentFormState) => void
  onClosed: () => void
}

/** The card form for a payment that came back from the bank unpaid: with another card it can still be paid. */
export function ReturnedIntent({ returned, settlement, onPaid, onState, onClosed }: ReturnedIntentProps) {
  const { data: configuration, error, refetch } = useQuery(paymentConfigurationQuery)
  const provider = configuration && cardProviderOf(configuration)
  const problem = error ?? (typeof provider === 'string' ? configurationProblem : null)
  if (problem) return <OpeningProblem problem={problem} onRetry={() => void refetch()} onClose={onClosed} />
  if (!provider || typeof provider === 'string') return <Skeleton height="20rem" radius="md" />
  return (
    <PayIntent
      intent={intentOf(returned, settlement.payment)}
      provider={provider}
      returnPath={location.pathname}
      onPaid={onPaid}
      onState={onState}
      onCancel={onClosed}
    >
      {settlement.kind === 'declined' && (
        <div role="alert" className={classes.notice} data-kind="problem">
          <p className={classes.message}>{settlement.message}</p>
          <p className={classes.hint}>You have not been charged. Try again, with this card or another one.</p>
        </div>
      )}
    </PayIntent>
  )
}

const intentOf = (returned: PaymentReturn, payment: PaymentSummary): CheckoutIntent => ({
  ...returned,
  type: payment.paymentType,
  description: payment.description,
  total: centsFromDollars(payment.amount),
  heldUntil: null,
})
