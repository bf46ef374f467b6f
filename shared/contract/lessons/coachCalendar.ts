/** A private calendar address of the lessons that a coach gives. */

import { z } from 'zod'
import { deleteCalendarFeed, getCalendarFeed, renewCalendarFeed } from '../accounts/calendar.ts'
import { route } from '../route.ts'

export const getCoachCalendar = route({
  operationId: 'get-coach-calendar',
  call: 'GET /api/coach/calendar-feed',
  access: 'coach',
  summary: 'Whether the coach has a calendar address, and since when; never the address itself',
  answer: getCalendarFeed.answer,
})

export const renewCoachCalendar = route({
  operationId: 'renew-coach-calendar',
  call: 'POST /api/coach/calendar-feed',
  access: 'coach',
  summary: 'Create a new secret address of the own lessons, shown only once; replaces the previous one',
  status: 201,
  answer: renewCalendarFeed.answer,
  errors: renewCalendarFeed.errors,
})

export const deleteCoachCalendar = route({
  operationId: 'delete-coach-calendar',
  call: 'DELETE /api/coach/calendar-feed',
  access: 'coach',
  summary: "Delete the address of the coach's calendar",
  status: 204,
  answer: z.null(),
  errors: deleteCalendarFeed.errors,
})
