/** People whom a coach books (spec 3 §7, decision 32). */

import { z } from 'zod'
import { id } from '../fields.ts'
import { pageOf, pageQuery } from '../page.ts'
import { route } from '../route.ts'

const named = z.object({ id, name: z.string() })

export const coachClient = z.object({
  id,
  full_name: z.string(),
  email: z.string().nullable().meta({ description: 'Of own clients only.' }),
  phone_number: z.string().nullable().meta({ description: 'Of others only the last digits can be read.' }),
  is_own: z.boolean().meta({ description: 'A client of the coach: they have booked, or have been there.' }),
  participants: z
    .array(named)
    .meta({ description: 'The people of an own client’s household; empty for others.' }),
})
export type CoachClient = z.infer<typeof coachClient>

export const searchCoachClients = route({
  operationId: 'search-coach-clients',
  call: 'GET /api/coach/clients',
  access: 'coach',
  summary:
    "Own clients in full; with a search of two letters or more, others by name and masked phone. No admins, and nobody's children but own clients'",
  query: pageQuery,
  answer: pageOf(coachClient),
  errors: ['coach_not_found', 'cursor_invalid', 'too_many_requests'],
})

export const listClientParticipants = route({
  operationId: 'list-client-participants',
  call: 'GET /api/coach/clients/:id/participants',
  access: 'coach',
  summary:
    "The names of the people of one household, for the person that a coach has chosen; of others than own clients' the audit log has each reading",
  params: z.object({ id }),
  answer: z.array(named),
  errors: ['coach_not_found', 'user_not_found', 'too_many_requests'],
})
