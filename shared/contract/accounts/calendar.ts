import { z } from 'zod'
import { mostInCalendarFile } from '../../domain/time/calendarFile.ts'
import { day, id, instant } from '../fields.ts'
import { route } from '../route.ts'

export const getCalendarFeed = route({
  operationId: 'get-calendar-feed',
  call: 'GET /api/me/calendar-feed',
  access: 'signed-in',
  summary: 'Whether the account has a calendar address, and since when; never the address itself',
  answer: z.object({ created_at: instant.nullable() }),
})

export const renewCalendarFeed = route({
  operationId: 'renew-calendar-feed',
  call: 'POST /api/me/calendar-feed',
  access: 'signed-in',
  summary: 'Create a new secret calendar address, shown only once; replaces the previous one',
  status: 201,
  answer: z.object({
    url: z.string().meta({ description: 'https address of the feed.' }),
    webcal_url: z.string().meta({ description: 'The same for calendar programs.' }),
    google_url: z.string().meta({ description: "Google Calendar's page that subscribes to it." }),
    created_at: instant,
  }),
  errors: ['too_many_requests'],
})

export const deleteCalendarFeed = route({
  operationId: 'delete-calendar-feed',
  call: 'DELETE /api/me/calendar-feed',
  access: 'signed-in',
  summary: 'Delete the calendar address',
  status: 204,
  answer: z.null(),
})

export const readCalendarFeed = route({
  operationId: 'read-calendar-feed',
  call: 'GET /api/calendar/:file',
  access: 'public',
  summary:
    "The account's cage bookings, lessons, class sessions and camp days, or the lessons that a coach gives, as iCalendar (RFC 5545, RFC 7986)",
  params: z.object({ file: z.string().max(200).meta({ description: '`<secret>.ics`' }) }),
  answer: z.string().meta({ contentType: 'text/calendar' }),
  errors: ['calendar_not_found'],
})

export const getMyCalendarFile = route({
  operationId: 'get-my-calendar-file',
  call: 'GET /api/me/calendar.ics',
  access: 'signed-in',
  summary:
    "Bookings, lessons and registrations of the caller's household as a calendar file (RFC 5545), to add to a calendar once",
  query: z.object({
    id: z
      .string()
      .transform((list) => [...new Set(list.toLowerCase().split(','))])
      .pipe(z.array(id).min(1).max(mostInCalendarFile))
      .meta({ description: 'Ids of cage bookings, lessons, class and camp registrations, by comma.' }),
  }),
  answer: z.string().meta({ contentType: 'text/calendar' }),
  errors: ['booking_not_found'],
})

/** One stretch of cage time of the caller's household. */
const ownTime = z.object({
  id: id.meta({ description: 'Of the booking or the lesson.' }),
  kind: z.enum(['booking', 'lesson']),
  cage_id: id,
  start_time: instant,
  end_time: instant,
})
export type OwnTime = z.infer<typeof ownTime>

export const listOwnTimes = route({
  operationId: 'list-own-times',
  call: 'GET /api/me/schedule',
  access: 'signed-in',
  summary: "The cage times of a facility day that the caller's household has booked, lessons included",
  query: z.object({ p_date: day }),
  answer: z.array(ownTime),
})
