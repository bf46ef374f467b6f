import { Link } from '@tanstack/react-router'
import type { CustomerPayment } from '../../../../shared/contract/accounts/accountPayments.ts'
import { formatAmount } from '../../../../shared/domain/money/money.ts'
import { readPurchaseText } from '../../../../shared/domain/money/purchaseText.ts'
import { StatusChip } from '../../../components/ItemCard.tsx'
import { PurchaseText } from '../../../components/PurchaseText.tsx'
import { Text } from '../../../ui/layout.tsx'
import { cardText } from '../../payments/paymentMethods.ts'
import classes from './Payments.module.css'
import {
  countText,
  descriptionText,
  forWhom,
  methodText,
  paidPage,
  statusText,
  statusTone,
} from './paymentHistory.ts'

interface PaymentProps {
  payment: CustomerPayment
}

/** What was paid, leading to it. */
export function Description({ payment }: PaymentProps) {
  const { items } = payment
  const page = paidPage(items)
  const text = descriptionText(payment)
  const lists = readPurchaseText(text).sessions.length > 0
  const names = forWhom(items)
  const count = countText(payment)
  return (
    <>
      <PurchaseText
        text={text}
        className={classes.description}
        most={4}
        title={(title) =>
          page ? (
            <Link {...page} className={classes.page}>
              {title}
            </Link>
          ) : (
            title
          )
        }
      />
      {names && (
        <Text tone="dim" size="sm" className={classes.aside}>
          {names}
        </Text>
      )}
      {count && !lists && (
        <Text tone="dim" size="sm" className={classes.aside}>
          {count}
        </Text>
      )}
      <WhatToDo payment={payment} />
    </>
  )
}

/** Why a payment failed, and a link to pay it. */
function WhatToDo({ payment: { status, failure_message, next_step } }: PaymentProps) {
  if (status !== 'failed') return null
  return (
    <>
      <Text tone="dim" size="sm" className={classes.aside}>
        {failure_message ?? 'The payment did not go through.'} You have not been charged.
      </Text>
      {next_step === 'update_card' && (
        <Link to="/membership" search={{ card: 'update' }} className={classes.page}>
          Update your card to pay it
        </Link>
      )}
    </>
  )
}

/** What it cost, and what of that came back or is on its way. */
export function Amount({ payment }: PaymentProps) {
  const { total_amount, refunded_amount, refund_pending_amount, refund_at_desk_amount } = payment
  return (
    <>
      <Text strong className={classes.amount}>
        {formatAmount(total_amount)}
      </Text>
      {refunded_amount > 0 && (
        <Text tone="dim" size="sm" className={classes.aside}>
          {formatAmount(refunded_amount)} refunded
        </Text>
      )}
      {refund_pending_amount > 0 && (
        <Text tone="dim" size="sm" className={classes.aside}>
          {formatAmount(refund_pending_amount)} on its way back
        </Text>
      )}
      {refund_at_desk_amount > 0 && (
        <Text tone="dim" size="sm" className={classes.aside}>
          {formatAmount(refund_at_desk_amount)} waits for you at our front desk
        </Text>
      )}
    </>
  )
}

/** How it was paid. */
export function Method({ payment }: PaymentProps) {
  const card = cardText(payment)
  return (
    <>
      <p className={classes.method}>{methodText(payment.payment_method)}</p>
      {card && (
        <Text tone="dim" size="sm" className={classes.aside}>
          {card}
        </Text>
      )}
    </>
  )
}

/** How the payment stands. */
export function Status({ payment: { status } }: PaymentProps) {
  return <StatusChip tone={statusTone(status)}>{statusText(status)}</StatusChip>
}
