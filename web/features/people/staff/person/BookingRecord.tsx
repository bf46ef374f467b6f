import { Link } from '@tanstack/react-router'
import type { PersonBooking } from '../../../../../shared/contract/people/personPage.ts'
import { centsFromDollars, formatDollars } from '../../../../../shared/domain/money/money.ts'
import { StatusBadge } from '../../../../components/staff/StatusBadge.tsx'
import { whenText } from '../../../../components/staff/whenText.ts'
import { Row } from '../../../../ui/layout.tsx'
import { RecordName } from '../../../../ui/staff/DetailParts.tsx'
import classes from './PersonParts.module.css'

/** One thing that is booked, of any kind. */
export function BookingRecord({ booking, zone }: { booking: PersonBooking; zone: string }) {
  const { kind, id, title, participant_name, starts_at, status, total_cost } = booking
  return (
    <>
      <RecordName name={participant_name ? `${title} for ${participant_name}` : title}>
        {starts_at ? whenText(starts_at, zone) : 'Without a time'}
      </RecordName>
      <Row as="span" className={classes.end}>
        {formatDollars(centsFromDollars(total_cost))}
        <StatusBadge status={status} />
        {isOnBookingsPage(kind) && (
          <Link
            to="/admin/bookings"
            search={{ open: id }}
            className={classes.open}
            aria-label={`Open ${title}`}
          >
            Open
          </Link>
        )}
      </Row>
    </>
  )
}

/** Seats of classes and camps have their places on other pages. */
const isOnBookingsPage = (kind: PersonBooking['kind']): boolean =>
  kind === 'booking' || kind === 'guest_booking' || kind === 'lesson'
