import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { UpcomingOfParticipant } from '../../../../shared/contract/accounts/households.ts'
import { isRefusal } from '../../../api/apiError.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { Grid } from '../../../ui/layout.tsx'
import type { AccountTab } from '../accountSearch.ts'
import { UpcomingThings } from '../security/BlockedDeletion.tsx'
import securityClasses from '../security/Security.module.css'
import classes from './Family.module.css'

const tabs: Readonly<Record<UpcomingOfParticipant['kind'], AccountTab>> = {
  cage_booking: 'bookings',
  lesson: 'lessons',
  class_session: 'classes',
  camp: 'camps',
}

/** What is still booked for someone, where that is why a change was refused; else null. */
export const upcomingOf = (error: unknown): readonly UpcomingOfParticipant[] | null =>
  isRefusal(error, 'participant_has_upcoming')
    ? (error.details as { upcoming: UpcomingOfParticipant[] }).upcoming
    : null

interface StillBookedProps {
  /** What that means for the change. */
  sentence: string
  upcoming: readonly UpcomingOfParticipant[]
  /** Runs when the person goes to one of the lists. */
  onLeave: () => void
}

/** What is still booked for someone, and where it is canceled. */
export function StillBooked({ sentence, upcoming, onLeave }: StillBookedProps) {
  const zone = useQuery(facilityQuery).data?.time_zone ?? 'UTC'
  return (
    <div role="alert">
      <p className={classes.line}>{sentence}</p>
      <UpcomingThings things={upcoming} zone={zone} />
      <Grid as="ul" gap="xs" above="sm" className={securityClasses.places}>
        {[...new Set(upcoming.map(({ kind }) => kind))].map((kind) => (
          <li key={kind}>
            <Link
              to="/account"
              search={{ tab: tabs[kind] }}
              className={securityClasses.link}
              onClick={onLeave}
            >
              Go to your {tabs[kind]}
            </Link>
          </li>
        ))}
      </Grid>
    </div>
  )
}
