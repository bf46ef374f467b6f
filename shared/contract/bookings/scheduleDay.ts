/** A facility day as the desk's grid draws it: all that takes a cage or a coach, in one answer. */

import { z } from 'zod'
import { hasNote, missingCare } from '../accounts/households.ts'
import { day, id, instant } from '../fields.ts'
import { route } from '../route.ts'
import { unsignedWaivers } from '../waivers/waivers.ts'
import { listedBooking } from './bookingLists.ts'
import { cage } from './cages.ts'

/** What takes cages and is no booking. */
const scheduleBlock = z.object({
  id: id.meta({ description: 'Of the camp, closure or checkout; one of several times has several blocks.' }),
  kind: z.enum(['camp', 'closure', 'hold']).meta({
    description: "'hold': someone is paying for that time now.",
  }),
  title: z.string().meta({
    description: "The camp's name, why it is closed, or who pays; empty where that is not known.",
  }),
  start_time: instant,
  end_time: instant,
  cage_ids: z.array(id),
  coach_ids: z.array(id),
  taken: z.number().int().nullable().meta({ description: "A camp's seats that are taken." }),
  max_spots: z.number().int().nullable().meta({ description: "A camp's." }),
  expires_at: instant
    .nullable()
    .meta({ description: 'When a checkout that is not paid gives the time back.' }),
})
export type ScheduleBlock = z.infer<typeof scheduleBlock>

const scheduledTimeOff = z.object({
  id,
  coach_id: id,
  coach_name: z.string(),
  start_time: instant,
  end_time: instant,
})

const scheduleDay = z.object({
  cages: z
    .array(cage.extend({ is_active: z.boolean() }))
    .meta({ description: 'In service, and those out of service that something takes on that day.' }),
  bookings: z
    .array(listedBooking)
    .meta({ description: 'As `get_daily_schedule_for_admin_v2` answers them.' }),
  blocks: z.array(scheduleBlock),
  time_off: z.array(scheduledTimeOff),
})
export type ScheduleDay = z.infer<typeof scheduleDay>

export const getScheduleDay = route({
  operationId: 'get-schedule-day',
  call: 'GET /api/admin/schedule/day',
  access: 'desk',
  summary:
    'All of a facility day: cages, bookings, camps, closures, running checkouts and time off of coaches',
  query: z.object({ schedule_date: day }),
  answer: scheduleDay,
})

const arrivalAsk = z.object({
  booking_id: id.meta({ description: 'The booking or lesson.' }),
  participant_id: id,
  name: z.string(),
  missing_care: missingCare,
  has_note: hasNote,
  unsigned: unsignedWaivers,
})
export type ArrivalAsk = z.infer<typeof arrivalAsk>

export const listArrivalAsks = route({
  operationId: 'list-arrival-asks',
  call: 'GET /api/staff/arrival-asks',
  access: 'staff',
  summary:
    'Whom of a facility day’s bookings and lessons to ask for a signature or care data, and of whom there is a note; for a coach those of today’s lessons',
  query: z.object({ schedule_date: day }),
  answer: z.array(arrivalAsk),
})
