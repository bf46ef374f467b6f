import {
  checkMailDomain,
  deleteMailConnection,
  getMailConnection,
  saveMailConnection as saveMailConnectionRoute,
  testMailConnection,
} from '../../../../shared/contract/facility/connections.ts'
import { describeInAudit } from '../../../db/auditDescription.ts'
import { endpoint, reply } from '../../../http/endpoint.ts'
import { runCommand } from '../../../http/idempotency.ts'
import { countedAs, refuseTooMany } from '../../../http/limits/rateLimits.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { checkDomain, isSetByEnvironment, readMailConnection, saveMailConnection, testMail } from './mail.ts'

/** Each test opens connections to a server of the caller's choice. */
const MOST_TESTS = { name: 'mail-test', most: 30, seconds: 3_600 }

export const connectionEndpoints = [
  endpoint(getMailConnection, async ({ context }) => reply(await readMailConnection(context.db, context))),

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
    const subject = countedAs(context, 'admin', user.profile.id)
    const tooMany = await refuseTooMany(context.limits, { ...MOST_TESTS, subject })
    if (tooMany) return tooMany
    const outcome = await testMail(context, user.profile.email)
    return outcome instanceof Refusal ? outcome : reply(outcome)
  }),

  endpoint(checkMailDomain, async ({ context }) => {
    const outcome = await checkDomain(context)
    return outcome instanceof Refusal ? outcome : reply(outcome)
  }),
]
