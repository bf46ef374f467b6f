import type { Facility } from '../../../shared/contract/facility/facility.ts'
import type { LessonRequest } from '../../../shared/contract/lessons/lessons.ts'
import { openRange, slotMinutes } from '../../../shared/domain/bookings/slots.ts'
import { mostDaysAhead, terms } from '../../../shared/domain/bookings/terms.ts'
import { hoursOf } from '../../../shared/domain/facility/openingHours.ts'
import { type LessonTime, lessonTime } from '../../../shared/domain/lessons/lessons.ts'
import { daysBetween, facilityDay } from '../../../shared/domain/time/time.ts'
import { Refusal, refuse } from '../../refusal.ts'
import type { BookedPerson } from '../accounts/bookedPerson.ts'
import type { Participant } from '../households/participation.ts'
import { type ActingTerms, underTerms } from '../payments/changes/actingTerms.ts'
import type { CoachDay } from './availability/availability.ts'
import type { GuestOrigin, LessonGuest } from './commands/openGuestLessons.ts'

/** Who comes: an account, or a guest with at most so many lessons coming up. */
export type LessonCustomer =
  | { readonly type: 'user'; readonly id: string }
  | {
      readonly type: 'guest'
      readonly guest: LessonGuest
      /** Null where it is unknown; then the limits do not count by it. */
      readonly origin: GuestOrigin | null
      readonly mostOpen: number
    }

export interface LessonBooked extends RequestedLesson {
  readonly id: string
  readonly coach: CoachDay['coach']
  readonly cage: { readonly id: string; readonly name: string }
  readonly coachCents: number
  readonly cageCents: number
  readonly totalCents: number
}

/** Who takes part in a lesson, and who books it. */
export interface LessonFor {
  readonly customer: LessonCustomer
  /** The customer as messages speak to them. */
  readonly contact: BookedPerson
  /** Null: nobody was named, and the customer takes part. */
  readonly participant: Participant | null
  readonly actorId: string | null
}

/** A lesson to book, within the opening hours and the booking window. */
export interface RequestedLesson {
  readonly coachId: string
  readonly day: string
  readonly time: LessonTime
  readonly minutes: number
  /** Null: the first free cage by name. */
  readonly cageId: string | null
  readonly shownTotalDollars: number | null
}

/**
 * Checks what was asked for against the clock and the opening hours, as far as the terms bind to them (spec 1 §5).
 *
 * @param of.methods how the operation that asks takes payment; no other is accepted.
 * @returns the lesson, or the first thing that is wrong.
 */
export function requestedLesson(
  body: Omit<LessonRequest, 'duration_minutes'> & { readonly duration_minutes: number },
  facility: Facility,
  now: Date,
  { methods, terms: acting = customer }: { methods: readonly string[]; terms?: BoundBy },
): RequestedLesson | Refusal {
  const { coach_id: coachId, lesson_date: day, start_time: startTime, duration_minutes: minutes } = body
  if (!coachId || !day || !startTime) return refuse('lesson_time_required')
  if (!methods.includes(body.payment_method)) return refuse('online_payment_unavailable')
  const time = bookableTime({ day, startTime, minutes }, facility, now, acting)
  if (time instanceof Refusal) return time
  return {
    coachId,
    day,
    time,
    minutes,
    cageId: body.cage_id ?? null,
    shownTotalDollars: body.totalAmount ?? null,
  }
}

/**
 * A lesson's time, if the clock, the booking window and the opening hours allow it as far as the terms bind to them; or the
 * first thing that is wrong.
 */
export function bookableTime(
  { day, startTime, minutes }: { day: string; startTime: string; minutes: number },
  facility: Facility,
  now: Date,
  acting: BoundBy = customer,
): LessonTime | Refusal {
  const zone = facility.time_zone
  if (Number(startTime.slice(3)) % slotMinutes !== 0) return refuse('slot_unaligned')
  const ahead = daysBetween(facilityDay(now, zone), day)
  if (ahead > mostDaysAhead) return refuse('slot_too_far_ahead')
  const open = openRange(day, hoursOf(day, facility), zone)
  const ofDay =
    underTerms(acting, 'past', ahead < 0 ? refuse('slot_in_past') : null) ??
    underTerms(
      acting,
      'booking_window',
      ahead > facility.booking_window_days ? refuse('slot_too_far_ahead') : null,
    ) ??
    underTerms(acting, 'opening_hours', open ? null : refuse('facility_closed'))
  if (ofDay) return ofDay
  const time = lessonTime(day, startTime, minutes, zone)
  if (!time) return refuse(lastsPastMidnight(startTime, minutes) ? 'facility_closed' : 'clocks_change')
  const isClosed = open !== null && (time.start < open.start || time.end > open.end)
  const refusal =
    underTerms(acting, 'past', time.start < now ? refuse('slot_in_past') : null) ??
    underTerms(acting, 'opening_hours', isClosed ? refuse('facility_closed') : null)
  return refusal ?? time
}

type BoundBy = Pick<ActingTerms, 'rules' | 'overrideReason'>
const customer: BoundBy = { rules: terms.customer.rules, overrideReason: null }

const lastsPastMidnight = (startTime: string, minutes: number): boolean =>
  Number(startTime.slice(0, 2)) * 60 + Number(startTime.slice(3)) + minutes >= 24 * 60
