import {
  correctMessageAddress,
  dismissMessage,
  getMessage,
  listMessages,
  resendFailedMessages,
  resendMessage,
  sendMessageAgain,
} from '../../../../shared/contract/messages/messageDelivery.ts'
import type { Context } from '../../../context.ts'
import { endpoint, reply } from '../../../http/endpoint.ts'
import { answeredBefore, runCommand } from '../../../http/idempotency.ts'
import { refuseTooMany } from '../../../http/limits/rateLimits.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { builtInTemplates } from '../templates.ts'
import { countFailed, findMessage, readLog } from './deliveryLog.ts'
import { copySent, correctAddress, dismissFailure, queueAgain, queueFailedAgain } from './resend.ts'

export const deliveryEndpoints = [
  endpoint(listMessages, async ({ context, db, query }) => {
    const reading = await readingOf(context)
    const [page, failed] = await Promise.all([readLog(db, query, reading), countFailed(db)])
    if (page instanceof Refusal) return page
    return reply({ ...page, failed, templates: Object.keys(builtInTemplates) })
  }),

  endpoint(getMessage, async ({ context, db, params }) => {
    const found = await findMessage(db, params.message_id, await readingOf(context))
    return found ? reply(found) : refuse('message_not_found')
  }),

  endpoint(resendMessage, (call) =>
    runCommand(call, async (tx) => {
      const refused = await queueAgain(tx, call.params.message_id, call.context.clock.now())
      return refused ?? reply({ message: 'The message is sent again.' })
    }),
  ),

  endpoint(correctMessageAddress, (call) =>
    runCommand(call, async (tx) => {
      const corrected = { messageId: call.params.message_id, to: call.body.to_email }
      const refused = await correctAddress(tx, corrected, call.context.clock.now())
      return refused ?? reply({ message: `The message is sent to ${call.body.to_email}.` })
    }),
  ),

  endpoint(sendMessageAgain, async (call) => {
    const { context, params, user } = call
    const replay = await answeredBefore<{ message: string }>(call)
    if (replay) return replay
    const limit = { name: 'message copies by', subject: user.profile.id, most: 120, seconds: 3_600 }
    const tooMany = await refuseTooMany(context.limits, limit)
    if (tooMany) return tooMany
    return runCommand(call, async (tx) => {
      const refused = await copySent(tx, params.message_id, context.clock.now())
      return refused ?? reply({ message: 'A copy is on its way.' })
    })
  }),

  endpoint(resendFailedMessages, (call) =>
    runCommand(call, async (tx) => {
      const until = new Date(call.body.failed_before)
      const resent = await queueFailedAgain(tx, until, call.context.clock.now())
      const left = await countFailed(tx)
      return reply({
        message: resent === 1 ? '1 message is sent again.' : `${resent} messages are sent again.`,
        resent,
        left,
      })
    }),
  ),

  endpoint(dismissMessage, (call) =>
    runCommand(call, async (tx) => {
      const refused = await dismissFailure(tx, call.params.message_id, call.context.clock.now())
      return refused ?? reply({ message: 'The message is left undelivered.' })
    }),
  ),
]

async function readingOf(context: Context) {
  const facility = await context.facility.get()
  return {
    now: context.clock.now(),
    zone: facility.time_zone,
    sender: { facility, siteUrl: context.publicUrl() },
  }
}
