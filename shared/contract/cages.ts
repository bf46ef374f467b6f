import { z } from 'zod'
import { day, dollars, id, instant } from './fields.ts'
import { route } from './route.ts'

export const cage = z.object({
  id,
  name: z.string(),
  price_30_min: dollars,
  price_60_min: dollars,
  price_additional_30_min: dollars,
})
export type Cage = z.infer<typeof cage>

export const listCages = route({
  operationId: 'list-cages',
  method: 'get',
  path: '/api/cages',
  access: 'public',
  summary: 'The cages in service with their prices, ordered by name',
  status: 200,
  answer: z.array(cage),
  errors: [],
})

/** Cage and times only: never a name, a kind or a status (decision 9). */
export const scheduleEntry = z.object({ cage_id: id, start_time: instant, end_time: instant })
export type ScheduleEntry = z.infer<typeof scheduleEntry>

export const getPublicSchedule = route({
  operationId: 'get-public-schedule',
  method: 'get',
  path: '/api/schedule',
  access: 'public',
  summary: 'The taken times of a facility day, by cage and time',
  query: z.object({ p_date: day }),
  status: 200,
  answer: z.array(scheduleEntry),
  errors: [],
})
