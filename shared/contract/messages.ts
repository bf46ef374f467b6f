import { z } from 'zod'
import { id } from './fields.ts'
import { formCheck } from './forms.ts'
import { route } from './route.ts'
import { emailAddress, manyLines, oneLine } from './text.ts'

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
  name: oneLine(CONTACT_NAME_MOST),
  phone: oneLine(40),
  email: emailAddress.nullish().meta({ description: 'The address for an answer.' }),
  subject: contactSubject,
  message: manyLines(CONTACT_MESSAGE_MOST),
  ...formCheck.shape,
})
export type ContactMessage = z.infer<typeof contactMessage>

export const sendContactMessage = route({
  operationId: 'send-contact-message',
  method: 'post',
  path: '/api/contact',
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
  method: 'post',
  path: '/api/unsubscribe',
  access: 'public',
  summary: 'Stop marketing mail to the address of a signed link; receipts and confirmations are still sent',
  body: z.object({ email: linkEmail, signature }),
  status: 200,
  answer: z.object({ unsubscribed: z.literal(true) }),
  errors: ['email_missing', 'unsubscribe_link_invalid'],
})

export const resendUnsubscribe = route({
  operationId: 'resend-unsubscribe',
  method: 'post',
  path: '/api/unsubscribe/resend',
  access: 'public',
  summary: 'Mail a signed unsubscribe link; the answer is the same for every address',
  body: z.object({ email: linkEmail }),
  status: 200,
  answer: z.object({ message: z.string() }),
  errors: ['email_missing', 'too_many_requests'],
})

const signedAddress = z.object({ email: z.string().max(254), signature: z.string().max(200) })

export const unsubscribeOneClick = route({
  operationId: 'unsubscribe-one-click',
  method: 'post',
  path: '/api/unsubscribe/one-click',
  access: 'public',
  summary: 'One-click unsubscribe: the form that a mail program posts (RFC 8058)',
  query: signedAddress,
  form: z.object({ 'List-Unsubscribe': z.literal('One-Click') }),
  status: 200,
  answer: z.object({ unsubscribed: z.literal(true) }),
  errors: ['unsubscribe_link_invalid'],
})

export const openUnsubscribeLink = route({
  operationId: 'open-unsubscribe-link',
  method: 'get',
  path: '/api/unsubscribe/one-click',
  access: 'public',
  summary: 'Redirects from the List-Unsubscribe link to the page; changes nothing',
  query: signedAddress,
  status: 303,
  answer: z.null(),
  errors: [],
})

const template = {
  subject_template: z.string().max(300),
  html_template: z.string().max(100_000),
  text_template: z.string().max(50_000),
}

/** A message's text, edited by the facility or built-in (spec 3 §3). */
export const emailTemplate = z.object({
  id,
  name: z.string(),
  description: z.string(),
  ...template,
  is_active: z.boolean().meta({ description: 'Whether this text is sent; if not, the built-in one is.' }),
  variables: z.array(z.string()).meta({ description: 'All variables of the texts.' }),
  required_variables: z.array(z.string()).meta({ description: 'Variables that HTML and text must contain.' }),
  sample: z.record(z.string(), z.string()).meta({ description: 'An example of each variable, as text.' }),
  edited: z.boolean().meta({ description: 'False while the built-in text is unchanged.' }),
  problems: z
    .array(z.string())
    .meta({ description: 'Why this text cannot be sent; the built-in one is sent instead.' }),
})
export type EmailTemplate = z.infer<typeof emailTemplate>

export const getEmailTemplates = route({
  operationId: 'get-email-templates',
  method: 'get',
  path: '/api/admin/email-templates',
  access: 'admin',
  summary: 'Every message with its current text, its variables and an example of each',
  status: 200,
  answer: z.object({ success: z.literal(true), templates: z.array(emailTemplate) }),
  errors: [],
})

export const updateEmailTemplate = route({
  operationId: 'update-email-template',
  grave: true,
  method: 'put',
  path: '/api/admin/email-templates/:id',
  access: 'admin',
  summary: "Save a message's text: only variables, if, else and unless",
  params: z.object({ id }),
  body: z.object({
    name: z.string().meta({ description: 'As listed; identifies the message and cannot change.' }),
    description: manyLines(500).or(z.literal('')),
    ...template,
    is_active: z.boolean(),
  }),
  status: 200,
  answer: z.object({ success: z.literal(true), template: emailTemplate }),
  errors: ['template_not_found', 'template_invalid'],
})

export const previewEmailTemplate = route({
  operationId: 'preview-email-template',
  method: 'post',
  path: '/api/admin/email-templates/:id/preview',
  access: 'admin',
  summary: 'A message rendered with its sample data; saves nothing',
  params: z.object({ id }),
  body: z.object(template),
  status: 200,
  answer: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
  errors: ['template_not_found', 'template_invalid'],
})

/** `details` of `template_invalid`. */
export const templateProblems = z.array(
  z.object({ field: z.enum(['subject_template', 'html_template', 'text_template']), message: z.string() }),
)
export type TemplateProblems = z.infer<typeof templateProblems>
