import { Button } from '@mantine/core'
import { IconAddressBook, IconCash, IconEdit } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import { formatAmount } from '../../../../shared/domain/money/money.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDay, formatTime, formatTimeRange } from '../../../../shared/domain/time/timeFormat.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { staffBookingQuery, useLiveBookings } from '../../../api/queries/staffBookings.ts'
import { ContactLinks } from '../../../components/staff/ContactLinks.tsx'
import { HistoryLink } from '../../../components/staff/HistoryLink.tsx'
import { MessageEveryoneButton } from '../../../components/staff/reminders/MessageEveryoneButton.tsx'
import { SendReminderButton } from '../../../components/staff/reminders/SendReminderButton.tsx'
import { StatusBadge } from '../../../components/staff/StatusBadge.tsx'
import { Row, Text, textLink } from '../../../ui/layout.tsx'
import { ActionMenu } from '../../../ui/staff/ActionMenu.tsx'
import { DetailDrawer } from '../../../ui/staff/DetailDrawer.tsx'
import { Details, Fact, Facts, Prose, RecordList, RecordName } from '../../../ui/staff/DetailParts.tsx'
import { toast } from '../../../ui/toast.ts'
import { RefundDialog } from '../../payments/staff/RefundDialog.tsx'
import { ArrivalAsks } from '../../programs/staff/ToAsk.tsx'
import type { BookingAct } from './bookingActs.ts'
import { isChangeable, methodName, rowName } from './bookingTexts.ts'
import { EditContactDialog } from './EditContactDialog.tsx'
import type { BookingAction, useBookingActions } from './useBookingActions.tsx'

interface BookingDetailsProps {
  /** The id of any booking of the row; closed without one. */
  id: string | undefined
  onClose: () => void
  /** What can be done with it; while that deletes it, the live news must not ask for what is gone. */
  actions: Pick<ReturnType<typeof useBookingActions>, 'actionsOf' | 'isDeleting'>
}

/** One booking beside its list: who, what, when, how it is paid, and what can be done. */
export function BookingDetailsDrawer({ id, onClose, actions }: BookingDetailsProps) {
  const query = useQuery({ ...staffBookingQuery(id ?? ''), enabled: id !== undefined && !actions.isDeleting })
  const zone = useQuery(facilityQuery).data?.time_zone
  useLiveBookings()
  return (
    <DetailDrawer
      of={id}
      onClose={onClose}
      title="Booking Details"
      query={query}
      failure="Could not load booking details."
    >
      {(found) => zone && <Sections {...found} actions={actions.actionsOf(found.booking)} zone={zone} />}
    </DetailDrawer>
  )
}

interface SectionsProps {
  actions: readonly BookingAction[]
  booking: ListedBooking
  members: readonly ListedBooking[]
  lesson: { coach_notes: string | null; customer_notes: string | null } | null
  payments: readonly { id: string; amount: number; refunded_amount: number; payment_method: string | null }[]
  zone: string
}

function Sections({ booking, members, lesson, payments, zone, actions }: SectionsProps) {
  const [editsContact, setEditsContact] = useState(false)
  const [refunded, setRefunded] = useState<string>()
  const { start_time, end_time, customer_email, customer_phone, created_at } = booking
  const named = (act: BookingAct) => actions.find((action) => action.act === act)
  const pay = named('pay')
  const told = toldOf(booking, zone)
  const isGuest = isChangeable(booking) && booking.kind !== 'booking' && booking.customer_id === null
  return (
    <Details name={rowName(booking)}>
      {isChangeable(booking) && <ContactLinks email={customer_email} phone={customer_phone} />}
      {isChangeable(booking) && <ArrivalAsks day={facilityDay(start_time, zone)} ids={booking.ids} />}
      {booking.customer_id && (
        <Link to="/admin/users/$userId" params={{ userId: booking.customer_id }} className={textLink}>
          Open {booking.customer_name}’s page
        </Link>
      )}
      {isChangeable(booking) && (
        <Row align="stretch">
          {pay && (
            <Button
              color="stitch.6"
              leftSection={<IconCash size={18} aria-hidden />}
              onClick={() => pay.onSelect?.()}
            >
              {pay.label}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconEdit size={18} aria-hidden />}
            onClick={() => named('edit')?.onSelect?.()}
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
          <ActionMenu
            label={`Actions for ${rowName(booking)}`}
            actions={actions.filter(({ act }) => act !== 'view' && act !== 'edit' && act !== 'pay')}
            inPlace
          />
        </Row>
      )}
      <Row align="stretch">
        {booking.kind === 'class' && <SendReminderButton {...told} about="class" />}
        <MessageEveryoneButton {...told} about={booking.kind} />
      </Row>
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
        <Fact name="Total">{formatAmount(booking.total_cost)}</Fact>
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
              <span>{formatAmount(member.total_cost)}</span>
            </>
          )}
        </RecordList>
      )}
      {payments.length > 0 && (
        <RecordList title="Payments" items={payments} empty="" keyOf={({ id }) => id}>
          {({ id, amount, refunded_amount, payment_method }) => (
            <>
              <RecordName name={formatAmount(amount)}>
                {methodName(payment_method)}
                {refunded_amount > 0 && ` · ${formatAmount(refunded_amount)} refunded`}
              </RecordName>
              {refunded_amount < amount && (
                <Button variant="default" onClick={() => setRefunded(id)}>
                  Refund
                </Button>
              )}
            </>
          )}
        </RecordList>
      )}
      {booking.class_id && (
        <Link
          to="/admin/classes/$classId"
          params={{ classId: booking.class_id }}
          search={{ of: booking.id }}
          className={textLink}
        >
          Registrations and check-in
        </Link>
      )}
      {booking.kind === 'class' && (
        <RecordList
          title="Who Is Coming"
          items={booking.participants}
          empty="No one is registered yet."
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
      <HistoryLink table={auditTables[booking.kind]} record={booking.id} of={booking.item_name} />
      {isGuest && (
        <EditContactDialog
          bookings={editsContact ? members : undefined}
          onClose={() => setEditsContact(false)}
        />
      )}
      <RefundDialog
        paymentId={refunded}
        onClose={() => setRefunded(undefined)}
        onRefunded={(message) => toast.success(message)}
      />
    </Details>
  )
}

/** Where the audit log has the changes of each kind. */
const auditTables = {
  booking: 'bookings',
  guest_booking: 'guest_bookings',
  lesson: 'coach_bookings',
  class: 'class_instances',
} as const

/** What reminders and messages are about, and how many places it has. */
function toldOf({ id, kind, item_name, start_time, status, participants }: ListedBooking, zone: string) {
  const when = `${formatDay(facilityDay(start_time, zone))}, ${formatTime(start_time, zone)}`
  const places = participants.filter((participant) => participant.status !== 'canceled').length
  const count = kind === 'class' ? places : status === 'canceled' ? 0 : 1
  return { aboutId: id, title: `${item_name}, ${when}`, count }
}

const Notes = ({ title, text }: { title: string; text: string | null | undefined }) =>
  text ? (
    <section>
      <Text as="h4" size="sm" below={4}>
        {title}
      </Text>
      <Prose>{text}</Prose>
    </section>
  ) : null
