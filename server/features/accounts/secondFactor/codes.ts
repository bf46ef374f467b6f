import { createHmac } from 'node:crypto'
import { isAPIError } from 'better-auth/api'
import { parseSigned } from 'hono/utils/cookie'
import type { Db, Tx } from '../../../db/database.ts'
import type { AccountServices } from '../accountCall.ts'
import { challengeCookieName, sessionCookieName } from '../auth.ts'
import { describeEnd, endOtherSessions } from '../devices/commands.ts'
import { enqueueSecondFactorChanged } from './notice.ts'
import { recoveryCodeDigest } from './recoveryCodes.ts'

type Services = Pick<AccountServices, 'auth' | 'clock' | 'config' | 'db'>

/** How long a one-time code may be accepted at most: its own 30 seconds and those before and after. */
const CODE_MILLISECONDS = 90_000
const ONE_TIME_CODE = /^\d{6}$/

/**
 * Has the library check a one-time or recovery code, each of which is accepted once (RFC 6238 §5.2).
 *
 * @param headers carry the cookie of a session or of a challenge, never both: the library checks the code of the session
 * where it finds one.
 * @returns the answer's headers, with its cookies; null where the code is wrong, was used, or the challenge is over.
 */
export async function checkCode(
  services: Services,
  { userId, code, headers }: { userId: string; code: string; headers: Headers },
): Promise<Headers | null> {
  const { api } = services.auth
  const isOneTime = ONE_TIME_CODE.test(code)
  if (isOneTime && !(await claimCode(services, userId, code))) return null
  try {
    const kept = recoveryCodeDigest(services.config.secrets.auth, code)
    const answer = isOneTime
      ? await api.verifyTOTP({ body: { code }, headers, returnHeaders: true })
      : await api.verifyBackupCode({ body: { code: kept }, headers, returnHeaders: true })
    return answer.headers
  } catch (error) {
    if (isOneTime) await releaseCode(services, userId, code)
    if (isAPIError(error) && error.statusCode < 500) return null
    throw error
  }
}

/** Marks a code as used before it is checked, so that of two requests with the same code one is accepted. */
async function claimCode({ db, clock, config }: Services, userId: string, code: string): Promise<boolean> {
  const now = clock.now()
  const tooOld = new Date(now.getTime() - CODE_MILLISECONDS)
  await db.deleteFrom('auth_used_codes').where('user_id', '=', userId).where('used_at', '<', tooOld).execute()
  const claimed = await db
    .insertInto('auth_used_codes')
    .values({ user_id: userId, digest: digestOf(config.secrets.auth, code), used_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return claimed !== undefined
}

const releaseCode = ({ db, config }: Services, userId: string, code: string) =>
  db
    .deleteFrom('auth_used_codes')
    .where('user_id', '=', userId)
    .where('digest', '=', digestOf(config.secrets.auth, code))
    .execute()

const digestOf = (secret: string, code: string): string =>
  createHmac('sha256', secret).update(`one-time code ${code}`).digest('base64url')

/** Whose password was entered in this browser, while the code is awaited; null once the challenge is over. */
export async function challengedAccount(
  { auth, config }: Services,
  headers: Headers,
): Promise<string | null> {
  const name = challengeCookieName(config)
  const { [name]: challenge } = await parseSigned(headers.get('cookie') ?? '', config.secrets.auth, name)
  if (!challenge) return null
  const { internalAdapter } = await auth.$context
  const found = await internalAdapter.findVerificationValue(challenge)
  return found && found.expiresAt > new Date() ? found.value : null
}

/** The same request with only the cookie of its challenge. */
export const withoutSession = ({ config }: Services, headers: Headers): Headers =>
  withoutCookie(headers, sessionCookieName(config))

/** The same request with only the cookie of its session. */
export const withoutChallenge = ({ config }: Services, headers: Headers): Headers =>
  withoutCookie(headers, challengeCookieName(config))

function withoutCookie(headers: Headers, name: string): Headers {
  const rest = (headers.get('cookie') ?? '').split(';').filter((pair) => !pair.trim().startsWith(`${name}=`))
  const copy = new Headers(headers)
  copy.set('cookie', rest.join(';'))
  return copy
}

/** How many recovery codes an account has left. */
export async function recoveryCodesLeft({ auth }: Pick<Services, 'auth'>, userId: string): Promise<number> {
  const { backupCodes } = await auth.api.viewBackupCodes({ body: { userId } })
  return backupCodes.length
}

/** Removes an account's second factor; false where it has none. */
export async function removeSecondFactor(db: Db, userId: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('auth_two_factors')
    .where('user_id', '=', userId)
    .returning('verified')
    .executeTakeFirst()
  await db.updateTable('profiles').set({ two_factor_enabled: false }).where('id', '=', userId).execute()
  return removed?.verified ?? false
}

/**
 * Takes the second factor from someone who has lost it, ends their sessions and tells them; false where there is none.
 */
export async function resetSecondFactorOf(
  tx: Tx,
  owner: { id: string; full_name: string; email: string | null },
): Promise<boolean> {
  if (!(await removeSecondFactor(tx, owner.id))) return false
  await describeEnd(tx, 'Second factor reset')
  await endOtherSessions(tx, owner.id, [])
  await enqueueSecondFactorChanged(tx, owner, 'reset')
  return true
}
