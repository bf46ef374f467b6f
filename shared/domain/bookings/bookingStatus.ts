/** The life of a booking, as data: the server's guard and a button's disabled reason read the same table. */
import type { BookingStatus } from '../../contract/bookings/bookings.ts'

/** Who changes a status: the payment provider's word, an admin, the desk, or the coach or customer whose booking it is. */
export type StatusActor = 'provider' | 'admin' | 'desk' | 'coach' | 'customer'

const byStaff: Record<BookingStatus, readonly BookingStatus[]> = {
  'pending payment': ['paid', 'canceled'],
  paid: ['pending payment', 'canceled'],
  canceled: ['pending payment', 'paid'],
}

/**
 * Which status may follow which. The provider makes a booking paid, or staff by an audited note (decisions 2 and 32): the
 * desk, an admin, and a coach for own lessons. The desk and an admin may bring a canceled booking back, if its time is still
 * free; a coach no longer edits it (spec 3 §2).
 */
export const nextStatuses: Record<StatusActor, Record<BookingStatus, readonly BookingStatus[]>> = {
  provider: { 'pending payment': ['paid'], paid: [], canceled: [] },
  admin: byStaff,
  desk: byStaff,
  // A payment in the coach's hand, and back while it is the coach's own note (updateLesson.ts).
  coach: { 'pending payment': ['paid', 'canceled'], paid: ['pending payment', 'canceled'], canceled: [] },
  // Until the cut-off (changePolicy.ts).
  customer: { 'pending payment': ['canceled'], paid: ['canceled'], canceled: [] },
}

/** Whether an actor may take a booking from one status to another; staying as it is is always allowed. */
export function mayFollow(actor: StatusActor, from: BookingStatus, to: BookingStatus): boolean {
  return from === to || nextStatuses[actor][from].includes(to)
}

/** A status as it came in: 'cancelled' means 'canceled' (decision 12). Null for anything unknown. */
export function readBookingStatus(text: string): BookingStatus | null {
  if (text === 'cancelled') return 'canceled'
  return text === 'pending payment' || text === 'paid' || text === 'canceled' ? text : null
}
