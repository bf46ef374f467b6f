import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { UpcomingThing } from '../../../../shared/contract/accounts/privacy.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDay, formatTime } from '../../../../shared/domain/time/timeFormat.ts'
import { Actions, Grid, Text } from '../../../ui/layout.tsx'
import type { AccountTab } from '../accountSearch.ts'
import classes from './Security.module.css'

/** Where each kind of thing is canceled; a payment ends by itself. */
const places: Readonly<Record<UpcomingThing['kind'], { tab: AccountTab; label: string } | null>> = {
  cage_booking: { tab: 'bookings', label: 'Go to Your Bookings' },
  lesson: { tab: 'lessons', label: 'Go to Your Lessons' },
  class_session: { tab: 'classes', label: 'Go to Your Classes' },
  camp: { tab: 'camps', label: 'Go to Your Camps' },
  membership: { tab: 'profile', label: 'Go to Your Membership' },
  payment: null,
}

interface BlockedDeletionProps {
  blocking: readonly UpcomingThing[]
  zone: string
  onClose: () => void
}

/** What must be canceled before the account can be deleted, and where. */
export function BlockedDeletion({ blocking, zone, onClose }: BlockedDeletionProps) {
  const kinds = [...new Set(blocking.map(({ kind }) => kind))]
  return (
    <>
      <Text below="lg">
        This is paid for or still running. Please cancel it first, or call us; then you can delete your
        account.
        {kinds.includes('payment') && ' A payment that is under way is over in fifteen minutes at most.'}
      </Text>
      <UpcomingThings things={blocking} zone={zone} />
      <Grid as="ul" gap="xs" above="sm" className={classes.places}>
        {kinds.map((kind) => {
          const place = places[kind]
          return (
            place && (
              <li key={kind}>
                <Link to="/account" search={{ tab: place.tab }} className={classes.link} onClick={onClose}>
                  {place.label}
                </Link>
              </li>
            )
          )
        })}
      </Grid>
      <Actions>
        <Button variant="default" onClick={onClose}>
          Keep My Account
        </Button>
      </Actions>
    </>
  )
}

/** What is coming up, in facility time. */
export function UpcomingThings({ things, zone }: { things: readonly UpcomingThing[]; zone: string }) {
  return (
    <Grid as="ul" gap="xs" className={classes.things}>
      {things.map(({ kind, title, starts_at }) => (
        <li key={`${kind} ${title} ${starts_at}`}>
          <strong>{title}</strong>
          {starts_at
            ? `${formatDay(facilityDay(starts_at, zone), 'short')}, ${formatTime(starts_at, zone)}`
            : textOf[kind]}
        </li>
      ))}
    </Grid>
  )
}

/** The text of things that have no time. */
const textOf: Partial<Record<UpcomingThing['kind'], string>> = {
  membership: 'renews every month',
  payment: 'under way right now',
}
