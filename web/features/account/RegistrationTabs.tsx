import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  CustomerCampRegistration,
  CustomerClassRegistration,
} from '../../../shared/contract/accounts/accountRegistrations.ts'
import { centsFromDollars, leastCardCents } from '../../../shared/domain/money/money.ts'
import { campDays, campTimes } from '../../../shared/domain/programs/camps.ts'
import { dayBounds, instantOf } from '../../../shared/domain/time/time.ts'
import {
  dayInText,
  formatDay,
  formatWallTimeRange,
  yearOtherThan,
} from '../../../shared/domain/time/timeFormat.ts'
import { campRegistrationsQuery, classRegistrationsQuery, refreshAccount } from '../../api/queries/account.ts'
import { CardLine, When } from '../../components/ItemCard.tsx'
import { useToday } from '../../components/participants/ages.ts'
import { ticketLink } from '../../components/ticket/useTicket.ts'
import { toast } from '../../ui/toast.ts'
import { RefundNotice } from '../changes/RefundNotice.tsx'
import { useCheckout } from '../payments/useCheckout.tsx'
import { ItemList } from './ItemList.tsx'
import { type CardProps, RegistrationCard, statusChip } from './RegistrationCard.tsx'
import { ChangeCamp, ChangeSession } from './seatChanges.tsx'

/** The customer's class sessions (spec 2 §2). */
export function ClassesTab() {
  const registrations = useQuery(classRegistrationsQuery)
  return (
    <ItemList
      title="Classes"
      what="classes"
      rows={registrations}
      placeOf={(registration, { facility, now }) => {
        const { class_date, start_time, end_time } = registration.class_instances
        return {
          start: `${class_date} ${start_time}`,
          over: instantOf(class_date, end_time, facility.time_zone, 'after') <= now,
          canceled: isOff(registration),
        }
      }}
      card={(registration, upcoming, { facility }) => (
        <ClassCard
          key={registration.id}
          registration={registration}
          upcoming={upcoming}
          facility={facility}
        />
      )}
      empty={{
        title: 'No classes yet',
        line: 'Book a session of a class, and it will show up here.',
        to: '/classes',
        label: 'Browse Classes',
      }}
    />
  )
}

/** The customer's camp registrations (spec 2 §2). */
export function CampsTab() {
  const registrations = useQuery(campRegistrationsQuery)
  return (
    <ItemList
      title="Camps"
      what="camps"
      rows={registrations}
      placeOf={({ camps, status }, { facility, now }) => ({
        start: camps.start_date,
        over: isCampOver(camps, now, facility.time_zone),
        canceled: status === 'canceled',
      })}
      card={(registration, upcoming, { facility }) => (
        <CampCard key={registration.id} registration={registration} upcoming={upcoming} facility={facility} />
      )}
      empty={{
        title: 'No camps yet',
        line: 'Register for a camp, and it will show up here.',
        to: '/camps',
        label: 'See the Camps',
      }}
    />
  )
}

const isOff = ({ status, class_instances }: CustomerClassRegistration) =>
  status === 'canceled' || class_instances.status === 'canceled'

function ClassCard({ registration, upcoming, facility }: CardProps<CustomerClassRegistration>) {
  const { status, class_instances: session } = registration
  const { class_date, start_time, end_time, coach_name } = session
  const takesPlace = status === 'canceled' || session.status === 'active'
  return (
    <RegistrationCard
      registration={registration}
      upcoming={upcoming}
      facility={facility}
      page={ticketLink('classes', [registration.id])}
      day={class_date}
      canceled={isOff(registration)}
      hasTimes
      chip={takesPlace ? statusChip(registration) : { tone: 'bad', label: 'Session Canceled' }}
      receiptOf={`${session.classes.name}, ${formatDay(class_date)}`}
      title={session.classes.name}
      change={<ChangeSession registration={registration} facility={facility} />}
    >
      <When day={dayInText(class_date, useToday())} times={formatWallTimeRange({ start_time, end_time })} />
      {coach_name && <CardLine>with {coach_name}</CardLine>}
    </RegistrationCard>
  )
}

function CampCard({ registration, upcoming, facility }: CardProps<CustomerCampRegistration>) {
  const { camps: camp } = registration
  const times = campTimes(camp)
  const dates = `${campDays(camp)}${yearOtherThan(useToday(), camp.end_date)}`
  const payment = useCampPayment(registration)
  return (
    <RegistrationCard
      registration={registration}
      upcoming={upcoming}
      facility={facility}
      page={ticketLink('camps', [registration.id])}
      day={camp.start_date}
      canceled={registration.status === 'canceled'}
      hasTimes={camp.camp_timeslots.length > 0}
      chip={statusChip(registration)}
      receiptOf={camp.name}
      title={camp.name}
      change={<ChangeCamp registration={registration} facility={facility} />}
      payButton={payment.button}
    >
      <When day={dates} times={times.length === 1 ? times[0] : undefined} />
      {times.length > 1 && times.map((line) => <When key={line} day={line} times={undefined} />)}
      {camp.age_group && <CardLine>{camp.age_group}</CardLine>}
      {payment.dialog}
    </RegistrationCard>
  )
}

/** Pays a camp registration that was to be paid on arrival; the button is null if nothing can be paid by card. */
function useCampPayment(registration: CustomerCampRegistration) {
  const { id, change, registration_type, status, total_cost, camps: camp } = registration
  const queryClient = useQueryClient()
  const refresh = () => void refreshAccount(queryClient)
  const checkout = useCheckout({
    onPaid: refresh,
    // Paid or canceled in the meantime, in another tab or by staff: the list is out of date.
    onRefused: ({ code, message }) => {
      const paid = code === 'already_registered'
      if (paid) toast.info(message)
      if (paid || code === 'nothing_to_pay' || code === 'registration_not_found') refresh()
      return paid
    },
    unconfirmedText: 'Payment succeeded, but registration update failed. Please contact support.',
    returnPath: '/account?tab=camps',
    terms: <RefundNotice untils={[new Date(change.until)]} />,
  })
  const amount = centsFromDollars(total_cost)
  const owed = status === 'registered' && registration_type === 'user' && amount >= leastCardCents
  const pay = () => checkout.pay({ campId: camp.id, registrationId: id, amount, description: camp.name })
  return {
    dialog: checkout.dialog,
    button: owed ? (
      <Button color="stitch.6" aria-label={`Pay Now: ${camp.name}`} onClick={pay}>
        Pay Now
      </Button>
    ) : null,
  }
}

type Camp = Pick<CustomerCampRegistration['camps'], 'start_date' | 'end_date' | 'camp_timeslots'>

/** A camp is over at the end of its last timeslot; without timeslots, at the end of its last day. */
export function isCampOver({ end_date, camp_timeslots }: Camp, now: Date, zone: string): boolean {
  const last = camp_timeslots.at(-1)
  const end = last ? instantOf(last.date, last.end_time, zone, 'after') : dayBounds(end_date, zone).end
  return end <= now
}
