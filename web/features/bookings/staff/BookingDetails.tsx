import { Button } from '@mantine/core'
import { IconAddressBook, IconEdit, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ListedBooking } from '../../../../shared/contract/bookingLists.ts'
import { centsFromDollars, formatDollars } from '../../../../shared/domain/money.ts'
import { facilityDay } from '../../../../shared/domain/time.ts'
import { formatDay, formatTime, formatTimeRange } from '../../../../shared/domain/timeFormat.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { staffBookingQuery, useLiveBookings } from '../../../api/queries/staffBookings.ts'
import { ContactLinks } from '../../../components/staff/ContactLinks.tsx'
import { StatusBadge } from '../../../components/staff/StatusBadge.tsx'
import { DetailDrawer } from '../../../ui/staff/DetailDrawer.tsx'
import { Details, Fact, Facts, Prose, RecordList, RecordName } from '../../../ui/staff/DetailParts.tsx'
import classes from './BookingDetails.module.css'
import { isChangeable, methodName, rowName } from './bookingTexts.ts'
import { EditContactDialog } from './EditContactDialog.tsx'

interface BookingDetailsProps {
  /** The id of any booking of the row; closed without one. */
  id: string | undefined
  onClose: () => void
  onEdit: (booking: ListedBooking) => void
  onDelete: (booking: ListedBooking) => void
  /** What else can be done with it, beside Edit and Delete. */
  actions?: (booking: ListedBooking, members: readonly ListedBooking[]) => ReactNode
}

/** One booking beside its list: who, what, when, how it is paid, and what can be done. */
export function BookingDetailsDrawer({ id, onClose, ...tasks }: BookingDetailsProps) {
  const query = useQuery({ ...staffBookingQuery(id ?? ''), enabled: id !== undefined })
  const zone = useQuery(facilityQuery).data?.time_zone
  useLiveBookings(query.data && zone ? [facilityDay(query.data.booking.start_time, zone)] : [])
  return (
    <DetailDrawer
      opened={id !== undefined}
      onClose={onClose}
      title="Booking Details"
      query={query}
      failure="Could not load booking details."
    >
      {(found) => zone && <Sections {...found} {...tasks} zone={zone} />}
    </DetailDrawer>
  )
}

interface SectionsProps extends Omit<BookingDetailsProps, 'id' | 'onClose'> {
  booking: ListedBooking
  members: readonly ListedBooking[]
  lesson: { coach_notes: string | null; customer_notes: string | null } | null
  zone: string
}

function Sections({ booking, members, lesson, zone, onEdit, onDelete, actions }: SectionsProps) {
  const [editsContact, setEditsContact] = useState(false)
  const { start_time, end_time, customer_email, customer_phone, created_at } = booking
  const isGuest = isChangeable(booking) && booking.kind !== 'booking' && booking.customer_id === null
  return (
    <Details name={rowName(booking)}>
      {isChangeable(booking) && <ContactLinks email={customer_email} phone={customer_phone} />}
      {isChangeable(booking) && (
        <div className={classes.actions}>
          {actions?.(booking, members)}
          <Button
            variant="default"
            leftSection={<IconEdit size={18} aria-hidden />}
            onClick={() => onEdit(booking)}
          >
            Edit
          </Button>
          {isGuest && (
            <Button
              variant="default"
              leftSection={<IconAddressBook size={18} aria-hidden />}
              onClick={() => setEditsContact(true)}
            >
              Edit Contact
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() => onDelete(booking)}
          >
            Delete
          </Button>
        </div>
      )}
      <Facts>
        <Fact name="Status">
          <StatusBadge status={booking.status} />
        </Fact>
        <Fact name="Type">{booking.booking_type}</Fact>
        <Fact name="When" wide>
          {formatDay(facilityDay(start_time, zone), 'long')}, {formatTimeRange(start_time, end_time, zone)}
        </Fact>
        {booking.participant_name && <Fact name="Who Takes Part">{booking.participant_name}</Fact>}
        {booking.coach_name && <Fact name="Coach">{booking.coach_name}</Fact>}
        <Fact name={booking.cages.length > 1 ? 'Cages' : 'Cage'}>{booking.cage_name ?? 'None'}</Fact>
        <Fact name="Total">{formatDollars(centsFromDollars(booking.total_cost))}</Fact>
        {isChangeable(booking) && <Fact name="Payment Method">{methodName(booking.payment_method)}</Fact>}
        {booking.payment_status && (
          <Fact name="Payment">
            <StatusBadge status={booking.payment_status} />
          </Fact>
        )}
        <Fact name="Booked">
          {formatDay(facilityDay(created_at, zone), 'dated')}, {formatTime(created_at, zone)}
        </Fact>
      </Facts>
      <Notes title="Notes" text={booking.admin_notes} />
      <Notes title="Customer’s Notes" text={lesson?.customer_notes} />
      <Notes title="Coach’s Notes" text={lesson?.coach_notes} />
      {members.length > 1 && (
        <RecordList title="Bookings" items={members} empty="" keyOf={({ id }) => id}>
          {(member) => (
            <>
              <RecordName name={member.item_name} />
              <span>{formatDollars(centsFromDollars(member.total_cost))}</span>
            </>
          )}
        </RecordList>
      )}
      {booking.kind === 'class' && (
        <RecordList
          title="Participants"
          items={booking.participants}
          empty="Nobody is registered yet."
          keyOf={({ id }) => id}
        >
          {({ full_name, customer_name, status }) => (
            <>
              <RecordName name={full_name}>{customer_name && `Booked by ${customer_name}`}</RecordName>
              <StatusBadge status={status} />
            </>
          )}
        </RecordList>
      )}
      {isGuest && (
        <EditContactDialog
          bookings={editsContact ? members : undefined}
          onClose={() => setEditsContact(false)}
        />
      )}
    </Details>
  )
}

const Notes = ({ title, text }: { title: string; text: string | null | undefined }) =>
  text ? (
    <section>
      <h4 className={classes.heading}>{title}</h4>
      <Prose>{text}</Prose>
    </section>
  ) : null
