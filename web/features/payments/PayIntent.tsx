import { VisuallyHidden } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import type { PaymentSummary, PaymentType } from '../../../shared/contract/payments/payments.ts'
import { formatDollars } from '../../../shared/domain/money/money.ts'
import { type TaxClass, taxLabel } from '../../../shared/domain/money/salesTax.ts'
import { useSalesTax } from '../../api/queries/facility.ts'
import { PurchaseText } from '../../components/PurchaseText.tsx'
import { Row, Text } from '../../ui/layout.tsx'
import classes from './CardCheckout.module.css'
import { CardForm } from './CardForm.tsx'
import type { CardProvider, CardPurpose } from './cardConfirmation.ts'
import { askPayment, type CheckoutIntent } from './paymentCalls.ts'
import { paymentReturnUrl } from './paymentReturn.ts'
import type { PaymentFormState } from './paymentStates.ts'
import { leftCheck, somethingWrong } from './paymentTexts.ts'
import { pause, type Settlement, settlementOf, settlePayment } from './settlePayment.ts'
import { type Accepted, useCardForm } from './useCardForm.ts'

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

const taxClasses = {
  cage_booking: 'cages',
  lesson: 'lessons',
  class_booking: 'classes',
  camp_registration: 'camps',
  membership: 'memberships',
} as const satisfies Record<PaymentType, TaxClass>

/** What is paid, how long it is held, and the card form for it. Another intent needs another key. */
export function PayIntent(props: PayIntentProps) {
  const { intent, provider, returnPath, onPaid, onState, onFilled, onHoldEnded, onRestart, onCancel } = props
  const form = usePayment(intent, onPaid)
  const tax = useSalesTax(taxClasses[intent.type])
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
        <Text numbers above={2} className={classes.total}>
          <span className={classes.totalLabel}>Total</span> {formatDollars(intent.total)}
        </Text>
        {tax.percent > 0 && intent.total > 0 && (
          <Text size="sm" tone="dim">
            {taxLabel({ ...tax, added: false })}
          </Text>
        )}
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

/** How long the place is still held; calls `onEnd` once, when it is not. Spoken only as it begins and near the end. */
function HoldCountdown({ until, onEnd }: { until: number; onEnd: () => void }) {
  const [left, setLeft] = useState(() => secondsUntil(until))

  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsUntil(until)), 1_000)
    return () => clearInterval(timer)
  }, [until])
  const over = left === 0
  useEffect(() => {
    if (over) onEnd()
  }, [over, onEnd])

  const minutes = Math.ceil(left / 60)
  return (
    <Row as="p" gap={6} nowrap above={6} className={classes.hold} data-short={left <= 120}>
      <IconClock size={20} aria-hidden />
      <span>
        Reserved for you:{' '}
        <Text as="span" strong numbers>
          {formatClock(left)}
        </Text>
      </span>
      <VisuallyHidden component="span" role="status">
        {left <= 120 ? `The place is held for ${minutes === 1 ? 'one more minute' : '2 more minutes'}.` : ''}
      </VisuallyHidden>
    </Row>
  )
}

const secondsUntil = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1_000))

const formatClock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** The card form of one payment: once the provider has the money, our server is asked until the booking stands. */
function usePayment(intent: CheckoutIntent, onPaid: (payment: PaymentSummary) => void) {
  const ask = () => askPayment(intent)

  function accepted(settlement: Settlement): Accepted {
    if (settlement.kind === 'paid') onPaid(settlement.payment)
    return settlement.kind === 'unconfirmed' && intent.unconfirmedText
      ? acceptedOf({ ...settlement, message: intent.unconfirmedText })
      : acceptedOf(settlement)
  }

  return useCardForm({
    onAccepted: async () => accepted(await settlePayment({ ask, pause })),
    onUnsure: async () => {
      const settlement = settlementOf(await ask())
      return settlement.kind === 'declined' ? { kind: 'open' } : accepted(settlement)
    },
  })
}

function acceptedOf(settlement: Settlement): Accepted {
  switch (settlement.kind) {
    case 'paid':
      return { kind: 'done' }
    case 'pending':
      return { kind: 'pending' }
    case 'refunded':
      return { kind: 'failed', message: settlement.message, recovery: 'refunded' }
    case 'declined':
      return { kind: 'failed', message: settlement.message, recovery: 'card' }
    case 'action':
      return { kind: 'failed', message: leftCheck, recovery: 'authentication' }
    case 'over':
      return { kind: 'failed', message: somethingWrong, recovery: 'restart' }
    case 'unconfirmed':
      return { kind: 'failed', message: settlement.message, recovery: 'confirmation' }
  }
}
