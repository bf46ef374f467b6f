import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { PaymentSummary } from '../../../shared/contract/payments/payments.ts'
import { centsFromDollars, formatDollars } from '../../../shared/domain/money/money.ts'
import dialogContent from '../../ui/dialogContent.module.css'
import { Actions, Text } from '../../ui/layout.tsx'
import { useFocusOnShow } from '../../ui/useFocusOnShow.ts'
import classes from './PaymentSuccess.module.css'
import { cardOf } from './paidTicket.ts'

export type PaidSummary = Pick<PaymentSummary, 'amount' | 'description' | 'receiptUrl' | 'paymentType'> &
  Partial<Pick<PaymentSummary, 'card_brand' | 'card_last4'>>

interface PaymentSuccessProps {
  payment: PaidSummary
  onClose: () => void
}

/** The dialog's content after a membership was paid (spec 2 §2); its title is 'Payment Successful!'. What is booked has a ticket. */
export function PaymentSuccess({ payment, onClose }: PaymentSuccessProps) {
  const { amount, description, receiptUrl } = payment
  const summary = useFocusOnShow<HTMLDivElement>()
  const card = cardOf(payment)
  return (
    <>
      <div ref={summary} tabIndex={-1} className={classes.summary}>
        <IconCircleCheck className={classes.check} aria-hidden />
        <Text above="xs" role="status">
          Your membership is active.
        </Text>
        <Text numbers above="xs" className={classes.amount}>
          {formatDollars(centsFromDollars(amount))}
        </Text>
        <Text strong breaks className={classes.what}>
          {description}
        </Text>
        {card && (
          <Text tone="dim" size="sm" above={4}>
            Paid with {card}
          </Text>
        )}
      </div>
      <Actions>
        <Link to="/account" search={{ tab: 'profile' }} className={dialogContent.main} onClick={onClose}>
          View My Membership
        </Link>
        {receiptUrl && (
          <a href={receiptUrl} target="_blank" rel="noopener noreferrer" className={dialogContent.link}>
            View Receipt
          </a>
        )}
        <Link to="/account" search={{ tab: 'payments' }} className={dialogContent.link} onClick={onClose}>
          View Payment History
        </Link>
        <Button variant="default" onClick={onClose}>
          Continue Browsing
        </Button>
      </Actions>
    </>
  )
}
