import {
  type CardConnection,
  checkMailDomain,
  deleteCardConnection,
  deleteMailConnection,
  getCardConnection,
  getMailConnection,
  saveCardConnection,
  saveMailConnection as saveMailConnectionRoute,
  testCardConnection,
  testMailConnection,
} from '../../../../shared/contract/facility/connections.ts'
import type { Context } from '../../../context.ts'
import { describeInAudit } from '../../../db/auditDescription.ts'
import { endpoint, reply } from '../../../http/endpoint.ts'
import { answeredBefore, runCommand } from '../../../http/idempotency.ts'
import { countedAs, refuseTooMany } from '../../../http/limits/rateLimits.ts'
import type { SignedIn } from '../../../http/session.ts'
import { hasKeys } from '../../../integrations/stripe/payments.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { readCardConnection, saveKeys, testCharge, tryKeys } from './cards.ts'
import { checkDomain, isSetByEnvironment, readMailConnection, saveMailConnection, testMail } from './mail.ts'

/** Each test opens connections to a server of the caller's choice, or asks Stripe with keys of their choice. */
const refuseTooManyTests = ({ context, user }: { context: Context; user: SignedIn }) =>
  refuseTooMany(context.limits, {
    name: 'connection-test',
    subject: countedAs(context, 'admin', user.profile.id),
    most: 60,
    seconds: 3_600,
  })

export const connectionEndpoints = [
  endpoint(getMailConnection, async ({ context, db }) => reply(await readMailConnection(db, context))),

  endpoint(saveMailConnectionRoute, (call) => {
    const { context, body } = call
    if (isSetByEnvironment(context.config)) return refuse('set_by_environment')
    return runCommand(call, async (tx) => {
      await describeInAudit(tx, 'Mail server entered')
      await saveMailConnection(tx, context, body)
      return reply(await readMailConnection(tx, context))
    })
  }),

  endpoint(deleteMailConnection, (call) => {
    const { context } = call
    if (isSetByEnvironment(context.config)) return refuse('set_by_environment')
    return runCommand(call, async (tx) => {
      await describeInAudit(tx, 'Mail server removed')
      await tx.deleteFrom('connections').where('name', '=', 'mail').execute()
      return reply(await readMailConnection(tx, context))
    })
  }),

  endpoint(testMailConnection, async ({ context, user }) => {
    const tooMany = await refuseTooManyTests({ context, user })
    if (tooMany) return tooMany
    const outcome = await testMail(context, user.profile.email)
    return outcome instanceof Refusal ? outcome : reply(outcome)
  }),

  endpoint(checkMailDomain, async ({ context }) => {
    const outcome = await checkDomain(context)
    return outcome instanceof Refusal ? outcome : reply(outcome)
  }),

  endpoint(getCardConnection, async ({ context, db }) => reply(await readCardConnection(db, context))),

  endpoint(saveCardConnection, async (call) => {
    const { context, body } = call
    if (hasKeys(context.config)) return refuse('set_by_environment')
    const before = await answeredBefore<CardConnection>(call)
    if (before) return before
    const accepted = (await refuseTooManyTests(call)) ?? (await tryKeys(context, body))
    if (accepted instanceof Refusal) return accepted
    return runCommand(call, async (tx) => {
      await describeInAudit(tx, 'Stripe’s keys entered')
      await saveKeys(tx, context, accepted)
      return reply(await readCardConnection(tx, context))
    })
  }),

  endpoint(deleteCardConnection, (call) => {
    const { context } = call
    if (hasKeys(context.config)) return refuse('set_by_environment')
    return runCommand(call, async (tx) => {
      await describeInAudit(tx, 'Stripe’s keys removed')
      await tx.deleteFrom('connections').where('name', '=', 'cards').execute()
      return reply(await readCardConnection(tx, context))
    })
  }),

  endpoint(testCardConnection, async (call) => {
    const outcome = (await refuseTooManyTests(call)) ?? (await testCharge(call.context))
    return outcome instanceof Refusal ? outcome : reply(outcome)
  }),
]
