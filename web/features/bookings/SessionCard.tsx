import type { ReactNode } from 'react'
import type { BookingStatus } from '../../../shared/contract/bookings.ts'
import { centsFromDollars, formatDollars } from '../../../shared/domain/money.ts'
import { dayParts, formatDay } from '../../../shared/domain/timeFormat.ts'
import classes from './BookingCard.module.css'

/** A booking's status in the customer's words; unpaid it is to be paid at the desk. */
const statusLabels: Record<BookingStatus, string> = {
  paid: 'Confirmed',
  'pending payment': 'Pending payment',
  canceled: 'Canceled',
}

interface SessionCardProps {
  title: string
  /** The facility day. */
  day: string
  /** On the facility's clock. */
  times: string
  status: BookingStatus
  paymentMethod: string
  /** Dollars. */
  cost: number
  children?: ReactNode
}

/** One session of the customer, whatever kind: what, when, what it costs and how it stands. */
export function SessionCard(props: SessionCardProps) {
  const { title, day, times, status, paymentMethod, cost, children } = props
  const { month, date } = dayParts(day)
  const owed = status === 'pending payment' && paymentMethod === 'on_arrival'
  return (
    <li className={classes.card} data-status={status}>
      <p className={classes.date} aria-hidden>
        <span className={classes.month}>{month}</span>
        {date}
      </p>
      <div className={classes.what}>
        <h3 className={classes.cage}>{title}</h3>
        <p className={classes.time}>{formatDay(day, 'long')}</p>
        <p className={classes.time}>{times}</p>
        {children}
      </div>
      <div className={classes.money}>
        <p className={classes.price}>{formatDollars(centsFromDollars(cost))}</p>
        <p className={classes.status} data-status={status}>
          {statusLabels[status]}
        </p>
        {owed && <p className={classes.owed}>Pay on arrival</p>}
      </div>
    </li>
  )
}
