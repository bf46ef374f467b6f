import type { Camp, CampRegistration } from '../../../shared/contract/camps.ts'

/** What the Register Now panel shows (spec 2 §2, 'Page states'). */
export type RegisterState =
  | { kind: 'registered'; registration: CampRegistration }
  | { kind: 'closed' | 'over' | 'full' | 'open' }

/**
 * Whoever has a seat is told of it before anything else: it matters to nobody else that the camp is full or closed. And
 * whoever holds the last one by a checkout can go on with it.
 */
export function registerState(
  camp: Pick<Camp, 'registration_state'>,
  registration: CampRegistration | null,
  held: boolean,
): RegisterState {
  if (registration) return { kind: 'registered', registration }
  return { kind: held && camp.registration_state === 'full' ? 'open' : camp.registration_state }
}

/** The panel's headings, in the specification's words. */
export const stateHeadings: Readonly<Record<RegisterState['kind'], string>> = {
  open: 'Register Now',
  closed: 'Registration Closed',
  over: 'Registration Closed',
  full: 'Camp Full',
  registered: 'Already Registered',
}

/** How a seat stands with its payment; a free camp asks for none. */
export function paymentStatus({
  status,
  total_cost,
}: Pick<CampRegistration, 'status' | 'total_cost'>): string {
  if (status === 'paid' || total_cost === 0) return 'Payment Complete'
  return 'Pay on Arrival'
}
