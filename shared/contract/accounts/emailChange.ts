import { z } from 'zod'
import { instant } from '../fields.ts'
import { route } from '../route.ts'
import { emailAddress, enteredPassword } from '../text.ts'

/** A change of address that waits for both links to be followed. */
export const emailChange = z.object({
  new_email: z.string(),
  approved: z.boolean().meta({ description: 'The link to the present address was followed.' }),
  confirmed: z.boolean().meta({ description: 'The link to the new address was followed.' }),
  expires_at: instant,
})
export type EmailChange = z.infer<typeof emailChange>

export const getEmailChange = route({
  operationId: 'get-email-change',
  call: 'GET /api/me/email-change',
  access: 'signed-in',
  summary: 'The pending change of address, or null',
  answer: z.object({ change: emailChange.nullable() }),
})

export const requestEmailChange = route({
  operationId: 'request-email-change',
  call: 'POST /api/me/email-change',
  access: 'signed-in',
  summary: 'Mail a link to the present and one to the new address; both must be followed within 24 hours',
  body: z.object({ new_email: emailAddress, current_password: enteredPassword }),
  status: 201,
  answer: z.object({ change: emailChange }),
  errors: ['current_password_wrong', 'email_unchanged', 'too_many_requests'],
})

export const cancelEmailChange = route({
  operationId: 'cancel-email-change',
  call: 'DELETE /api/me/email-change',
  access: 'signed-in',
  summary: 'Cancel the pending change of address: its links no longer work',
  status: 204,
  answer: z.null(),
})

/** The secret of a mailed link. */
const linkToken = z.object({ token: z.string().min(1).max(200) })

/** Which of the two addresses a link was mailed to. */
export const emailChangeSide = z.enum(['present', 'new'])

export const verifyEmailChangeLink = route({
  operationId: 'verify-email-change-link',
  call: 'POST /api/email-change/verify',
  access: 'public',
  summary: 'What a mailed link would confirm; changes nothing',
  body: linkToken,
  answer: z.object({
    side: emailChangeSide,
    new_email: z.string(),
    state: z
      .enum(['open', 'followed', 'completed'])
      .meta({ description: "'followed': this link was used, but not yet the other one." }),
  }),
  errors: ['email_change_link_invalid', 'too_many_requests'],
})

export const confirmEmailChange = route({
  operationId: 'confirm-email-change',
  call: 'POST /api/email-change/confirm',
  access: 'public',
  summary: 'Follow one of the two links; the second one changes the address',
  body: linkToken,
  answer: z.object({
    side: emailChangeSide,
    new_email: z.string(),
    state: z.enum(['followed', 'completed']),
  }),
  errors: ['email_change_link_invalid', 'too_many_requests'],
})
