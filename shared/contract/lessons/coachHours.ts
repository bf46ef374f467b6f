import { z } from 'zod'
import { daysBetween } from '../../domain/time/time.ts'
import { day, dayOfWeek, id, wallTime } from '../fields.ts'
import { route } from '../route.ts'
import { oneLine } from '../text.ts'

const halfHour = wallTime.regex(/:(00|30)$/, 'Choose a time on the hour or half hour.')

/** One weekday on which a coach gives lessons, or not (spec 3 §3). */
export const weekdayHours = z
  .object({ day_of_week: dayOfWeek, start_time: halfHour, end_time: halfHour, is_available: z.boolean() })
  .refine(({ start_time, end_time }) => end_time > start_time, {
    path: ['end_time'],
    message: 'The end must be later than the start.',
  })

/** The seven weekdays, Sunday first, each once. */
const week = z
  .array(weekdayHours)
  .length(7)
  .refine(
    (days) => days.every(({ day_of_week }, index) => day_of_week === index),
    'Send each weekday once, Sunday first.',
  )

/** What is booked at a time that a coach takes away; a class or camp session is the facility's to change. */
export const strandedBooking = z.object({
  id,
  kind: z.enum(['lesson', 'class', 'camp']),
  /** The customer of a lesson, or the name of the class or camp. */
  title: z.string(),
  date: day,
  start_time: wallTime,
  end_time: wallTime,
  cage_name: z.string().nullable(),
})
export type StrandedBooking = z.infer<typeof strandedBooking>

/** The `details` of `bookings_stranded`, soonest first. */
export const strandedDetails = z.object({ bookings: z.array(strandedBooking) })

const confirm = z
  .array(id)
  .max(500)
  .default([])
  .meta({ description: 'The ids of exactly the bookings that the refusal listed: they stay booked.' })

/** A week as it replaces the one before. */
export const coachWeek = z.object({ week, confirm })

export const listCoachAvailability = route({
  operationId: 'list-coach-availability',
  call: 'GET /api/coach/availability',
  access: 'coach',
  summary: "The coach's own week, Sunday first",
  answer: z.array(weekdayHours),
  errors: ['coach_setup_required'],
})

export const saveCoachAvailability = route({
  operationId: 'save-coach-availability',
  call: 'PUT /api/coach/availability',
  access: 'coach',
  summary: "Replaces the coach's week: deletes all rows and inserts seven",
  body: coachWeek,
  answer: z.array(weekdayHours),
  errors: ['coach_setup_required', 'bookings_stranded', 'checkout_open'],
})

export const timeOff = z.object({
  id,
  start_date: day,
  end_date: day.meta({ description: 'The last day of it.' }),
  start_time: wallTime.nullable().meta({ description: 'Null for whole days.' }),
  end_time: wallTime.nullable(),
  note: z.string().meta({ description: 'Only for the coach; may be empty.' }),
})
export type TimeOff = z.infer<typeof timeOff>

export const listCoachTimeOff = route({
  operationId: 'list-coach-time-off',
  call: 'GET /api/coach/time-off',
  access: 'coach',
  summary: "The coach's own time off that is not over, soonest first",
  answer: z.array(timeOff),
  errors: ['coach_setup_required'],
})

/** The longest time off in days. */
const MOST_DAYS = 366

const timeOffRange = z.object({
  start_date: day,
  end_date: day,
  start_time: halfHour.nullable().default(null),
  end_time: halfHour.nullable().default(null),
})
export type TimeOffRange = z.output<typeof timeOffRange>

const refuseImpossible = (range: TimeOffRange, issues: z.core.$RefinementCtx): void => {
  const problem = problemOf(range)
  if (problem) issues.addIssue({ code: 'custom', ...problem })
}

export const newTimeOff = timeOffRange
  .extend({ note: z.union([z.literal(''), oneLine(200)]).default('') })
  .superRefine(refuseImpossible)
export type NewTimeOff = z.output<typeof newTimeOff>

function problemOf({ start_date, end_date, start_time, end_time }: TimeOffRange) {
  const more = daysBetween(start_date, end_date)
  if (more < 0) return { path: ['end_date'], message: 'The last day must not be before the first.' }
  if (more >= MOST_DAYS) return { path: ['end_date'], message: 'Time off can be up to 366 days.' }
  if ((start_time === null) !== (end_time === null))
    return { path: ['end_time'], message: 'Choose both a start and an end, or whole days.' }
  if (start_time === null || end_time === null) return null
  if (start_date !== end_date)
    return { path: ['end_date'], message: 'Choose one day for hours, or whole days for several.' }
  return end_time > start_time
    ? null
    : { path: ['end_time'], message: 'The end must be later than the start.' }
}

export const listTimeOffConflicts = route({
  operationId: 'list-time-off-conflicts',
  call: 'GET /api/coach/time-off/conflicts',
  access: 'coach',
  summary: 'What is booked with the coach in a time that may be taken off, soonest first',
  query: timeOffRange.superRefine(refuseImpossible),
  answer: z.array(strandedBooking),
  errors: ['coach_setup_required', 'clocks_change'],
})

export const createCoachTimeOff = route({
  operationId: 'create-coach-time-off',
  call: 'POST /api/coach/time-off',
  access: 'coach',
  summary: 'Takes time off: whole days, or hours of one day. Nobody can book the coach then',
  body: newTimeOff.and(z.object({ confirm })),
  status: 201,
  answer: timeOff,
  errors: [
    'coach_setup_required',
    'bookings_stranded',
    'checkout_open',
    'time_off_past',
    'time_off_overlaps',
    'clocks_change',
    'changed_meanwhile',
  ],
})

export const deleteCoachTimeOff = route({
  operationId: 'delete-coach-time-off',
  call: 'DELETE /api/coach/time-off/:id',
  access: 'coach',
  summary: 'Ends time off: the coach can be booked again at once',
  params: z.object({ id }),
  answer: z.array(timeOff).meta({ description: 'What is left.' }),
  errors: ['coach_setup_required', 'time_off_not_found'],
})
