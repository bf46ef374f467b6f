/** A facility day as a coach sees it to book a client in (spec 3 §2, §7). */

import { z } from 'zod'
import { day, id, instant } from '../fields.ts'
import { route } from '../route.ts'
import { staffLesson } from './staffLessons.ts'

/** A taken time: of a cage, of the coach, or of both together. */
export const coachScheduleEntry = z.object({
  id: id
    .nullable()
    .meta({ description: "The lesson's id where it is the coach's own; null for all others." }),
  cage_id: id.nullable().meta({ description: 'Null where it takes only the coach.' }),
  start_time: instant,
  end_time: instant,
  takes_coach: z.boolean().meta({ description: 'The coach gives no other lesson at that time.' }),
  is_time_off: z.boolean().meta({ description: "It is the coach's own time off." }),
  lesson: staffLesson.nullable().meta({
    description: "The coach's own lesson. Of everything else only the time is told (decision 9).",
  }),
})
export type CoachScheduleEntry = z.infer<typeof coachScheduleEntry>

export const getCageScheduleForDay = route({
  operationId: 'get_cage_schedule_for_day',
  call: 'GET /api/coach/schedule',
  access: 'coach',
  summary: "The taken times of a facility day, with the coach's own lessons in full",
  query: z.object({ p_date: day }),
  answer: z.array(coachScheduleEntry),
  errors: ['coach_not_found'],
})
