import { IconListDetails, IconMapPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { facilityQuery } from '../api/queries/facility.ts'
import { Row } from '../ui/layout.tsx'
import { AddToCalendar } from './AddToCalendar.tsx'
import classes from './BookedLinks.module.css'
import { DirectionsLink } from './DirectionsLink.tsx'

export interface BookedLinksProps {
  /** The calendar file of what was booked; null where there is none. */
  calendar: string | null
  /** What was booked, for a screen reader: 'Cage 2, Tue Nov 24'. */
  of: string
  /** Where the account lists it, in the words of the screen; a guest has no account. */
  account: { tab: 'bookings' | 'lessons' | 'classes' | 'camps'; label: string } | null
  /** The person leaves for the account. */
  onLeave?: () => void
  /** 'main': the way to the account is what most people want next. */
  emphasis?: 'main' | 'none'
}

/** What people do next with something that they have just booked: a cage, a lesson, class sessions or a camp. */
export function BookedLinks({ calendar, of, account, onLeave, emphasis = 'main' }: BookedLinksProps) {
  const facility = useQuery(facilityQuery).data
  return (
    <Row align="stretch" className={classes.links} data-emphasis={emphasis}>
      {account && (
        <Link to="/account" search={{ tab: account.tab }} className={classes.account} onClick={onLeave}>
          <IconListDetails size={20} aria-hidden />
          {account.label}
        </Link>
      )}
      <AddToCalendar href={calendar} of={of} className={classes.link} />
      {facility && (
        <DirectionsLink facility={facility} className={classes.link}>
          <IconMapPin size={20} aria-hidden />
          Directions
        </DirectionsLink>
      )}
    </Row>
  )
}
