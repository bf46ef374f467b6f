import { useQuery } from '@tanstack/react-query'
import type { CustomerBooking } from '../../../shared/contract/bookings.ts'
import { epochMs } from '../../../shared/domain/time.ts'
import { customerBookingsQuery } from '../../api/queries/bookings.ts'
import { BookingCard } from '../bookings/BookingCard.tsx'
import { AccountList } from './AccountList.tsx'
import { ItemList } from './ItemList.tsx'
import { upcomingFirst } from './splitUpcoming.ts'

/** The customer's cage bookings (spec 2 §2). */
export function BookingsTab() {
  const bookings = useQuery({ ...customerBookingsQuery, staleTime: 0 })
  return (
    <AccountList<CustomerBooking> title="Bookings" what="bookings" rows={bookings}>
      {(rows, { facility, now }) => (
        <ItemList
          items={upcomingFirst(rows, ({ start_time, end_time, status }) => ({
            start: start_time,
            over: epochMs(end_time) <= now.getTime(),
            canceled: status === 'canceled',
          }))}
          card={(booking, upcoming) => (
            <BookingCard key={booking.id} booking={booking} zone={facility.time_zone} upcoming={upcoming} />
          )}
          empty={{
            title: 'No cages booked yet',
            line: 'Pick a cage and a time, and it will show up here.',
            to: '/book-cage',
            label: 'Book a cage',
          }}
        />
      )}
    </AccountList>
  )
}
