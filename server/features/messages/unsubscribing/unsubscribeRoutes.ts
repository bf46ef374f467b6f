import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import {
  openUnsubscribeLink,
  resendUnsubscribe,
  unsubscribe,
  unsubscribeOneClick,
} from '../../../../shared/contract/messages/messages.ts'
import { emailAddress } from '../../../../shared/contract/text.ts'
import { PRIVATE } from '../../../http/answers/problem.ts'
import { type Call, endpoint, reply } from '../../../http/endpoint.ts'
import { answeredBefore, runCommand } from '../../../http/idempotency.ts'
import { networkOf, refuseTooMany } from '../../../http/limits/rateLimits.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { enqueueMessage, MAILS_OF_STRANGERS } from '../commands.ts'
import { isUnsubscribeSigned, unsubscribePagePath, unsubscribePageUrl } from './unsubscribeLinks.ts'
import { addUnsubscribe } from './unsubscribes.ts'

/** Every answer takes at least this long, so that response time reveals nothing about the address. */
const FLOOR_MILLISECONDS = 300
const NEUTRAL = 'If this address gets mail from us, a link to unsubscribe is on its way to it.'

export const unsubscribeEndpoints = [
  endpoint(unsubscribe, async (call) => {
    const { email, signature } = call.body
    if (!email) return refuse('email_missing')
    return end(call, email, signature)
  }),

  endpoint(unsubscribeOneClick, async (call) => {
    const { email, signature, page } = call.query
    const answer = await end(call, email, signature)
    // A person reads a page; a mail program must not be redirected (RFC 8058 §3.1).
    if (!page) return answer
    const outcome = answer instanceof Refusal ? 'failed' : 'done'
    return new Response(null, { status: 303, headers: { ...PRIVATE, location: `/unsubscribe?${outcome}=1` } })
  }),

  endpoint(openUnsubscribeLink, ({ query }) => {
    const location = unsubscribePagePath(query.email, query.signature)
    return new Response(null, { status: 303, headers: { ...PRIVATE, location } })
  }),

  endpoint(resendUnsubscribe, async (call) => {
    const { context, body, address } = call
    if (!body.email) return refuse('email_missing')
    const email = emailAddress.safeParse(body.email)
    if (!email.success) {
      return refuse('invalid_input', [{ path: ['email'], message: 'This is not an email address.' }])
    }
    const replay = await answeredBefore<{ message: string }>(call)
    if (replay) return replay
    const tooMany = await refuseTooMany(
      context.limits,
      { name: 'unsubscribe link from', subject: networkOf(address), most: 20, seconds: 3_600 },
      { name: 'unsubscribe link of', subject: email.data, most: 3, seconds: 3_600 },
    )
    if (tooMany) return tooMany
    const floor = delay(FLOOR_MILLISECONDS)
    const outcome = await runCommand(call, async (tx) => {
      await enqueueMessage(tx, {
        template: 'unsubscribe-link',
        to: { email: email.data },
        strangersMost: MAILS_OF_STRANGERS,
        data: { email: email.data, unsubscribe_url: unsubscribePageUrl(context, email.data) },
        dedupeKey: `unsubscribe-link:${randomUUID()}`,
      })
      return reply({ message: NEUTRAL })
    })
    await floor
    return outcome
  }),
]

/** The signature is the only authorization: the link was in a mail to this address (decision 26). */
async function end(
  call: Call<typeof unsubscribe> | Call<typeof unsubscribeOneClick>,
  email: string,
  signature: string,
) {
  if (!isUnsubscribeSigned(call.context, email, signature)) return refuse('unsubscribe_link_invalid')
  return runCommand(call as Call<typeof unsubscribe>, async (tx) => {
    await addUnsubscribe(tx, email)
    return reply({ unsubscribed: true as const })
  })
}
