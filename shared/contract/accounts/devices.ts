import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { route } from '../route.ts'
import { enteredPassword } from '../text.ts'

/** A browser that is signed in to the account. */
export const device = z.object({
  id,
  name: z.string().meta({ description: 'Browser and system, as far as known.' }),
  kind: z.enum(['computer', 'phone', 'tablet', 'unknown']),
  current: z.boolean().meta({ description: 'The session of this request.' }),
  signed_in_at: instant,
  last_used_at: instant.meta({ description: 'To within five minutes.' }),
  network: z.string().nullable().meta({
    description: 'The beginning of its address, enough to recognize a network.',
    example: '203.0.113.x',
  }),
})
export type Device = z.infer<typeof device>

export const listMySessions = route({
  operationId: 'list-my-sessions',
  call: 'GET /api/me/sessions',
  access: 'signed-in',
  summary: 'The browsers that are signed in to the account: this one, then by last use',
  answer: z.array(device),
})

// The password proves that the owner ends the sessions, not another person with the owner's phone.
const proof = z.object({ current_password: enteredPassword })
const errors = ['current_password_wrong', 'too_many_requests'] as const

export const signOutSession = route({
  operationId: 'sign-out-session',
  call: 'POST /api/me/sessions/:id/sign-out',
  access: 'signed-in',
  summary: 'End one session of the account, at once',
  params: z.object({ id }),
  body: proof,
  status: 204,
  answer: z.null(),
  errors: ['session_not_found', ...errors],
})

export const signOutOtherSessions = route({
  operationId: 'sign-out-other-sessions',
  call: 'POST /api/me/sessions/sign-out-others',
  access: 'signed-in',
  summary: 'End every other session of the account',
  body: proof,
  answer: z.object({ ended: z.number().int() }),
  errors: [...errors],
})
