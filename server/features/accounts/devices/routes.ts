import { listMySessions, signOutOtherSessions, signOutSession } from '../../../../shared/contract/devices.ts'
import { endpoint, reply } from '../../../http/endpoint.ts'
import { runCommand } from '../../../http/idempotency.ts'
import { endOtherSessions, endSession } from './commands.ts'
import { listDevices } from './queries.ts'

/*
 * Other instances hear of an ended session from the database; this one forgets it before it answers, so that nobody
 * is told that a device is signed out while it is not.
 */
export const deviceEndpoints = [
  endpoint(listMySessions, async ({ context, user }) =>
    reply(
      await listDevices(
        context.db,
        { userId: user.profile.id, sessionId: user.sessionId },
        context.clock.now(),
      ),
    ),
  ),

  endpoint(signOutSession, async (call) => {
    const outcome = await runCommand(
      call,
      async (tx) => (await endSession(tx, call.user.profile.id, call.params.id)) ?? reply(null),
    )
    call.context.accounts.forgetSessions()
    return outcome
  }),

  endpoint(signOutOtherSessions, async (call) => {
    const { user, context } = call
    const outcome = await runCommand(call, async (tx) =>
      reply({ ended: await endOtherSessions(tx, user.profile.id, [user.sessionId]) }),
    )
    context.accounts.forgetSessions()
    return outcome
  }),
]
