/** What of the form a move begins with: where the booking goes. */

import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { facilityDay, facilityWallTime, minuteMs } from '../../../../shared/domain/time/time.ts'
import { outsideHours, type Wanted } from './dayAvailability.ts'
import { type Edited, type EditForm, formOf } from './editBooking.ts'

/** Where it goes, as far as that is known when the dialog opens. */
export interface MoveTarget {
  readonly cageId?: string | undefined
  readonly start?: Date | undefined
  readonly end?: Date | undefined
}

/** A booking by itself, the form that moves it, and what that is compared with: a move always says where it goes. */
export function moveOf(
  booking: ListedBooking,
  to: MoveTarget | undefined,
  zone: string,
): { base: Edited; before: EditForm; values: EditForm } {
  const base = { booking, members: [booking], lesson: null, refunds: [], told: [] }
  const { cageId, start = new Date(booking.start_time), end } = to ?? {}
  const before = formOf(base, booking.id, zone)
  const values = {
    ...before,
    day: facilityDay(start, zone),
    start_time: facilityWallTime(start, zone),
    cage_id: cageId ?? before.cage_id,
    ...(end && { duration_minutes: (end.getTime() - start.getTime()) / minuteMs }),
  }
  return { base, before: { ...before, day: '' }, values }
}

/** What is wrong with the reason of a move: a kept price needs one. */
export const reasonProblem = (reason: string, { price }: Pick<EditForm, 'price'>): string | null =>
  price === 'kept' && !reason.trim() ? 'Enter why the old price is kept.' : null

/** The rule that the new time breaks and a written reason overrides, as far as the browser knows. */
export function brokenRule(wanted: Wanted | null, day: string, facility: Facility, now: Date): string | null {
  const broken = wanted && outsideHours(wanted, day, facility, now)
  if (!broken) return null
  return broken === 'closed' ? 'The facility is closed at that time.' : 'That time has already passed.'
}
