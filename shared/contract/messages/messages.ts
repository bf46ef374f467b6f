import { z } from 'zod'
import { formCheck } from '../forms.ts'
import { route } from '../route.ts'
import { emailAddress, manyLines, oneLine, personName } from '../text.ts'

/** What a contact message is about (spec 1 §2.7). */
export const contactSubject = z.enum([
  'cage-rental',
  'private-lessons',
  'team-training',
  'facility-tour',
  'general',
])
export type ContactSubject = z.infer<typeof contactSubject>

/** Limits of the contact form (spec 1 §5). */
export const CONTACT_NAME_MOST = 100
export const CONTACT_MESSAGE_MOST = 2000

export const contactMessage = z.object({
  name: personName(CONTACT_NAME_MOST),
  phone: oneLine(40),
  email: emailAddress.nullish().meta({ description: 'The address for an answer.' }),
  subject: contactSubject,
  message: manyLines(CONTACT_MESSAGE_MOST),
  ...formCheck.shape,
})
export type ContactMessage = z.infer<typeof contactMessage>

export const sendContactMessage = route({
  operationId: 'send-contact-message',
  call: 'POST /api/contact',
  access: 'public',
  summary: 'Store a message and mail it to the facility',
  body: contactMessage,
  status: 201,
  answer: z.object({ sent: z.literal(true) }),
  errors: ['form_check_failed', 'too_many_requests'],
})

/** The address in the link; without one the answer is `email_missing`, not `invalid_input`. */
const linkEmail = z.string().trim().max(254).optional()
const signature = z.string().min(1).max(200).meta({ description: 'From the link in the mail.' })

export const unsubscribe = route({
  operationId: 'unsubscribe',
  call: 'POST /api/unsubscribe',
  access: 'public',
  summary: 'Stop marketing mail to the address of a signed link; receipts and confirmations are still sent',
  body: z.object({ email: linkEmail, signature }),
  answer: z.object({ unsubscribed: z.literal(true) }),
  errors: ['email_missing', 'unsubscribe_link_invalid'],
})

export const resendUnsubscribe = route({
  operationId: 'resend-unsubscribe',
  call: 'POST /api/unsubscribe/resend',
  access: 'public',
  summary: 'Mail a signed unsubscribe link; the answer is the same for every address',
  body: z.object({ email: linkEmail }),
  answer: z.object({ message: z.string() }),
  errors: ['email_missing', 'too_many_requests'],
})

const signedAddress = z.object({ email: z.string().max(254), signature: z.string().max(200) })

export const unsubscribeOneClick = route({
  operationId: 'unsubscribe-one-click',
  call: 'POST /api/unsubscribe/one-click',
  access: 'public',
  summary: 'One-click unsubscribe: the form that a mail program posts (RFC 8058)',
  query: signedAddress.extend({
    page: z.literal('1').optional().meta({ description: 'Posted by our own page without scripts.' }),
  }),
  form: z.object({ 'List-Unsubscribe': z.literal('One-Click') }),
  answer: z.object({ unsubscribed: z.literal(true) }),
  errors: ['unsubscribe_link_invalid'],
})

export const openUnsubscribeLink = route({
  operationId: 'open-unsubscribe-link',
  call: 'GET /api/unsubscribe/one-click',
  access: 'public',
  summary: 'Redirects from the List-Unsubscribe link to the page; changes nothing',
  query: signedAddress,
  status: 303,
  answer: z.null(),
})
