import { z } from 'zod'
import { id } from '../fields.ts'
import { route } from '../route.ts'
import { enteredPassword } from '../text.ts'

/** A one-time code of six digits, or a recovery code; people type blanks in both. */
export const enteredCode = z
  .string()
  .max(40)
  .transform((text) => text.replace(/\s/g, ''))
  .refine((code) => code !== '', 'Enter the code.')

export const getSecondFactor = route({
  operationId: 'get-second-factor',
  call: 'GET /api/me/second-factor',
  access: 'signed-in',
  summary: 'Whether the account signs in with a second factor, and whether its role has to',
  answer: z.object({
    enabled: z.boolean(),
    required: z.boolean().meta({ description: 'Set for the role by the operator (SECOND_FACTOR).' }),
    recovery_codes_left: z.int(),
  }),
})

export const proveIdentity = route({
  operationId: 'prove-identity',
  call: 'POST /api/me/proof',
  access: 'signed-in',
  summary:
    'Prove again who one is, for ten minutes: with a code where there is a second factor, else the password',
  body: z.object({ code: enteredCode.optional(), password: enteredPassword.optional() }),
  status: 204,
  answer: z.null(),
  errors: ['current_password_wrong', 'one_time_code_wrong', 'too_many_requests'],
})

/** Before a download, which a browser does by itself and so cannot ask for a proof. */
export const checkProof = route({
  operationId: 'check-proof',
  call: 'GET /api/me/proof',
  access: 'signed-in',
  grave: true,
  summary: 'Whether the last proof of who one is still counts; refused as the operations are that need one',
  status: 204,
  answer: z.null(),
})

export const resetSecondFactor = route({
  operationId: 'reset-second-factor',
  call: 'POST /api/admin/users/:user_id/second-factor/reset',
  access: 'admin',
  grave: true,
  summary: 'Remove the second factor of someone who has lost it, and end their sessions',
  params: z.object({ user_id: id }),
  status: 204,
  answer: z.null(),
  errors: ['user_not_found', 'second_factor_off', 'own_account_refused'],
})
