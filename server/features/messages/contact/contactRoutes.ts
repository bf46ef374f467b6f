import { sendContactMessage } from '../../../../shared/contract/messages/messages.ts'
import { endpoint, reply } from '../../../http/endpoint.ts'
import { answeredBefore, runCommand } from '../../../http/idempotency.ts'
import { checkGuest } from '../../../http/limits/guestCheck.ts'
import { networkOf, refuseTooMany } from '../../../http/limits/rateLimits.ts'
import { phoneOf } from '../../../phoneNumber.ts'
import { Refusal } from '../../../refusal.ts'
import { keepContactMessage } from './contact.ts'

const SENT = { sent: true } as const

export const contactEndpoints = [
  endpoint(sendContactMessage, async (call) => {
    const { context, body, address } = call
    const replay = await answeredBefore<typeof SENT>(call)
    if (replay) return replay
    const phone = phoneOf(body.phone, ['phone'])
    if (phone instanceof Refusal) return phone
    const check = checkGuest(context, body)
    if (check instanceof Refusal) return check
    if (check === 'program') return reply(SENT)
    const tooMany = await refuseTooMany(
      context.limits,
      { name: 'contact from', subject: networkOf(address), most: 20, seconds: 3_600 },
      { name: 'contact by', subject: check.device, most: 5, seconds: 3_600 },
    )
    if (tooMany) return tooMany
    const facility = await context.facility.get()
    return runCommand(call, async (tx) => {
      await keepContactMessage(tx, { ...body, phone }, facility.email)
      return reply(SENT)
    })
  }),
]
