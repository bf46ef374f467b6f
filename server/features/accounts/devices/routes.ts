import {
  listMySessions,
  signOutOtherSessions,
  signOutSession,
} from '../../../../shared/contract/accounts/devices.ts'
import { transaction } from '../../../db/database.ts'
import { type Call, endpoint, reply } from '../../../http/endpoint.ts'
import { logEvent } from '../accountEvents.ts'
import { provePassword } from '../passwords/provePassword.ts'
import { isStaff } from '../sessions.ts'
import { describeEnd, ELSEWHERE, endOtherSessions, endSession } from './commands.ts'
import { listDevices } from './queries.ts'

/*
 * Other instances are notified of an ended session by the database; this one drops it from its cache before it answers,
 * so that a device is signed out when the answer says so. Neither operation uses an idempotency key, which would store a
 * digest of the password; a session can only end once anyway.
 */
export const deviceEndpoints = [
  endpoint(listMySessions, async ({ context, db, now, user }) => {
    const idle = context.config.staffIdleHours * 3_600_000
    const usedSince = isStaff(user) ? new Date(now.getTime() - idle) : null
    return reply(
      await listDevices(db, { userId: user.profile.id, sessionId: user.sessionId }, { now, usedSince }),
    )
  }),

  endpoint(signOutSession, async (call) => {
    const userId = call.user.profile.id
    const refused =
      (await provePassword(call, call.body.current_password)) ??
      (await transaction(call.context.db, call.actor, (tx) => endSession(tx, userId, call.params.id)))
    if (refused) return refused
    ended(call, 1)
    return reply(null)
  }),

  endpoint(signOutOtherSessions, async (call) => {
    const { user, context } = call
    const refused = await provePassword(call, call.body.current_password)
    if (refused) return refused
    const count = await transaction(context.db, call.actor, async (tx) => {
      await describeEnd(tx, ELSEWHERE)
      return endOtherSessions(tx, user.profile.id, [user.sessionId])
    })
    ended(call, count)
    return reply({ ended: count })
  }),
]

function ended(call: Call<typeof signOutSession> | Call<typeof signOutOtherSessions>, sessions: number) {
  const { context, user, address, request } = call
  context.accounts.forgetSessions()
  logEvent(
    context.log,
    { address, headers: request.headers },
    { event: 'session_ended', account: user.profile.id, reason: 'signed_out_elsewhere', sessions },
  )
}
