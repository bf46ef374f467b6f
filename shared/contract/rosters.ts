/** Who takes part in the class and camp sessions of a day, as the desk prints it. */

import { z } from 'zod'
import { day, dollars, id, instant } from './fields.ts'
import { participant_name } from './participation.ts'
import { route } from './route.ts'

const rosterSeat = z.object({
  id: id.meta({ description: 'The registration.' }),
  participant_id: id.nullable().meta({ description: 'Null once the person is deleted.' }),
  name: z.string(),
  age: z.number().int().nullable().meta({ description: 'In full years on that day; null: not known.' }),
  customer_name: participant_name.meta({ description: 'Who registered them, where that is another person.' }),
  phone: z.string().nullable(),
  status: z.enum(['registered', 'paid']),
  owed: dollars.meta({ description: 'Still to be paid.' }),
})
export type RosterSeat = z.infer<typeof rosterSeat>

const roster = z.object({
  id: id.meta({ description: "The class session, or the camp's session." }),
  kind: z.enum(['class', 'camp']),
  name: z.string(),
  start_time: instant,
  end_time: instant,
  cages: z.array(z.string()),
  coaches: z.array(z.string()),
  max_spots: z.number().int(),
  seats: z.array(rosterSeat),
})
export type Roster = z.infer<typeof roster>

export const listRosters = route({
  operationId: 'list-rosters',
  method: 'get',
  path: '/api/admin/schedule/rosters',
  access: 'desk',
  summary: 'The class and camp sessions of a facility day, each with who takes part, by name',
  query: z.object({ schedule_date: day }),
  status: 200,
  answer: z.array(roster),
  errors: [],
})
