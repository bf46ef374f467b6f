/** What visitors wrote by the contact form, as staff answer it (decision 24). */

import { z } from 'zod'
import { id, instant, revision } from '../fields.ts'
import { pageOf, pageQuery } from '../page.ts'
import { route } from '../route.ts'
import { manyLines } from '../text.ts'
import { messageState } from './messageDelivery.ts'
import { contactSubject } from './messages.ts'

export const contactState = z.enum(['new', 'replied', 'done'])
export type ContactState = z.infer<typeof contactState>

export const CONTACT_REPLY_MOST = 5000

const listedContactMessage = z.object({
  id,
  state: contactState,
  name: z.string(),
  phone: z.string(),
  email: z.string().nullable().meta({ description: 'Null: the visitor can be called only.' }),
  subject: contactSubject,
  message: z.string(),
  created_at: instant,
  replied_at: instant.nullable(),
  handled_at: instant.nullable(),
  handled_by_name: z.string().nullable(),
  last_reply: z.string().nullable().meta({ description: 'What staff wrote last.' }),
})
export type ListedContactMessage = z.infer<typeof listedContactMessage>

export const listContactMessages = route({
  operationId: 'list-contact-messages',
  call: 'GET /api/admin/contact-messages',
  access: 'desk',
  summary: 'What visitors wrote, newest first, with search by name, address, phone and text',
  query: pageQuery.extend({
    state: z
      .enum(['open', ...contactState.options])
      .optional()
      .meta({ description: "'open': all that is not done, answered or not." }),
  }),
  answer: pageOf(listedContactMessage),
  errors: ['cursor_invalid'],
})

export const contactMessageDetails = listedContactMessage.extend({
  revision: z.number().int().meta({ description: 'Counts replies; send it as `expected_revision`.' }),
  user_id: id.nullable().meta({ description: 'The account with this address, if there is one.' }),
  replies: z.array(
    z.object({
      id,
      body: z.string(),
      sent_by_name: z.string().nullable(),
      created_at: instant,
      message_id: id.nullable().meta({ description: 'The mail in the delivery log.' }),
      state: messageState.nullable(),
    }),
  ),
})
export type ContactMessageDetails = z.infer<typeof contactMessageDetails>

const named = z.object({ contact_message_id: id })

export const getContactMessage = route({
  operationId: 'get-contact-message',
  call: 'GET /api/admin/contact-messages/:contact_message_id',
  access: 'desk',
  summary: 'A message of a visitor with the replies and what became of them',
  params: named,
  answer: contactMessageDetails,
  errors: ['contact_message_not_found'],
})

export const replyContactMessage = route({
  operationId: 'reply-contact-message',
  call: 'POST /api/admin/contact-messages/:contact_message_id/replies',
  access: 'desk',
  summary: 'Answer a visitor by mail; an answer to it goes to the facility',
  params: named,
  body: z.object({
    body: manyLines(CONTACT_REPLY_MOST),
    done: z.boolean().default(false).meta({ description: 'Nothing more is to do.' }),
    expected_revision: revision,
  }),
  status: 201,
  answer: contactMessageDetails,
  errors: ['contact_message_not_found', 'contact_email_missing', 'changed_meanwhile', 'too_many_requests'],
})

export const updateContactMessageStatus = route({
  operationId: 'update-contact-message-status',
  call: 'PUT /api/admin/contact-messages/:contact_message_id/status',
  access: 'desk',
  summary: 'Mark a message as done, or open it again',
  params: named,
  body: z.object({ done: z.boolean() }),
  answer: contactMessageDetails,
  errors: ['contact_message_not_found'],
})
