import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { isAPIError } from 'better-auth/api'
import type { NotNull } from 'kysely'
import { z } from 'zod'
import { emailAddress, enteredPassword } from '../../../../shared/contract/text.ts'
import { type Db, system, type Tx, transaction } from '../../../db/database.ts'
import { isUnknown, type Limit } from '../../../http/limits/rateLimits.ts'
import { enqueueMessage, MAILS_OF_STRANGERS } from '../../messages/commands.ts'
import { type AccountServices, operation } from '../accountCall.ts'
import { logEnded, recordEvent } from '../accountEvents.ts'
import { refused, refusedForNow, succeeded } from '../answers.ts'
import type { Auth } from '../auth.ts'
import { describeEnd, endOtherSessions } from '../devices/commands.ts'
import { newToken, tokenHash } from '../secretToken.ts'
import { knownDeviceCookie, markIn } from '../signIn.ts'
import { openUnconfirmedAccount } from '../signUp/pendingSignUps.ts'
import { refusePasswordFor } from './passwordRules.ts'

const FLOOR_MILLISECONDS = 300

/** Limits attempts with invalid recovery tokens. They cannot be guessed; this bounds the work. */
export const recoveryLimit = (network: string): Limit => ({
  name: 'recovery from',
  subject: network,
  most: 30,
  seconds: 900,
})

/** E-mails to one address, from all callers. */
const mailsTo = (email: string): Limit => ({ name: 'reset of', subject: email, most: 5, seconds: 900 })

/**
 * Mails a recovery link if there is an account; the answer is the same for every address (decision 22). A caller who
 * asks too often is refused. When others have used up the address's limit, the owner gets the usual answer, and the
 * links that were mailed work for an hour: nobody can block another person's reset.
 */
export const requestReset = operation({
  body: z.object({ email: emailAddress }),
  async run(services, { body: { email }, headers, network }) {
    const { limits } = services
    const wait = await limits.take(
      { name: 'reset from', subject: network, most: 20, seconds: 900 },
      // Others behind the same proxy must not keep the owner from the mail.
      ...(isUnknown(network)
        ? []
        : [{ name: 'reset of and from', subject: `${email} ${network}`, most: 3, seconds: 900 }]),
    )
    if (wait) return refusedForNow(wait)
    const floor = delay(FLOOR_MILLISECONDS)
    if ((await limits.take(mailsTo(email))) === null) {
      await transaction(services.db, system, (tx) => mailRecovery(tx, services, email, headers))
    }
    await floor
    return succeeded()
  },
})

/** The account library's name for a recovery. */
const recoveryName = (token: string): string => `reset-password:${token}`

/** In the form of spec 1 §2.9; the token stays behind the `#`. An invitation's page speaks of a first password. */
const recoveryUrl = (siteUrl: string, token: string, type: 'recovery' | 'invite'): string =>
  `${siteUrl}/auth#access_token=${token}&type=${type}`

const RECOVERY_MILLISECONDS = 3_600_000

/**
 * Queues the mail with the recovery link, if there is an account. On a device that the account knows it is its owner who asks:
 * strangers who have used up the address's mails of the day cannot keep the owner out.
 */
async function mailRecovery(
  tx: Tx,
  services: AccountServices,
  email: string,
  headers: Headers,
): Promise<void> {
  await openUnconfirmedAccount(tx, email)
  const owner = await tx
    .selectFrom('profiles')
    .select(['id', 'full_name'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!owner) return
  const until = new Date(services.clock.now().getTime() + RECOVERY_MILLISECONDS)
  const token = await openRecovery(tx, owner.id, until)
  await enqueueMessage(tx, {
    template: 'reset-password',
    to: { email, userId: owner.id },
    strangersMost: markIn(services, headers, owner.id) === null ? MAILS_OF_STRANGERS : undefined,
    data: {
      full_name: owner.full_name,
      reset_url: recoveryUrl(services.publicUrl(), token, 'recovery'),
    },
    dedupeKey: `reset-password:${randomUUID()}`,
  })
}

/** Makes the secret of a recovery link, as the account library keeps and finds it. */
async function openRecovery(tx: Tx, userId: string, expires_at: Date): Promise<string> {
  const token = newToken()
  await tx
    .insertInto('auth_verifications')
    .values({ identifier: tokenHash(recoveryName(token)), value: userId, expires_at })
    .execute()
  return token
}

/**
 * Sets a new password with the token of a recovery link, once, and ends every session of the account. The device
 * becomes a known one, so that its owner can sign in while others guess. The owner is mailed that the password was
 * changed, unless it is the first.
 */
export const resetPassword = operation({
  body: z.object({ token: z.string().min(1).max(500), newPassword: enteredPassword }),
  async run(services, call) {
    const { body, headers, network } = call
    const { token, newPassword } = body
    const { auth, config, db, limits, log, sessions } = services
    const wait = await limits.take(recoveryLimit(network))
    if (wait) return refusedForNow(wait)
    const owner = await findRecoveringOwner(services, token)
    if (!owner) return refused('recovery_link_invalid')
    const weak = await refusePasswordFor(db, config, owner, newPassword)
    if (weak) return refused(weak.code, { message: weak.message })
    const actor = { ...call.actor, userId: owner.id }
    const isFirst = !(await hasPassword(db, owner.id))
    try {
      // The link came by e-mail, so it confirms the address. This comes before the new password, because confirming
      // deletes every earlier one.
      const ended = await transaction(db, actor, async (tx) => {
        await tx.updateTable('profiles').set({ email_verified: true }).where('id', '=', owner.id).execute()
        await describeEnd(tx, 'Password reset')
        return endOtherSessions(tx, owner.id, [])
      })
      sessions.clear()
      logEnded(log, call, { account: owner.id, reason: 'password_reset', sessions: ended })
      await auth.api.resetPassword({ body: { token, newPassword }, headers })
    } catch (error) {
      // The link was used concurrently, after our check.
      if (isAPIError(error)) return refused('recovery_link_invalid')
      throw error
    }
    await transaction(db, actor, async (tx) => {
      await endAllSessions(tx, owner.id)
      await recordEvent({ db: tx, log, actor }, call, { event: 'password_reset', account: owner.id })
      if (!isFirst) await enqueuePasswordChanged(tx, services, owner)
    })
    sessions.clear()
    await limits.forget(mailsTo(owner.email))
    return succeeded([knownDeviceCookie(services, headers, owner.id)])
  },
})

async function hasPassword(db: Db, userId: string): Promise<boolean> {
  const account = await db
    .selectFrom('auth_accounts')
    .select('id')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .where('password', 'is not', null)
    .executeTakeFirst()
  return account !== undefined
}

const INVITATION_MILLISECONDS = 7 * 24 * 3_600_000

/**
 * Makes a recovery link for a person whom staff entered, good once and for a week. An unused one that ran out is replaced by
 * 'Forgot your password?'.
 *
 * @returns the address, its token behind the `#`.
 */
export async function openInvitation(
  tx: Tx,
  userId: string,
  { siteUrl, now }: { siteUrl: string; now: Date },
): Promise<string> {
  const token = await openRecovery(tx, userId, new Date(now.getTime() + INVITATION_MILLISECONDS))
  return recoveryUrl(siteUrl, token, 'invite')
}

/** Ends every session and recovery link of an account, as a changed password demands. */
export async function endAllSessions(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('auth_sessions').where('user_id', '=', userId).execute()
  await tx.deleteFrom('auth_verifications').where('value', '=', userId).execute()
}

/** Warns the owner, who may not be the one who changed it. */
export const enqueuePasswordChanged = (
  tx: Tx,
  { publicUrl }: Pick<AccountServices, 'publicUrl'>,
  owner: { id: string; full_name: string; email: string },
  devicesLine?: string,
): Promise<void> =>
  enqueueMessage(tx, {
    template: 'password-changed',
    to: { email: owner.email, userId: owner.id },
    data: {
      full_name: owner.full_name,
      reset_url: `${publicUrl()}/auth?mode=reset-password`,
      ...(devicesLine ? { devices_line: devicesLine } : {}),
    },
    dedupeKey: `password-changed:${randomUUID()}`,
  })

/** The account that a recovery token is for; null when the token is unknown, used or expired. Changes nothing. */
export async function findRecoveringOwner(
  { auth, clock, db }: Pick<AccountServices, 'auth' | 'clock' | 'db'>,
  token: string,
) {
  const kept = await findRecovery(auth, token)
  if (!kept || kept.expiresAt <= clock.now()) return null
  const owner = await db
    .selectFrom('profiles')
    .select(['id', 'full_name', 'email', 'role'])
    .where('id', '=', kept.value)
    .$narrowType<{ email: NotNull }>()
    .executeTakeFirst()
  return owner ?? null
}

async function findRecovery(auth: Auth, token: string) {
  const { internalAdapter } = await auth.$context
  return internalAdapter.findVerificationValue(recoveryName(token))
}
