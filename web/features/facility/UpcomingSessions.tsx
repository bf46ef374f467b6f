import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { dayInText, formatTimeRange } from '../../../shared/domain/time/timeFormat.ts'
import { upcomingBookingsQuery } from '../../api/queries/bookings.ts'
import { useSession } from '../../api/session.ts'
import { Grid, Heading, Panel, Row, Text, textLink } from '../../ui/layout.tsx'
import classes from './UpcomingSessions.module.css'

/** Spec 1 §9: at most three. */
const shown = 3

/** The signed-in customer's next paid sessions. Without any, and when they cannot be loaded, nothing (spec 1 §7). */
export function UpcomingSessions({ timeZone }: { timeZone: string }) {
  const session = useSession()
  const { data: bookings } = useQuery({ ...upcomingBookingsQuery, enabled: session.status === 'signed-in' })
  if (session.status !== 'signed-in' || !bookings?.length) return null
  return (
    <section className={classes.section} aria-labelledby="upcoming-sessions">
      <Row align="baseline" apart className={classes.head}>
        <Title order={2} id="upcoming-sessions">
          Your Upcoming Sessions
        </Title>
        <Link to="/account" className={`${textLink} ${classes.all}`}>
          View All
        </Link>
      </Row>
      <Grid as="ul" above="sm" className={classes.cards}>
        {bookings.slice(0, shown).map((booking) => (
          <Panel as="li" small gap={4} key={booking.id} className={classes.card}>
            <Heading as="strong">{booking.cage_name}</Heading>
            {booking.participant && <span>For {booking.participant.name}</span>}
            <span>
              {dayInText(facilityDay(booking.start_time, timeZone), facilityDay(new Date(), timeZone))}
            </span>
            <Text as="span" strong numbers>
              {formatTimeRange(booking.start_time, booking.end_time, timeZone)}
            </Text>
          </Panel>
        ))}
      </Grid>
    </section>
  )
}
