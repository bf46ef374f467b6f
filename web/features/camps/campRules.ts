import type { Camp, HouseholdCampSeat } from '../../../shared/contract/programs/camps.ts'
import { centsFromDollars, formatPrice, leastCardCents } from '../../../shared/domain/money/money.ts'
import { campDatesAndSessions, campLevelNames } from '../../../shared/domain/programs/camps.ts'
import { compareDays, facilityDay } from '../../../shared/domain/time/time.ts'

/** How many past camps are listed. */
const mostPast = 3

/** Camps that are not over, those that take registrations first and else in the server's order, and the last few that are, the latest first. */
export function campLists(
  camps: readonly Camp[],
  now: Date,
  zone: string,
): { upcoming: readonly Camp[]; past: readonly Camp[] } {
  const today = facilityDay(now, zone)
  const isOver = ({ end_date }: Camp) => compareDays(end_date, today) < 0
  return {
    upcoming: camps
      .filter((camp) => !isOver(camp))
      .toSorted((a, b) => Number(b.registration_open) - Number(a.registration_open)),
    past: camps
      .filter(isOver)
      .toSorted((a, b) => compareDays(b.end_date, a.end_date))
      .slice(0, mostPast),
  }
}

/** When a camp is, as a narrow screen shows it: no line ends between '3' and 'sessions'. */
export const campWhen = (camp: Parameters<typeof campDatesAndSessions>[0]): string =>
  campDatesAndSessions(camp).replace(/ (?=sessions$)/, '\u00a0')

/** '8-12 years · All Levels'. */
export const forWhom = ({ age_group, level }: Pick<Camp, 'age_group' | 'level'>): string =>
  [age_group, level && campLevelNames[level]].filter(Boolean).join(' · ')

/** A price in dollars, as the wire has it: '$180.00', or 'Free'. */
export const campPrice = (dollars: number): string => formatPrice(centsFromDollars(dollars))

/** What the Register Now panel shows (spec 2 §2, 'Page states'). */
export type RegisterState = 'registered' | Camp['registration_state']

/**
 * A family with a seat sees it, even if the camp is full or closed. A customer whose checkout holds the last seat can go
 * on with it.
 *
 * @param seats of the family, held ones included.
 * @param paying whether a checkout is open on the page.
 */
export function registerState(
  camp: Pick<Camp, 'registration_state'>,
  seats: readonly Pick<HouseholdCampSeat, 'status'>[],
  paying: boolean,
): RegisterState {
  if (seats.some(({ status }) => status !== 'held')) return 'registered'
  const held = paying || seats.length > 0
  return held && camp.registration_state === 'full' ? 'open' : camp.registration_state
}

/** The panel's headings, to the letter of the specification, which knows no camp that is called off. */
export const stateHeadings: Readonly<Record<RegisterState, string>> = {
  open: 'Register Now',
  called_off: 'Camp Canceled',
  closed: 'Registration Closed',
  over: 'Registration Closed',
  full: 'Camp Full',
  registered: 'Already Registered',
}

/** Whether a seat is paid; a free camp needs no payment. */
export function paymentStatus({
  status,
  total_cost,
}: Pick<HouseholdCampSeat, 'status' | 'total_cost'>): string {
  if (status === 'paid' || total_cost === 0) return 'Payment Complete'
  return 'Pay on Arrival'
}

/** Whether a seat can be paid by card now: to be paid on arrival, and enough for a card. */
export const isPayable = (
  seat: Pick<HouseholdCampSeat, 'status' | 'total_cost' | 'registration_type'>,
): boolean =>
  seat.status === 'registered' &&
  seat.registration_type === 'user' &&
  centsFromDollars(seat.total_cost) >= leastCardCents
