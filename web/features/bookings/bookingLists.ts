import type { CustomerBooking } from '../../../shared/contract/bookings.ts'
import { epochMs } from '../../../shared/domain/time.ts'

/** A customer's bookings as they are looked for: what comes, soonest first; then what is over, latest first. */
export interface BookingLists {
  readonly upcoming: readonly CustomerBooking[]
  readonly past: readonly CustomerBooking[]
}

/** A session is upcoming until it ends. */
export function bookingLists(bookings: readonly CustomerBooking[], now: Date): BookingLists {
  const byStart = bookings.toSorted((a, b) => epochMs(a.start_time) - epochMs(b.start_time))
  const isOver = ({ end_time }: CustomerBooking) => epochMs(end_time) <= now.getTime()
  return {
    upcoming: byStart.filter((booking) => !isOver(booking)),
    past: byStart.filter(isOver).reverse(),
  }
}
