import { type ReactNode, useLayoutEffect, useState } from 'react'
import type { PaymentSummary } from '../../../shared/contract/payments.ts'
import { formatDollars } from '../../../shared/domain/money.ts'
import { PurchaseText } from '../../components/PurchaseText.tsx'
import classes from './CardCheckout.module.css'
import { CardForm } from './CardForm.tsx'
import type { CardPurpose } from './cardConfirmation.ts'
import type { CardProvider } from './cardProvider.ts'
import type { CheckoutIntent } from './checkoutIntent.ts'
import { HoldCountdown } from './HoldCountdown.tsx'
import { paymentReturnUrl } from './paymentReturn.ts'
import type { PaymentFormState } from './paymentStates.ts'
import { usePayment } from './usePayment.ts'

interface PayIntentProps {
  intent: CheckoutIntent
  provider: CardProvider
  returnPath: string
  onPaid: (payment: PaymentSummary) => void
  onState?: (state: PaymentFormState) => void
  onFilled?: (filled: boolean) => void
  onHoldEnded?: () => void
  onRestart?: () => void
  onCancel: () => void
  /** Said above the form. */
  children?: ReactNode
}

/** What is paid, how long it is held, and the card form for it. Another intent needs another key. */
export function PayIntent(props: PayIntentProps) {
  const { intent, provider, returnPath, onPaid, onState, onFilled, onHoldEnded, onRestart, onCancel } = props
  const form = usePayment(intent, onPaid)
  const { state } = form
  const [purpose] = useState<CardPurpose>(() => ({
    kind: 'payment',
    clientSecret: intent.clientSecret,
    returnUrl: paymentReturnUrl(location.origin, returnPath),
  }))
  // Before the paint, so that the dialog acts on the state that is seen.
  useLayoutEffect(() => onState?.(state), [state, onState])

  return (
    <>
      <div className={classes.order}>
        <PurchaseText text={intent.description} className={classes.what} most={6} />
        <p className={classes.total}>
          <span className={classes.totalLabel}>Total</span> {formatDollars(intent.total)}
        </p>
        {intent.heldUntil !== null && onHoldEnded && (
          <HoldCountdown until={intent.heldUntil} onEnd={onHoldEnded} />
        )}
      </div>
      {props.children}
      <CardForm
        form={form}
        provider={provider}
        purpose={purpose}
        submit={`Pay ${formatDollars(intent.total)}`}
        {...(onFilled ? { onFilled } : {})}
        onRestart={onRestart}
        onCancel={onCancel}
      />
    </>
  )
}
