import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { PaymentSummary, PaymentType } from '../../../shared/contract/payments/payments.ts'
import { capitalized } from '../../../shared/domain/capitalized.ts'
import { centsFromDollars, formatDollars } from '../../../shared/domain/money/money.ts'
import { readPurchaseText } from '../../../shared/domain/money/purchaseText.ts'
import { useSession } from '../../api/session.ts'
import { BookedLinks } from '../../components/BookedLinks.tsx'
import { PurchaseText } from '../../components/PurchaseText.tsx'
import dialogContent from '../../ui/dialogContent.module.css'
import { useFocusOnShow } from '../../ui/useFocusOnShow.ts'
import classes from './PaymentSuccess.module.css'

/** Where what was paid is found in the account (spec 2 §2). */
const waysOn = {
  class_booking: { label: 'View My Classes', tab: 'classes' },
  camp_registration: { label: 'View My Camps', tab: 'camps' },
  membership: { label: 'View My Membership', tab: 'profile' },
  cage_booking: { label: 'View My Bookings', tab: 'bookings' },
  lesson: { label: 'View My Lessons', tab: 'lessons' },
} as const satisfies Record<PaymentType, { label: string; tab: string }>
type Tab = (typeof waysOn)[PaymentType]['tab'] | 'payments'

export type PaidSummary = Pick<PaymentSummary, 'amount' | 'description' | 'receiptUrl' | 'paymentType'> &
  Partial<Pick<PaymentSummary, 'card_brand' | 'card_last4' | 'calendar_url'>>

interface PaymentSuccessProps {
  payment: PaidSummary
  /** Who takes part, where it is not only the customer. */
  forWhom?: string | undefined
  onClose: () => void
}

/**
 * The dialog's content after a successful payment (spec 2 §2), of whatever type; its title is 'Payment Successful!'. A guest,
 * who has no account to look into, is offered one.
 */
export function PaymentSuccess({ payment, forWhom, onClose }: PaymentSuccessProps) {
  const isGuest = useSession().status === 'signed-out'
  const { amount, description, receiptUrl, paymentType, calendar_url } = payment
  const summary = useFocusOnShow<HTMLDivElement>()
  const way = waysOn[paymentType]
  return (
    <>
      <div ref={summary} tabIndex={-1} className={classes.summary}>
        <IconCircleCheck className={classes.check} aria-hidden />
        <p role="status" className={classes.text}>
          {paymentType === 'membership' ? 'Your membership is active.' : 'Your booking has been confirmed.'}
        </p>
        <p className={classes.amount}>{formatDollars(centsFromDollars(amount))}</p>
        <PurchaseText text={description} className={classes.what} most={6} />
        {forWhom && <p className={classes.card}>For {forWhom}</p>}
        <Card payment={payment} />
      </div>
      <div className={dialogContent.buttons}>
        {isGuest && (
          <Link
            to="/auth"
            search={{ mode: 'signup', redirect: '/account' }}
            className={dialogContent.main}
            onClick={onClose}
          >
            Create Account to Manage Booking
          </Link>
        )}
        {way.tab === 'profile' ? (
          <AccountLink tab={way.tab} className={dialogContent.main} onClick={onClose}>
            {way.label}
          </AccountLink>
        ) : (
          <BookedLinks
            calendar={calendar_url ?? null}
            of={readPurchaseText(description).title}
            account={isGuest ? null : way}
            onLeave={onClose}
          />
        )}
        {receiptUrl && (
          <a href={receiptUrl} target="_blank" rel="noopener noreferrer" className={dialogContent.link}>
            View Receipt
          </a>
        )}
        {!isGuest && (
          <AccountLink tab="payments" className={dialogContent.link} onClick={onClose}>
            View Payment History
          </AccountLink>
        )}
        <Button variant="default" onClick={onClose}>
          Continue Browsing
        </Button>
      </div>
    </>
  )
}

interface AccountLinkProps {
  tab: Tab
  className: string | undefined
  onClick: () => void
  children: string
}

const AccountLink = ({ tab, ...link }: AccountLinkProps) => <Link to="/account" search={{ tab }} {...link} />

function Card({ payment: { card_brand: brand, card_last4: last4 } }: { payment: PaidSummary }) {
  if (!last4) return null
  return (
    <p className={classes.card}>
      Paid with {brand ? capitalized(brand) : 'card'} ending in {last4}
    </p>
  )
}
