import { z } from 'zod'
import { defaultLessonMinutes, lessonDurations } from '../../domain/lessons/lessons.ts'
import { monthStripLength } from '../../domain/time/calendar.ts'
import { day, dollars, id, wallTime } from '../fields.ts'
import { route } from '../route.ts'

export const LESSON_LENGTHS = 'Lessons last 30, 60 or 90 minutes.'

/** Durations of a lesson in minutes (spec 1 §5, §9). */
export const lessonMinutes = z
  .literal([...lessonDurations], LESSON_LENGTHS)
  // The OpenAPI renderer would include only the first.
  .meta({ enum: [...lessonDurations] })

export const coach = z.object({
  id,
  name: z.string(),
  bio: z.string().nullable(),
  specialties: z.array(z.string()),
  hourly_rate: dollars,
  profile_image_url: z
    .string()
    .nullable()
    .meta({ description: 'URL of the picture; null when there is none.' }),
})
export type Coach = z.infer<typeof coach>

export const listCoaches = route({
  operationId: 'list-coaches',
  call: 'GET /api/coaches',
  access: 'public',
  summary: 'The coaches who give lessons, ordered by name',
  answer: z.array(coach),
})

export const coachProfile = coach.extend({ phone_number: z.string().nullable() })
export type CoachProfile = z.infer<typeof coachProfile>

export const getCoach = route({
  operationId: 'get-coach',
  call: 'GET /api/coaches/:id',
  access: 'public',
  summary: 'One active coach',
  params: z.object({ id }),
  answer: coachProfile,
  errors: ['coach_not_found'],
})

/** A start time that can be booked now, with the lesson's price in the cage that it would get. */
export const lessonSlot = z.object({
  available_start_time: wallTime,
  cage_name: z.string().meta({ description: 'The first free cage by name.' }),
  coach_fee: dollars,
  cage_cost: dollars,
  total_cost: dollars,
})
export type LessonSlot = z.infer<typeof lessonSlot>

export const getCoachAvailability = route({
  operationId: 'get_coach_availability',
  call: 'GET /api/coaches/:id/availability',
  access: 'public',
  summary:
    'When a lesson can start: the coach works and is free, and some cage is free, for the whole duration',
  params: z.object({ id: id.meta({ description: 'The payload’s p_coach_id.' }) }),
  query: z.object({
    p_lesson_date: day,
    p_duration_minutes: z.coerce
      .number()
      .pipe(lessonMinutes)
      .meta({ enum: [...lessonDurations] }),
  }),
  answer: z.array(lessonSlot),
  errors: ['coach_not_found'],
})

export const getNextLessonDay = route({
  operationId: 'get-next-lesson-day',
  call: 'GET /api/coaches/:id/next-lesson-day',
  access: 'public',
  summary:
    'The first day after another on which a lesson of that length can start, up to the end of the booking window',
  params: z.object({ id }),
  query: getCoachAvailability.query,
  answer: z.object({ lesson_date: day.nullable().meta({ description: 'Null when there is none.' }) }),
  errors: ['coach_not_found'],
})

export const listLessonDays = route({
  operationId: 'list-lesson-days',
  call: 'GET /api/coaches/:id/lesson-days',
  access: 'public',
  summary: 'The days of a month on which a lesson of that length can start, in order',
  params: z.object({ id }),
  query: getCoachAvailability.query.extend({
    p_lesson_date: day.meta({ description: 'Any day of the month.' }),
  }),
  answer: z.object({ days: z.array(day) }),
  errors: ['coach_not_found'],
})

/** The first time at which a coach can be booked. */
export const nextLessonTime = z.object({
  lesson_date: day,
  available_start_time: wallTime,
  duration_minutes: lessonMinutes.meta({
    description: `${defaultLessonMinutes}, or the shortest where the coach has no time for that.`,
  }),
})
export type NextLessonTime = z.infer<typeof nextLessonTime>

export const nextOfCoach = z.object({
  coach_id: id,
  next: nextLessonTime.nullable().meta({ description: 'Null when there is none.' }),
})
export type NextOfCoach = z.infer<typeof nextOfCoach>

export const listNextLessonTimes = route({
  operationId: 'list-next-lesson-times',
  call: 'GET /api/next-lesson-times',
  access: 'public',
  summary: `The next free time of each active coach within ${monthStripLength} days`,
  answer: z.array(nextOfCoach),
})
