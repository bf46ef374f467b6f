import { z } from 'zod'
import { id } from './fields.ts'
import { route } from './route.ts'

const named = z.object({ message_id: id })
const told = z.object({ message: z.string() })
const errors = ['message_not_found', 'message_not_failed'] as const

export const resendMessage = route({
  operationId: 'resend-message',
  method: 'post',
  path: '/api/admin/messages/:message_id/resend',
  access: 'desk',
  summary: 'Try again to deliver a message that failed',
  params: named,
  status: 200,
  answer: told,
  errors,
})

export const dismissMessage = route({
  operationId: 'dismiss-message',
  method: 'post',
  path: '/api/admin/messages/:message_id/dismiss',
  access: 'desk',
  summary: 'Leave a message undelivered: it is not listed as needing attention any more',
  params: named,
  status: 200,
  answer: told,
  errors,
})
