/** The lessons of a coach as the coach's own portal shows them (spec 3 §2, §7). */

import { z } from 'zod'
import { refundFields } from '../accounts/changes.ts'
import { position } from '../accounts/households.ts'
import { day, id, instant, wallTime } from '../fields.ts'
import { pageOf, pageQuery } from '../page.ts'
import { route } from '../route.ts'
import { staffLesson } from './staffLessons.ts'

/** Who takes part in a lesson, as far as its coach needs to know. */
export const lessonParticipant = z.object({
  id,
  name: z.string(),
  age: z.number().int().nullable().meta({ description: 'In years on the day of the lesson.' }),
  positions: z.array(position).meta({ description: "What they play, e.g. 'P' or 'SS'." }),
  bats: z.enum(['left', 'right', 'switch']).nullable(),
  throws: z.enum(['left', 'right']).nullable(),
})

export const coachLesson = staffLesson.extend({
  start: instant,
  end: instant,
  participant: lessonParticipant.nullable().meta({
    description:
      'Null once the person is deleted. Of people who are not clients of the coach only the name is told.',
  }),
  is_own_client: z.boolean().meta({
    description: 'Otherwise the contact is the end of the phone number (decision 32).',
  }),
  booked_by_coach: z.boolean(),
  freed_from: instant.nullable().meta({ description: 'From when others may have the time of a no-show.' }),
  may_undo_payment: z.boolean().meta({ description: 'Paid, by a note of the caller.' }),
  refund_amount: refundFields.refund_amount.meta({ description: 'What canceling it now gives back.' }),
  refund_method: refundFields.refund_method,
  created_at: instant,
})
export type CoachLesson = z.infer<typeof coachLesson>

export const getCoachBookings = route({
  operationId: 'get_coach_bookings',
  call: 'GET /api/coach/bookings',
  access: 'coach',
  summary: "The caller's own lessons; another coach's id behaves as an unknown one",
  query: pageQuery.extend({
    p_coach_id: id,
    booking_id: id.optional().meta({ description: 'Only this lesson.' }),
    view: z.enum(['all', 'upcoming', 'past', 'newest']).default('all').meta({
      description:
        "'upcoming' and today, soonest first; 'past', latest first; 'all', latest first; 'newest' by when they were booked.",
    }),
  }),
  answer: pageOf(coachLesson),
  errors: ['coach_not_found', 'cursor_invalid'],
})

/** A lesson of the coach's day, with what the same person was told before. */
export const lessonOfDay = coachLesson.extend({
  last_notes: z
    .object({ lesson_date: day, coach_notes: z.string() })
    .nullable()
    .meta({ description: 'What the coach wrote after the latest earlier lesson of the same participant.' }),
})
export type LessonOfDay = z.infer<typeof lessonOfDay>

export const coachDay = z.object({
  day,
  lessons: z.array(lessonOfDay).meta({ description: 'Of the day, by time, without what is canceled.' }),
  next: coachLesson.nullable().meta({ description: 'The first lesson of a later day.' }),
  next_free: z
    .object({ day, time: wallTime })
    .nullable()
    .meta({ description: 'The next half hour in which the coach works and is free, and some cage is.' }),
  counters: z.object({
    today: z.number().int(),
    this_week: z.number().int().meta({
      description: 'Not canceled, on or after the start of the current week, Sunday (spec 3 §2).',
    }),
    total: z.number().int().meta({ description: 'All that are not canceled.' }),
  }),
})
export type CoachDay = z.infer<typeof coachDay>

export const getCoachDay = route({
  operationId: 'get-coach-day',
  call: 'GET /api/coach/day',
  access: 'coach',
  summary: "The coach's present day: its lessons, the next one, the next free half hour, the counters",
  answer: coachDay,
  errors: ['coach_not_found'],
})
