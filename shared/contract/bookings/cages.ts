import { z } from 'zod'
import { day, dollars, id, instant, wallTime } from '../fields.ts'
import { route } from '../route.ts'

export const cage = z.object({
  id,
  name: z.string(),
  price_30_min: dollars,
  price_60_min: dollars,
  price_additional_30_min: dollars,
  details: z
    .string()
    .optional()
    .meta({ description: 'Machine, speeds, baseball or softball; left out where none are entered.' }),
})
export type Cage = z.infer<typeof cage>

export const listCages = route({
  operationId: 'list-cages',
  call: 'GET /api/cages',
  access: 'public',
  summary: 'The cages in service with their prices, ordered by name',
  answer: z.array(cage),
})

/** Cage and times only: never a name, a kind or a status (decision 9). */
export const scheduleEntry = z.object({ cage_id: id, start_time: instant, end_time: instant })
export type ScheduleEntry = z.infer<typeof scheduleEntry>

export const getPublicSchedule = route({
  operationId: 'get-public-schedule',
  call: 'GET /api/schedule',
  access: 'public',
  summary: 'The taken times of a facility day, by cage and time',
  query: z.object({ p_date: day }),
  answer: z.array(scheduleEntry),
})

/** The half hours of a day over all cages in service, without those that have begun. A closed day has none. */
export const dayOpenTimes = z.object({
  date: day,
  open_slots: z.number().int().nonnegative(),
  free_slots: z.number().int().nonnegative(),
  first_free: wallTime.nullable(),
})
export type DayOpenTimes = z.infer<typeof dayOpenTimes>

/** The first half hour that is free, and in how many cages. */
export const nextFree = z.object({
  date: day,
  time: wallTime,
  start_time: instant,
  cages: z.number().int().positive(),
})
export type NextFree = z.infer<typeof nextFree>

export const openTimes = z.object({
  days: z.array(dayOpenTimes).meta({ description: 'From today on, in facility time.' }),
  next_free: nextFree.nullable(),
})
export type OpenTimes = z.infer<typeof openTimes>

export const getOpenTimes = route({
  operationId: 'get-open-times',
  call: 'GET /api/open-times',
  access: 'public',
  summary: 'How many half hours are free on each of the next thirty days, and the first of them',
  answer: openTimes,
})
