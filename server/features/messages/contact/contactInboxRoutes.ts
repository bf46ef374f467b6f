import {
  getContactMessage,
  listContactMessages,
  replyContactMessage,
  updateContactMessageStatus,
} from '../../../../shared/contract/messages/contactMessages.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/database.ts'
import { endpoint, reply } from '../../../http/endpoint.ts'
import { answeredBefore, runCommand } from '../../../http/idempotency.ts'
import { refuseTooMany } from '../../../http/limits/rateLimits.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { findInInbox, listInbox, replyTo, setDone } from './contactInbox.ts'

export const contactInboxEndpoints = [
  endpoint(listContactMessages, async ({ db, query }) => {
    const page = await listInbox(db, query)
    return page instanceof Refusal ? page : reply(page)
  }),

  endpoint(getContactMessage, ({ context, db, params }) => found(context, db, params.contact_message_id)),

  endpoint(replyContactMessage, async (call) => {
    const { context, params, body, user } = call
    const replay = await answeredBefore<Awaited<ReturnType<typeof findInInbox>> & object>(call)
    if (replay) return replay
    const tooMany = await refuseTooMany(context.limits, {
      name: 'contact replies',
      subject: user.profile.id,
      most: 60,
      seconds: 3_600,
    })
    if (tooMany) return tooMany
    const facility = await context.facility.get()
    return runCommand(call, async (tx) => {
      const written = {
        contactMessageId: params.contact_message_id,
        body: body.body,
        done: body.done,
        expectedRevision: body.expected_revision,
        by: user.profile,
      }
      const at = { now: context.clock.now(), zone: facility.time_zone, facilityEmail: facility.email }
      return (await replyTo(tx, written, at)) ?? found(context, tx, params.contact_message_id)
    })
  }),

  endpoint(updateContactMessageStatus, (call) =>
    runCommand(call, async (tx) => {
      const { context, params, body, user } = call
      const change = {
        contactMessageId: params.contact_message_id,
        done: body.done,
        by: user.profile.id,
      }
      const refused = await setDone(tx, change, context.clock.now())
      return refused ?? found(context, tx, params.contact_message_id)
    }),
  ),
]

async function found(context: Context, db: Db, id: string) {
  const message = await findInInbox(db, id, context.clock.now())
  return message ? reply(message) : refuse('contact_message_not_found')
}
