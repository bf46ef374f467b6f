import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type {
  BookingStatus,
  CustomerBooking,
  ListedOwnBooking,
} from '../../../shared/contract/bookings/bookings.ts'
import { calendarFilePath } from '../../../shared/domain/time/calendarFile.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { dayInText, formatDay, formatTimeRange } from '../../../shared/domain/time/timeFormat.ts'
import { facilityQuery } from '../../api/queries/facility.ts'
import { AddToCalendar } from '../../components/AddToCalendar.tsx'
import { CardNote, canceledStatus, ItemCard, type Tone, When } from '../../components/ItemCard.tsx'
import { useToday } from '../../components/participants/ages.ts'
import { ticketLink } from '../../components/ticket/useTicket.ts'
import { lazyExtra } from '../../ui/lazyExtra.ts'
import { cardId } from '../changes/askedItem.ts'
import { bookedCage } from '../changes/booked.ts'
import { ChangeMenu } from '../changes/ChangeMenu.tsx'
import { offersChange } from '../changes/changeTexts.ts'
import { Deadline } from '../changes/Deadline.tsx'

const MoveBooking = lazyExtra(() => import('./MoveBooking.tsx'))

/** Confirmed, canceled or other (spec 2 §2); what is not paid yet is paid at the desk. */
const standings: Record<Exclude<BookingStatus, 'canceled'>, { tone: Tone; label: string }> = {
  paid: { tone: 'good', label: 'Confirmed' },
  'pending payment': { tone: 'open', label: 'Pending payment' },
}

interface BookingCardProps {
  booking: ListedOwnBooking
  zone: string
  upcoming: boolean
}

/** One cage booking of the customer, in facility time. */
export function BookingCard({ booking, zone, upcoming }: BookingCardProps) {
  const { cage_name, start_time, end_time, status, payment_method, total_cost, admin_notes, change } = booking
  const day = facilityDay(start_time, zone)
  const owed = upcoming && status === 'pending payment' && payment_method !== 'card'
  return (
    <ItemCard
      id={cardId(booking.id)}
      title={cage_name}
      page={ticketLink('bookings', [booking.id])}
      who={booking}
      day={day}
      chip={status === 'canceled' ? canceledStatus(booking.refunded_amount > 0) : standings[status]}
      cost={total_cost}
      note={owed ? 'Pay on arrival' : undefined}
      upcoming={upcoming}
      canceled={status === 'canceled'}
      actions={
        upcoming && (
          <>
            {offersChange(change) && <ChangeBooking booking={booking} />}
            <AddToCalendar href={calendarFilePath([booking.id])} of={`${cage_name}, ${formatDay(day)}`} />
          </>
        )
      }
    >
      <When day={dayInText(day, useToday())} times={formatTimeRange(start_time, end_time, zone)} />
      {admin_notes && <CardNote by="Front desk">{admin_notes}</CardNote>}
      {upcoming && <Deadline change={change} ways="move or cancel" />}
    </ItemCard>
  )
}

/** Moves or cancels the booking, from its card. */
export function ChangeBooking({ booking }: { booking: CustomerBooking }) {
  const facility = useQuery(facilityQuery).data
  if (!facility) return null
  return (
    <ChangeMenu
      facility={facility}
      booked={bookedCage(booking, facility.time_zone)}
      renderMove={(dialog) => <MoveBooking {...dialog} booking={booking} />}
      cancel={(id, once) => once('POST /api/me/bookings/:id/cancel', { id })}
      again={<Link to="/book-cage">Book another time</Link>}
    />
  )
}
