import { setTimeout as delay } from 'node:timers/promises'
import {
  cancelEmailChange,
  confirmEmailChange,
  getEmailChange,
  requestEmailChange,
  verifyEmailChangeLink,
} from '../../../../shared/contract/accounts/emailChange.ts'
import { isDatabaseError, transaction, UNIQUE_VIOLATION } from '../../../db/database.ts'
import { type Call, endpoint, reply } from '../../../http/endpoint.ts'
import { runCommand } from '../../../http/idempotency.ts'
import { networkOf, refuseTooMany } from '../../../http/limits/rateLimits.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { logEnded } from '../accountEvents.ts'
import { provePassword } from '../passwords/provePassword.ts'
import { followLink } from './follow.ts'
import { findLinkedChange, findOpenChange } from './queries.ts'
import { requestChange } from './request.ts'

/** Every request takes at least this long, whether the address has an account or not. */
const FLOOR_MILLISECONDS = 300

export const emailChangeEndpoints = [
  endpoint(getEmailChange, async ({ db, now, user }) =>
    reply({ change: await findOpenChange(db, user.profile.id, now) }),
  ),

  // Not under an idempotency key, which would store a digest of the password. Repeating it replaces the request.
  endpoint(requestEmailChange, async (call) => {
    const { context, user, body, actor, address } = call
    const { db, limits, clock } = context
    const owner = user.profile
    if (body.new_email === owner.email) return refuse('email_unchanged')
    const refused =
      (await provePassword(call, body.current_password)) ??
      (await refuseTooMany(
        limits,
        { name: 'email change by', subject: owner.id, most: 5, seconds: 3_600 },
        { name: 'email change from', subject: networkOf(address), most: 20, seconds: 3_600 },
        { name: 'email change to', subject: body.new_email, most: 3, seconds: 3_600 },
      ))
    if (refused) return refused
    const floor = delay(FLOOR_MILLISECONDS)
    const change = await transaction(db, actor, (tx) =>
      requestChange(tx, {
        owner,
        sessionId: user.sessionId,
        newEmail: body.new_email,
        now: clock.now(),
        siteUrl: context.publicUrl(),
      }),
    )
    await floor
    return reply({ change })
  }),

  endpoint(cancelEmailChange, (call) =>
    runCommand(call, async (tx) => {
      await tx.deleteFrom('email_changes').where('user_id', '=', call.user.profile.id).execute()
      return reply(null)
    }),
  ),

  endpoint(verifyEmailChangeLink, async (call) => {
    const change = await openLink(call)
    if (change instanceof Refusal) return change
    const side = change.of_present_address ? ('present' as const) : ('new' as const)
    const followed = side === 'present' ? change.approved_at : change.confirmed_at
    const state = change.completed_at ? 'completed' : followed ? 'followed' : 'open'
    return reply({ side, new_email: change.new_email, state })
  }),

  endpoint(confirmEmailChange, async (call) => {
    const { context, body, actor } = call
    const change = await openLink(call)
    if (change instanceof Refusal) return change
    const caller = await call.caller()
    const link = {
      token: body.token,
      callerSession: caller?.profile.id === change.user_id ? caller.sessionId : null,
      now: context.clock.now(),
    }
    try {
      const owner = { ...actor, userId: change.user_id }
      const outcome = await transaction(context.db, owner, (tx) => followLink(tx, link))
      context.accounts.forgetSessions()
      if (outcome instanceof Refusal) return outcome
      const { followed, ended } = outcome
      const origin = { address: call.address, headers: call.request.headers }
      logEnded(context.log, origin, { account: change.user_id, reason: 'email_changed', sessions: ended })
      return reply(followed)
    } catch (error) {
      if (!isDatabaseError(error, UNIQUE_VIOLATION, 'profiles_email_key')) throw error
      return refuse('email_change_link_invalid')
    }
  }),
]

async function openLink({
  context,
  body,
  address,
}: Call<typeof verifyEmailChangeLink> | Call<typeof confirmEmailChange>) {
  const tooMany = await refuseTooMany(context.limits, {
    name: 'email change link from',
    subject: networkOf(address),
    most: 60,
    seconds: 900,
  })
  if (tooMany) return tooMany
  const change = await findLinkedChange(context.db, body.token, context.clock.now())
  return change ?? refuse('email_change_link_invalid')
}
