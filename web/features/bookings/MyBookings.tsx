import { Button, Container, Skeleton, Title, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CustomerBooking } from '../../../shared/contract/bookings.ts'
import { customerBookingsQuery } from '../../api/queries/bookings.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { MyLessons } from '../lessons/MyLessons.tsx'
import { BookingCard } from './BookingCard.tsx'
import { bookingLists } from './bookingLists.ts'
import classes from './MyBookings.module.css'

/** The signed-in customer's cage bookings, what comes first, then what is over; and the lessons. */
export function MyBookings() {
  const bookings = useQuery(customerBookingsQuery)
  const facility = useQuery(facilityQuery)
  const error = bookings.error ?? facility.error
  const zone = facility.data?.time_zone
  const ready = bookings.data && zone
  return (
    <Container py="xl" size="md">
      <Title order={1} mb="lg">
        My Bookings
      </Title>
      {error && (
        <div role="alert" className={classes.problem}>
          <p className={classes.line}>Failed to load your bookings: {error.message}</p>
          <Button
            onClick={() => {
              if (bookings.error) void bookings.refetch()
              if (facility.error) void facility.refetch()
            }}
          >
            Try again
          </Button>
        </div>
      )}
      {ready && <Lists bookings={bookings.data} zone={zone} />}
      {!ready && !error && <Pending />}
      {zone && <MyLessons zone={zone} />}
    </Container>
  )
}

function Lists({ bookings, zone }: { bookings: readonly CustomerBooking[]; zone: string }) {
  const [now] = useState(() => new Date())
  const { upcoming, past } = bookingLists(bookings, now)
  return (
    <>
      {upcoming.length === 0 && <NothingUpcoming hasPast={past.length > 0} />}
      {upcoming.length > 0 && <List title="Upcoming" bookings={upcoming} zone={zone} />}
      {past.length > 0 && <List title="Past" bookings={past} zone={zone} />}
    </>
  )
}

function List({
  title,
  bookings,
  zone,
}: {
  title: string
  bookings: readonly CustomerBooking[]
  zone: string
}) {
  return (
    <section className={classes.section}>
      <h2 className={classes.heading}>{title}</h2>
      <ul className={classes.list}>
        {bookings.map((booking) => (
          <BookingCard key={booking.id} booking={booking} zone={zone} />
        ))}
      </ul>
    </section>
  )
}

function NothingUpcoming({ hasPast }: { hasPast: boolean }) {
  return (
    <section className={classes.empty}>
      <h2 className={classes.heading}>{hasPast ? 'Nothing coming up' : 'No cages booked yet'}</h2>
      <p className={classes.line}>Pick a cage and a time, and it will show up here.</p>
      <Link to="/book-cage" className={classes.book}>
        Book a cage
      </Link>
    </section>
  )
}

function Pending() {
  return (
    <div aria-busy="true">
      <VisuallyHidden component="output">Loading your bookings…</VisuallyHidden>
      {['first', 'second', 'third'].map((row) => (
        <Skeleton key={row} height="6rem" mb="sm" radius="lg" />
      ))}
    </div>
  )
}
