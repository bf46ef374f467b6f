import type { BookingStatus, CustomerBooking } from '../../../shared/contract/bookings.ts'
import { centsFromDollars, formatDollars } from '../../../shared/domain/money.ts'
import { facilityDay } from '../../../shared/domain/time.ts'
import { dayParts, formatDay, formatTimeRange } from '../../../shared/domain/timeFormat.ts'
import classes from './BookingCard.module.css'

/** A booking's status in the customer's words; unpaid it is to be paid at the desk. */
const statusLabels: Record<BookingStatus, string> = {
  paid: 'Confirmed',
  'pending payment': 'Pending payment',
  canceled: 'Canceled',
}

/** One cage booking of the customer, in facility time. */
export function BookingCard({ booking, zone }: { booking: CustomerBooking; zone: string }) {
  const { cage_name, start_time, end_time, status, total_cost } = booking
  const day = facilityDay(start_time, zone)
  const { month, date } = dayParts(day)
  const owed = status === 'pending payment' && booking.payment_method === 'on_arrival'
  return (
    <li className={classes.card} data-status={status}>
      <p className={classes.date} aria-hidden>
        <span className={classes.month}>{month}</span>
        {date}
      </p>
      <div className={classes.what}>
        <h3 className={classes.cage}>{cage_name}</h3>
        <p className={classes.time}>{formatDay(day, 'long')}</p>
        <p className={classes.time}>{formatTimeRange(start_time, end_time, zone)}</p>
      </div>
      <div className={classes.money}>
        <p className={classes.price}>{formatDollars(centsFromDollars(total_cost))}</p>
        <p className={classes.status} data-status={status}>
          {statusLabels[status]}
        </p>
        {owed && <p className={classes.owed}>Pay on arrival</p>}
      </div>
    </li>
  )
}
