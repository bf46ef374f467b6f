/** The delivery log: every message, its state, and what staff do about it (decision 23). */

import { z } from 'zod'
import { day, id, instant } from '../fields.ts'
import { pageOf, pageQuery } from '../page.ts'
import { route } from '../route.ts'
import { emailAddress } from '../text.ts'

/**
 * What became of a message: `withheld` is waiting for the seconds in which the change behind it can be undone, `failed` was given
 * up, `dismissed` was given up and left so by staff.
 */
export const messageState = z.enum(['waiting', 'withheld', 'sent', 'failed', 'dismissed'])
export type MessageState = z.infer<typeof messageState>

export const loggedMessage = z.object({
  id,
  state: messageState,
  template: z.string().meta({ description: "The template's name, e.g. 'booking-confirmed'." }),
  subject: z.string(),
  to_email: z.string(),
  to_user_id: id.nullable(),
  recipient_name: z.string().nullable(),
  attempts: z.number().int(),
  problem: z.string().nullable().meta({ description: 'Why the last attempt failed, in plain words.' }),
  next_attempt_at: instant.nullable().meta({ description: 'Null where no attempt is to come.' }),
  created_at: instant,
  sent_at: instant.nullable(),
  is_test: z.boolean(),
  can_resend: z.boolean().meta({ description: 'It failed, and `resend-message` tries again.' }),
  can_send_again: z
    .boolean()
    .meta({ description: 'It was sent, and `send-message-again` sends a copy. Never with a personal link.' }),
})
export type LoggedMessage = z.infer<typeof loggedMessage>

export const listMessages = route({
  operationId: 'list-messages',
  call: 'GET /api/admin/messages',
  access: 'desk',
  summary: 'Every message, newest first, with search by address, name and subject',
  query: pageQuery.extend({
    state: messageState.optional(),
    template: z.string().max(100).optional(),
    day: day.optional().meta({ description: 'The facility day on which it was queued.' }),
  }),
  answer: pageOf(loggedMessage).extend({
    failed: z.number().int().meta({ description: 'How many were given up and not dismissed, of all.' }),
    templates: z.array(z.string()).meta({ description: 'The names of all templates, for the filter.' }),
  }),
  errors: ['cursor_invalid'],
})

const named = z.object({ message_id: id })

export const messageDetails = loggedMessage.extend({
  about: z.string().meta({ description: 'When a message of this kind is sent.' }),
  reply_to: z.string().nullable(),
  attachment: z.string().nullable().meta({ description: "The calendar file's name." }),
  last_error: z.string().nullable().meta({ description: "The mail server's own words." }),
  has_personal_link: z.boolean(),
  content: z
    .object({ subject: z.string(), html: z.string(), text: z.string() })
    .nullable()
    .meta({ description: 'As it was or will be sent, personal links masked; null once it is erased.' }),
  copies: z.array(z.object({ id, created_at: instant, state: messageState })),
  copy_of: id.nullable(),
})
export type MessageDetails = z.infer<typeof messageDetails>

export const getMessage = route({
  operationId: 'get-message',
  call: 'GET /api/admin/messages/:message_id',
  access: 'desk',
  summary: 'A message and what it says; links that sign in, reset a password or confirm something are masked',
  params: named,
  answer: messageDetails,
  errors: ['message_not_found'],
})

const told = z.object({ message: z.string() })
const errors = ['message_not_found', 'message_not_failed'] as const

export const resendMessage = route({
  operationId: 'resend-message',
  call: 'POST /api/admin/messages/:message_id/resend',
  access: 'desk',
  summary: 'Try again to deliver a message that failed',
  params: named,
  answer: told,
  errors,
})

export const correctMessageAddress = route({
  operationId: 'correct-message-address',
  call: 'POST /api/admin/messages/:message_id/address',
  access: 'desk',
  summary:
    'Correct the address of a message that came back, and send it again; never of one with a personal link',
  params: named,
  body: z.object({ to_email: emailAddress }),
  answer: told,
  errors: [...errors, 'message_has_link'],
})

export const sendMessageAgain = route({
  operationId: 'send-message-again',
  call: 'POST /api/admin/messages/:message_id/copies',
  access: 'desk',
  summary: 'Send a copy of a message that was sent; never of one with a personal link',
  params: named,
  answer: told,
  errors: [
    'message_not_found',
    'message_not_sent',
    'message_has_link',
    'message_copied',
    'too_many_requests',
  ],
})

export const resendFailedMessages = route({
  operationId: 'resend-failed-messages',
  call: 'POST /api/admin/messages/resend-failed',
  access: 'desk',
  summary: 'Try again to deliver up to 500 messages that failed, oldest first',
  body: z.object({
    failed_before: instant.meta({ description: 'Only what was queued until then: what was looked at.' }),
  }),
  answer: told.extend({ resent: z.number().int(), left: z.number().int() }),
})

export const dismissMessage = route({
  operationId: 'dismiss-message',
  call: 'POST /api/admin/messages/:message_id/dismiss',
  access: 'desk',
  summary: 'Leave a message undelivered: it is not listed as needing attention any more',
  params: named,
  answer: told,
  errors,
})
