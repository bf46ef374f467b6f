import type { Participant } from '../../../../shared/contract/accounts/households.ts'
import type { Attendance } from '../../../../shared/contract/bookings/staffChanges.ts'
import type { PayableItem } from '../../../../shared/contract/payments/staffPayments.ts'
import type { StaffCampRegistration } from '../../../../shared/contract/programs/campRegistrations.ts'
import type {
  AdminClassRegistration,
  SessionWithRegistrations,
} from '../../../../shared/contract/programs/classSessions.ts'
import type { UnsignedWaiver } from '../../../../shared/contract/waivers/waivers.ts'
import { centsFromDollars } from '../../../../shared/domain/money/money.ts'
import { type AgeRange, ageStanding } from '../../../../shared/domain/programs/ages.ts'
import { facilityDay, instantOf } from '../../../../shared/domain/time/time.ts'

/** Someone on a roster, of a camp as of a class session. Amounts in dollars. */
export interface RosterSeat {
  readonly payable: PayableItem
  readonly id: string
  /** Null once the person is deleted. */
  readonly participantId: string | null
  readonly name: string
  readonly age: number | null
  readonly isOutsideAges: boolean
  /** Who registered them; null once the account is deleted. */
  readonly adult: {
    /** The account; null for a guest. */
    readonly id: string | null
    readonly name: string
    readonly email: string | null
    readonly phone: string | null
  } | null
  readonly isGuest: boolean
  readonly status: 'paid' | 'unpaid' | 'canceled'
  readonly owed: number
  readonly hasPayment: boolean
  /** Null where it is asked for when it is opened. */
  readonly paymentId: string | null
  readonly attendance: Attendance | null
  readonly missingCare: Participant['missing_care']
  readonly hasNote: boolean
  readonly unsigned: UnsignedWaiver[]
  readonly registeredAt: string
  readonly revision: number
}

export const NO_NAME = 'Name not provided'

/** @param day of which the attendance is shown. */
export function campSeat(registration: StaffCampRegistration, ages: AgeRange, day: string): RosterSeat {
  const { id, participant, registrant, is_guest, status } = registration
  const age = participant?.age ?? null
  return {
    payable: { kind: is_guest ? 'guest_camp_registration' : 'camp_registration', id },
    id,
    participantId: participant?.id ?? null,
    name: registration.name || NO_NAME,
    age,
    isOutsideAges: age !== null && ageStanding(age, ages) === 'outside',
    adult: registrant && {
      id: registrant.id,
      name: registrant.full_name,
      email: registrant.email,
      phone: registrant.phone_number,
    },
    isGuest: is_guest,
    status: status === 'registered' ? 'unpaid' : status,
    owed: registration.owed_amount,
    hasPayment: registration.has_payment,
    paymentId: null,
    attendance: registration.attendance[day] ?? null,
    missingCare: participant?.missing_care ?? [],
    hasNote: participant?.has_note ?? false,
    unsigned: participant?.unsigned ?? [],
    registeredAt: registration.created_at,
    revision: registration.revision,
  }
}

export function classSeat(seat: AdminClassRegistration): RosterSeat {
  const { id, participant, isGuest, user_id } = seat
  const isKnown = isGuest || user_id !== null
  return {
    payable: { kind: 'class_registration', id },
    id,
    participantId: participant.id,
    name: participant.name,
    age: participant.age,
    isOutsideAges: false,
    adult: isKnown
      ? { id: user_id, name: seat.customer_name, email: seat.customer_email, phone: seat.customer_phone }
      : null,
    isGuest,
    status: seat.status,
    owed: seat.owed,
    hasPayment: seat.payment_id !== null,
    paymentId: seat.payment_id,
    attendance: seat.attendance,
    missingCare: participant.missing_care,
    hasNote: participant.has_note,
    unsigned: participant.unsigned,
    registeredAt: seat.created_at,
    revision: seat.revision,
  }
}

/** How many have a spot, have paid, are here and are not known to be; and what is owed, in cents. */
export function countsOf(seats: readonly RosterSeat[]) {
  const taken = seats.filter(({ status }) => status !== 'canceled')
  const count = (is: (seat: RosterSeat) => boolean) => taken.filter(is).length
  return {
    taken: taken.length,
    paid: count(({ status }) => status === 'paid'),
    owing: count(({ owed }) => owed > 0),
    owedCents: taken.reduce((cents, { owed }) => cents + centsFromDollars(owed), 0),
    present: count(({ attendance }) => attendance === 'checked_in' || attendance === 'late'),
    noShows: count(({ attendance }) => attendance === 'no_show'),
    open: count(({ attendance }) => attendance === null),
  }
}

/** What can be noted of who came now: nothing before the day, 'no-show' from the start on. */
export interface Marks {
  readonly here: boolean
  readonly absent: boolean
}

export function marksOf(
  { day, startsAt }: { day: string; startsAt: string | Date },
  now: Date,
  zone: string,
): Marks {
  const here = facilityDay(now, zone) >= day
  return { here, absent: here && new Date(startsAt).getTime() <= now.getTime() }
}

/** A day of a camp, with the start of its first session. */
export interface CampDay {
  readonly day: string
  readonly startsAt: Date
}

/** The days of a camp's sessions, which come in the order of time. */
export function campDays(
  slots: readonly { readonly date: string; readonly start_time: string }[],
  zone: string,
): CampDay[] {
  const first = new Map<string, string>()
  for (const { date, start_time } of slots) if (!first.has(date)) first.set(date, start_time)
  return [...first].map(([day, start]) => ({ day, startsAt: instantOf(day, start, zone, 'after') }))
}

/** The one that the desk has to do with: today's, else the next, else the last. */
export const currentDay = <Dated extends { readonly day: string }>(
  days: readonly Dated[],
  today: string,
): Dated | undefined => days.find(({ day }) => day >= today) ?? days.at(-1)

/** Where a class session is and with whom: 'Cage 1, Cage 2 · Casey Coach'. */
export const placeOf = ({
  cages,
  coach_name,
}: Pick<SessionWithRegistrations['session'], 'cages' | 'coach_name'>): string =>
  [cages.length > 0 ? cages.join(', ') : 'No cage', coach_name ?? 'No coach'].join(' · ')
