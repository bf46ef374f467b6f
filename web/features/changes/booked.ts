import type { Change } from '../../../shared/contract/accounts/changes.ts'
import type { Participation } from '../../../shared/contract/accounts/participation.ts'
import type { CustomerBooking } from '../../../shared/contract/bookings/bookings.ts'
import type { CustomerLesson } from '../../../shared/contract/lessons/lessons.ts'
import { centsFromDollars } from '../../../shared/domain/money/money.ts'
import { facilityDay, type Instant, instantOf } from '../../../shared/domain/time/time.ts'
import { formatDay, formatTimeRange } from '../../../shared/domain/time/timeFormat.ts'

/** A place and time in two lines. */
export interface Place {
  readonly title: string
  /** In facility time: 'Tue, Nov 24, 4:00–5:30 PM'. */
  readonly when: string
}

/** What the dialogs for canceling and moving know of a cage booking, a lesson, a class session or a camp registration. */
export interface Booked extends Place {
  readonly noun: 'booking' | 'lesson' | 'session' | 'registration'
  readonly id: string
  readonly start: Date
  /** Null where the server chooses the cage. */
  readonly cageId: string | null
  /** What it costs, in cents. */
  readonly total: number
  readonly change: Change
}

/** What is booked, with the name of who takes part where that is not the reader: 'Cage 2 for Mia'. */
export const titleFor = (title: string, { participant }: Pick<Participation, 'participant'>): string =>
  participant ? `${title} for ${participant.name}` : title

export const whenOf = (start: Instant, end: Instant, zone: string): string =>
  `${formatDay(facilityDay(start, zone))}, ${formatTimeRange(start, end, zone)}`

export const bookedCage = (booking: CustomerBooking, zone: string): Booked => ({
  noun: 'booking',
  id: booking.id,
  title: titleFor(booking.cage_name, booking),
  when: whenOf(booking.start_time, booking.end_time, zone),
  start: new Date(booking.start_time),
  cageId: booking.cage_id,
  total: centsFromDollars(booking.total_cost),
  change: booking.change,
})

export function bookedLesson(lesson: CustomerLesson, zone: string): Booked {
  const at = (wallTime: string) => instantOf(lesson.lesson_date, wallTime, zone)
  return {
    noun: 'lesson',
    id: lesson.id,
    title: titleFor(`Lesson with ${lesson.coach_name}`, lesson),
    when: `${whenOf(at(lesson.start_time), at(lesson.end_time), zone)} · ${lesson.cage_name}`,
    start: at(lesson.start_time),
    cageId: null,
    total: centsFromDollars(lesson.total_cost),
    change: lesson.change,
  }
}
