import { z } from 'zod'
import { instant } from './fields.ts'
import { route } from './route.ts'

export const getCalendarFeed = route({
  operationId: 'get-calendar-feed',
  method: 'get',
  path: '/api/me/calendar-feed',
  access: 'signed-in',
  summary: 'Whether the account has a calendar address, and since when; never the address itself',
  status: 200,
  answer: z.object({ created_at: instant.nullable() }),
  errors: [],
})

export const renewCalendarFeed = route({
  operationId: 'renew-calendar-feed',
  method: 'post',
  path: '/api/me/calendar-feed',
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
  method: 'delete',
  path: '/api/me/calendar-feed',
  access: 'signed-in',
  summary: 'Delete the calendar address',
  status: 204,
  answer: z.null(),
  errors: [],
})

export const readCalendarFeed = route({
  operationId: 'read-calendar-feed',
  method: 'get',
  path: '/api/calendar/:file',
  access: 'public',
  summary:
    "The account's cage bookings, lessons, class sessions and camp days, or the lessons that a coach gives, as iCalendar (RFC 5545, RFC 7986)",
  params: z.object({ file: z.string().max(200).meta({ description: '`<secret>.ics`' }) }),
  status: 200,
  answer: z.string().meta({ contentType: 'text/calendar' }),
  errors: ['calendar_not_found'],
})
