import type { Actor, Db } from '../../../db/database.ts'
import { refuseTooMany } from '../../../http/limits/rateLimits.ts'
import type { SignedIn } from '../../../http/session.ts'
import { type Refusal, refuse } from '../../../refusal.ts'
import type { AccountServices } from '../accountCall.ts'
import { noteRefusal } from '../accountEvents.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

/** The input from the request of a signed-in person. */
interface ProvingCall {
  readonly context: Pick<AccountServices, 'db' | 'limits' | 'log'>
  readonly user: SignedIn
  readonly actor: Actor
  readonly address: string
  readonly request: Request
}

/**
 * Verifies a signed-in person's password again before sensitive operations. Wrong passwords
 * are counted per session, so that a person with the owner's phone cannot block the owner on other devices; a right one
 * is not counted.
 *
 * @returns the refusal, or null.
 */
export async function provePassword(call: ProvingCall, password: string): Promise<Refusal | null> {
  const { db, limits, log } = call.context
  const userId = call.user.profile.id
  const note = (reason: 'wrong_password' | 'too_many_attempts') =>
    noteRefusal(
      { db, limits, log, actor: call.actor },
      { address: call.address, headers: call.request.headers },
      { event: 'password_proof_refused', account: userId, reason },
    )
  const limit = { name: 'password proof in', subject: call.user.sessionId, most: 10, seconds: 900 }
  const tooMany = await refuseTooMany(limits, limit)
  if (tooMany) {
    note('too_many_attempts')
    return tooMany
  }
  if (!(await isPasswordOf(db, userId, password))) {
    note('wrong_password')
    return refuse('current_password_wrong')
  }
  await limits.restore(limit)
  return null
}

/** Whether it is the account's password. An account without one takes as long as one with another password. */
export async function isPasswordOf(db: Db, userId: string, password: string): Promise<boolean> {
  const account = await db
    .selectFrom('auth_accounts')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  if (account?.password) return verifyPassword(password, account.password)
  await hashPassword(password)
  return false
}
