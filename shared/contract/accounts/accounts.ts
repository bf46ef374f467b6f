import { z } from 'zod'
import { id, instant, role } from '../fields.ts'
import { route } from '../route.ts'
import { enteredPassword } from '../text.ts'

export const profile = z.object({
  id,
  full_name: z.string(),
  email: z.string(),
  phone_number: z.string().nullable(),
  role,
  coach_id: id.nullable(),
})
export type Profile = z.infer<typeof profile>

export const getSession = route({
  operationId: 'get-session',
  call: 'GET /api/me/session',
  access: 'public',
  summary: 'The signed-in user with the profile, or nulls; never a token',
  answer: z.object({
    profile: profile.nullable(),
    expires_at: instant.nullable(),
    second_factor: z.enum(['on', 'off', 'due']).meta({
      description: "'due': the role needs two-step sign-in, and it is not set up.",
    }),
    subscribed: z.boolean().meta({ description: 'Membership active or trialing: 15 % off cage totals.' }),
  }),
})

export const verifyRecoveryToken = route({
  operationId: 'verify-recovery-token',
  call: 'POST /api/recovery/verify',
  access: 'public',
  summary: 'Whether a password-recovery link is still valid; changes nothing',
  body: z.object({ access_token: z.string().min(1).max(500) }),
  answer: z.object({
    valid: z.literal(true),
    email: z.string().meta({ description: 'Of the account whose password the link sets.' }),
  }),
  errors: ['recovery_link_invalid', 'too_many_requests'],
})

export const judgePassword = route({
  operationId: 'judge-password',
  call: 'POST /api/password/judge',
  access: 'public',
  summary: 'What speaks against a new password while it is typed; keeps nothing of it',
  body: z.object({
    password: enteredPassword,
    full_name: z.string().max(100).optional().meta({ description: 'Of somebody who has no account yet.' }),
    email: z.string().max(254).optional(),
    access_token: z
      .string()
      .max(500)
      .optional()
      .meta({ description: 'Of a password-recovery link; without one it is judged for the signed-in user.' }),
  }),
  answer: z.object({
    refusal: z
      .string()
      .nullable()
      .meta({ description: 'The sentence with which it would be refused; null if it may be chosen.' }),
  }),
  errors: ['too_many_requests'],
})

export const getSetup = route({
  operationId: 'get-setup',
  call: 'GET /api/setup',
  access: 'public',
  summary: 'Whether the facility waits for its owner; not found once it has an admin',
  answer: z.object({ open: z.literal(true) }),
  errors: ['not_found'],
})

export const verifySignUpLink = route({
  operationId: 'verify-sign-up-link',
  call: 'POST /api/sign-up/verify',
  access: 'public',
  summary: 'The sign-up of a confirmation link; changes nothing',
  body: z.object({ token: z.string().min(1).max(200) }),
  answer: z.object({
    state: z.enum(['open', 'expired', 'confirmed', 'account_exists']).meta({
      description: "'confirmed': this link was used. 'account_exists': another one created the account.",
    }),
    email: z.string(),
    full_name: z.string().nullable().meta({ description: 'As this sign-up entered it, while it is open.' }),
    phone_number: z.string().nullable(),
    signed_up_at: instant,
    own_browser: z.boolean().meta({ description: 'Whether this browser is the one that signed up.' }),
    others: z.int().meta({ description: 'Other open sign-ups with this address.' }),
    return_to: z.string().nullable().meta({ description: 'The path of this site to return to.' }),
  }),
  errors: ['confirmation_link_invalid', 'too_many_requests'],
})

export const discardSignUp = route({
  operationId: 'discard-sign-up',
  call: 'POST /api/sign-up/discard',
  access: 'public',
  summary: 'Deletes the sign-up of a confirmation link, for the person who did not sign up',
  body: z.object({ token: z.string().min(1).max(200) }),
  status: 204,
  answer: z.null(),
  errors: ['confirmation_link_used', 'too_many_requests'],
})
