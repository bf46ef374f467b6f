/** Who takes part in class and camp sessions, as the desk prints it: all of a day, and one camp or class session. */

import { z } from 'zod'
import { missingCare } from '../accounts/households.ts'
import { participantCare } from '../accounts/participantCare.ts'
import { participant_name } from '../accounts/participation.ts'
import { day, dollars, id, instant } from '../fields.ts'
import { csvFile } from '../people/exports.ts'
import { fewestSearchLetters } from '../people/people.ts'
import { route } from '../route.ts'
import { unsignedWaivers } from '../waivers/waivers.ts'

const rosterSeat = z.object({
  id: id.meta({ description: 'The registration.' }),
  participant_id: id.nullable().meta({ description: 'Null once the person is deleted.' }),
  name: z.string(),
  age: z.number().int().nullable().meta({ description: 'In full years on that day; null: not known.' }),
  customer_name: participant_name.meta({ description: 'Who registered them, where that is another person.' }),
  phone: z.string().nullable(),
  status: z.enum(['registered', 'paid']),
  owed: dollars.meta({ description: 'Still to be paid.' }),
  missing_care: missingCare,
  unsigned: unsignedWaivers,
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
  call: 'GET /api/admin/schedule/rosters',
  access: 'desk',
  summary: 'The class and camp sessions of a facility day, each with who takes part, by name',
  query: z.object({ schedule_date: day }),
  answer: z.array(roster),
})

export const rosterKind = z.enum(['camp', 'class'])
export type RosterKind = z.infer<typeof rosterKind>

const checkInSeat = rosterSeat.extend({
  email: z.string().nullable(),
  care: participantCare.nullable().meta({ description: 'Null once the person is deleted.' }),
})
export type CheckInSeat = z.infer<typeof checkInSeat>

/** Who takes part in a whole camp, or in one class session, with whom to call in an emergency. */
export const checkInRoster = z.object({
  kind: rosterKind,
  id: id.meta({ description: 'The camp, or the class session.' }),
  name: z.string(),
  first_day: day.meta({ description: 'On which the ages are reckoned.' }),
  last_day: day,
  sessions: z.array(z.object({ id, start_time: instant, end_time: instant })).meta({
    description: "The camp's sessions, or only the class session; in the order of time.",
  }),
  coaches: z.array(z.string()),
  max_spots: z.number().int(),
  seats: z.array(checkInSeat).meta({ description: 'All that are not canceled, by name.' }),
})
export type CheckInRoster = z.infer<typeof checkInRoster>

const ofOne = z.object({ kind: rosterKind, id })

export const readRoster = route({
  operationId: 'read-roster',
  call: 'GET /api/admin/rosters/:kind/:id',
  access: 'desk',
  summary:
    'The roster of a camp or class session with emergency contacts and medical notes; each reading is in the audit log',
  params: ofOne,
  answer: checkInRoster,
  errors: ['roster_not_found'],
})

export const exportRoster = route({
  operationId: 'export-roster',
  call: 'GET /api/admin/rosters/:kind/:id/roster.csv',
  access: 'desk',
  grave: true,
  summary:
    'The same as a CSV file, with emergency contacts; of medical notes only that there is one. Audited',
  params: ofOne,
  answer: csvFile,
  errors: ['roster_not_found', 'too_many_requests'],
})

const candidate = z.object({
  participant_id: id,
  user_id: id.meta({ description: 'The account that registers them.' }),
  name: z.string(),
  age: z.number().int().nullable().meta({ description: 'As it counts there; null: not known.' }),
  adult_name: z
    .string()
    .nullable()
    .meta({ description: 'Who looks after them; null for an account itself.' }),
  problem: z.enum(['on_roster', 'too_young', 'too_old', 'no_birth_date']).nullable().meta({
    description: 'Why they cannot be added without a reason, or at all.',
  }),
})
export type RosterCandidate = z.infer<typeof candidate>

export const listRosterCandidates = route({
  operationId: 'list-roster-candidates',
  call: 'GET /api/admin/rosters/:kind/:id/candidates',
  access: 'desk',
  summary: 'Children and adults whom a search finds, for adding them to a roster; at most 8, by name',
  params: ofOne,
  query: z.object({ search_term: z.string().trim().min(fewestSearchLetters).max(100) }),
  answer: z.array(candidate),
  errors: ['roster_not_found'],
})
