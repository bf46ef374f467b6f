import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CampRegistration } from '../../../shared/contract/camps.ts'
import { centsFromDollars, formatDollars, leastCardCents } from '../../../shared/domain/money.ts'
import classes from './RegisterPanel.module.css'
import { paymentStatus } from './registerState.ts'

/** One's own seat: how it stands with its payment, and paying it now (spec 2 §2, §4). */
export function SeatStatus({ registration, onPay }: { registration: CampRegistration; onPay: () => void }) {
  const status = paymentStatus(registration)
  const cents = centsFromDollars(registration.total_cost)
  return (
    <div className={classes.actions}>
      <p className={classes.seat}>
        <IconCircleCheck size={24} aria-hidden />
        Status: {status}
      </p>
      {status === 'Pay on Arrival' && cents >= leastCardCents && (
        <Button size="lg" color="stitch.6" onClick={onPay}>
          Pay Now · {formatDollars(cents)}
        </Button>
      )}
      {registration.receipt_url && (
        <a href={registration.receipt_url} target="_blank" rel="noopener noreferrer" className={classes.link}>
          View Receipt
        </a>
      )}
      <Link to={'/account' as string} search={{ tab: 'camps' }} className={classes.link}>
        View My Camps
      </Link>
    </div>
  )
}
