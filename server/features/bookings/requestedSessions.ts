import type { BookingGroup } from '../../../shared/contract/bookings/bookings.ts'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { groupSlots, slotKey } from '../../../shared/domain/bookings/selection.ts'
import { isAligned, openRange, slotMs, slotsOf } from '../../../shared/domain/bookings/slots.ts'
import { mostDaysAhead, terms } from '../../../shared/domain/bookings/terms.ts'
import { hoursOf } from '../../../shared/domain/facility/openingHours.ts'
import { daysBetween, facilityDay } from '../../../shared/domain/time/time.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type ActingTerms, underTerms } from '../payments/changes/actingTerms.ts'

export interface BookedSession extends RequestedSession {
  readonly id: string
  readonly cageName: string
  /** After any discount, with tax, in cents. */
  readonly totalCents: number
  readonly discountCents: number
}

export interface Booked {
  readonly sessions: readonly BookedSession[]
  readonly totalCents: number
}

/** One session to book: consecutive slots of one cage on one facility day. */
export interface RequestedSession {
  readonly cageId: string
  readonly day: string
  readonly start: Date
  readonly end: Date
}

/**
 * Checks what was asked for against the clock and the opening hours, as far as the terms bind to them, and joins touching
 * groups of a cage into one session, so that the price never depends on how a request was cut (spec 1 §9).
 *
 * @returns the sessions by cage and time, or the first thing that is wrong.
 */
export function requestedSessions(
  groups: readonly BookingGroup[],
  facility: Facility,
  now: Date,
  acting: BoundBy = customer,
): RequestedSession[] | Refusal {
  if (groups.length === 0) return refuse('no_slots')
  const slots = []
  for (const group of groups) {
    const wrong = refuseGroup(group, facility, now, acting)
    if (wrong) return wrong
    slots.push(...slotsOf(group).map((start) => ({ cageId: group.cageId, cageName: group.cageId, start })))
  }
  if (new Set(slots.map(slotKey)).size < slots.length) return refuse('slots_overlap_in_request')
  return groupSlots(slots).map(({ cageId, startTime, endTime }) => ({
    cageId,
    day: facilityDay(startTime, facility.time_zone),
    start: new Date(startTime),
    end: new Date(endTime),
  }))
}

type BoundBy = Pick<ActingTerms, 'rules' | 'overrideReason'>
const customer: BoundBy = { rules: terms.customer.rules, overrideReason: null }

function refuseGroup(group: BookingGroup, facility: Facility, now: Date, acting: BoundBy): Refusal | null {
  const zone = facility.time_zone
  const start = new Date(group.startTime)
  const end = new Date(group.endTime)
  if (end <= start || (end.getTime() - start.getTime()) % slotMs !== 0 || !isAligned(start, zone)) {
    return refuse('slot_unaligned')
  }
  const day = facilityDay(start, zone)
  const open = openRange(day, hoursOf(day, facility), zone)
  const isPast = start < now
  const ahead = daysBetween(facilityDay(now, zone), day)
  if (ahead > mostDaysAhead) return refuse('slot_too_far_ahead')
  const isFar = ahead > facility.booking_window_days
  const isClosed = !open || start < open.start || end > open.end
  const refusal =
    underTerms(acting, 'past', isPast ? refuse('slot_in_past') : null) ??
    underTerms(acting, 'booking_window', isFar ? refuse('slot_too_far_ahead') : null) ??
    underTerms(acting, 'opening_hours', isClosed ? refuse('facility_closed') : null)
  if (refusal) return refusal
  // Locks go by the day: no reason makes a session last into the next one.
  if (facilityDay(new Date(end.getTime() - 1), zone) !== day) return refuse('facility_closed')
  if (group.slots && !sameSlots(group.slots, group)) {
    return refuse('invalid_input', [
      { path: ['bookingDetails', 'slots'], message: 'The slots do not fill the time.' },
    ])
  }
  return null
}

function sameSlots(slots: readonly string[], range: BookingGroup): boolean {
  const starts = slotsOf(range)
  const given = slots.map((slot) => Date.parse(slot)).sort((a, b) => a - b)
  return given.length === starts.length && starts.every((start, index) => start.getTime() === given[index])
}
