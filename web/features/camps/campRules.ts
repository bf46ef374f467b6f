import type { Camp, CampRegistration } from '../../../shared/contract/camps.ts'
import { centsFromDollars, formatPrice } from '../../../shared/domain/money.ts'
import { compareDays, facilityDay } from '../../../shared/domain/time.ts'

/** How many past camps are listed. */
const mostPast = 3

/** Camps that are not over, in the server's order, and the last few that are, the latest first. */
export function campLists(
  camps: readonly Camp[],
  now: Date,
  zone: string,
): { upcoming: readonly Camp[]; past: readonly Camp[] } {
  const today = facilityDay(now, zone)
  const isOver = ({ end_date }: Camp) => compareDays(end_date, today) < 0
  return {
    upcoming: camps.filter((camp) => !isOver(camp)),
    past: camps
      .filter(isOver)
      .toSorted((a, b) => compareDays(b.end_date, a.end_date))
      .slice(0, mostPast),
  }
}

/** A price in dollars, as the wire has it: '$180.00', or 'Free'. */
export const campPrice = (dollars: number): string => formatPrice(centsFromDollars(dollars))

/** What the Register Now panel shows (spec 2 §2, 'Page states'). */
export type RegisterState =
  | { kind: 'registered'; registration: CampRegistration }
  | { kind: 'closed' | 'over' | 'full' | 'open' }

/**
 * A customer with a seat sees it, even if the camp is full or closed. A customer whose checkout holds the last seat can
 * go on with it.
 *
 * @param held whether an unfinished checkout of the customer holds a seat.
 */
export function registerState(
  camp: Pick<Camp, 'registration_state'>,
  registration: CampRegistration | null,
  held: boolean,
): RegisterState {
  if (registration) return { kind: 'registered', registration }
  return { kind: held && camp.registration_state === 'full' ? 'open' : camp.registration_state }
}

/** The panel's headings, to the letter of the specification. */
export const stateHeadings: Readonly<Record<RegisterState['kind'], string>> = {
  open: 'Register Now',
  closed: 'Registration Closed',
  over: 'Registration Closed',
  full: 'Camp Full',
  registered: 'Already Registered',
}

/** Whether a seat is paid; a free camp needs no payment. */
export function paymentStatus({
  status,
  total_cost,
}: Pick<CampRegistration, 'status' | 'total_cost'>): string {
  if (status === 'paid' || total_cost === 0) return 'Payment Complete'
  return 'Pay on Arrival'
}
