import type { CustomerBooking } from '../../../shared/contract/bookings.ts'
import { facilityDay } from '../../../shared/domain/time.ts'
import { formatTimeRange } from '../../../shared/domain/timeFormat.ts'
import { SessionCard } from './SessionCard.tsx'

/** One cage booking of the customer, in facility time. */
export function BookingCard({ booking, zone }: { booking: CustomerBooking; zone: string }) {
  const { cage_name, start_time, end_time, status, payment_method, total_cost } = booking
  return (
    <SessionCard
      title={cage_name}
      day={facilityDay(start_time, zone)}
      times={formatTimeRange(start_time, end_time, zone)}
      status={status}
      paymentMethod={payment_method}
      cost={total_cost}
    />
  )
}
