import { isAPIError } from 'better-auth/api'
import { z } from 'zod'
import { enteredPassword } from '../../../../shared/contract/text.ts'
import { type Db, transaction } from '../../../db/database.ts'
import type { SignedIn } from '../../../http/session.ts'
import { operation } from '../accountCall.ts'
import { logEnded, noteRefusal, recordEvent } from '../accountEvents.ts'
import { refused, refusedForNow, succeeded } from '../answers.ts'
import { describeEnd, endOtherSessions } from '../devices/commands.ts'
import { knownDeviceCookie, openSession } from '../signIn.ts'
import { refusePasswordFor } from './passwordRules.ts'
import { enqueuePasswordChanged } from './recovery.ts'

const othersEnded = 'Your other devices have been logged out.'
const othersStay = 'Your other devices are still logged in.'

/**
 * Changes the password of the person who is signed in and knows the present one. Unless they choose otherwise every
 * session ends, and this browser goes on with a new one.
 */
export const changePassword = operation({
  body: z.object({
    currentPassword: enteredPassword,
    newPassword: enteredPassword,
    /** The account library's name for it. */
    revokeOtherSessions: z.boolean().default(true),
  }),
  async run(services, call) {
    const { body, headers, actor } = call
    const { currentPassword, newPassword, revokeOtherSessions } = body
    const { auth, config, db, limits, log, sessions } = services
    const user = await sessions.signedIn(headers)
    if (!user) return refused('unauthenticated')
    const owner = user.profile
    // Counted per session: a person with the owner's phone must not block a change of password on another device.
    const limit = { name: 'password change in', subject: user.sessionId, most: 10, seconds: 900 }
    const refusal = { event: 'password_change_refused', account: owner.id } as const
    const note = (reason: 'wrong_password' | 'too_many_attempts') =>
      noteRefusal({ ...services, actor: { ...actor, userId: owner.id } }, call, { ...refusal, reason })
    const wait = await limits.take(limit)
    if (wait) {
      note('too_many_attempts')
      return refusedForNow(wait)
    }
    const weak = await refusePasswordFor(db, config, owner, newPassword)
    if (weak) return refused(weak.code, { message: weak.message })
    try {
      await auth.api.changePassword({ body: { currentPassword, newPassword }, headers })
      const ended = await transaction(db, { ...actor, userId: owner.id }, async (tx) => {
        await describeEnd(tx, 'Password changed')
        const count = revokeOtherSessions ? await endOtherSessions(tx, owner.id, []) : 0
        await tx.deleteFrom('auth_verifications').where('value', '=', owner.id).execute()
        await recordEvent({ db: tx, log, actor: { ...actor, userId: owner.id } }, call, {
          event: 'password_changed',
          account: owner.id,
        })
        await enqueuePasswordChanged(tx, services, owner, revokeOtherSessions ? othersEnded : othersStay)
        return count
      })
      sessions.clear()
      logEnded(log, call, { account: owner.id, reason: 'password_changed', sessions: ended })
      const renewed = revokeOtherSessions && (await openSession(services, headers, owner.id))
      if (renewed && user.secondFactor === 'on') await keepProof(db, user)
      return succeeded([...(renewed || []), knownDeviceCookie(services, headers, owner.id)])
    } catch (error) {
      const code = isAPIError(error) ? error.body?.code : undefined
      if (code === 'INVALID_PASSWORD') {
        note('wrong_password')
        return refused('current_password_wrong')
      }
      if (isAPIError(error) && error.status === 'UNAUTHORIZED') return refused('unauthenticated')
      throw error
    }
  },
})

/** Where a code proves who someone is, only the password does not: what replaces a session is proved no later than it was. */
const keepProof = (db: Db, { profile, provedAt }: SignedIn) =>
  db.updateTable('auth_sessions').set({ proved_at: provedAt }).where('user_id', '=', profile.id).execute()
