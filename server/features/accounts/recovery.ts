import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { isAPIError } from 'better-auth/api'
import { z } from 'zod'
import { emailAddress, enteredPassword } from '../../../shared/contract/text.ts'
import { type Db, system, type Tx, transaction } from '../../db/database.ts'
import { enqueueMessage } from '../messages/commands.ts'
import { type AccountServices, operation } from './accountCall.ts'
import { refused, refusedForNow, succeeded } from './answers.ts'
import type { Auth, Recovery } from './auth.ts'
import { refusePasswordFor } from './passwordRules.ts'
import { openUnconfirmedAccount } from './pendingSignUps.ts'

const FLOOR_MILLISECONDS = 300

/** Mails a recovery link where there is an account; the answer is the same everywhere (decision 22). */
export const requestReset = operation({
  body: z.object({ email: emailAddress }),
  async run({ auth, db, limits }, { body: { email }, headers, network }) {
    const wait = await limits.take(
      { name: 'reset from', subject: network, most: 20, seconds: 900 },
      { name: 'reset of', subject: email, most: 3, seconds: 900 },
    )
    if (wait) return refusedForNow(wait)
    const floor = delay(FLOOR_MILLISECONDS)
    await transaction(db, system, (tx) => openUnconfirmedAccount(tx, email))
    await auth.api.requestPasswordReset({ body: { email }, headers })
    await floor
    return succeeded()
  },
})

/** Queues the mail with the recovery link in the form of spec 1 §2.9; the token stays behind the `#`. */
export const enqueueRecovery = (db: Db, publicUrl: () => string, { user, token }: Recovery): Promise<void> =>
  transaction(db, system, (tx) =>
    enqueueMessage(tx, {
      template: 'reset-password',
      to: { email: user.email, userId: user.id },
      data: { full_name: user.name, reset_url: `${publicUrl()}/auth#access_token=${token}&type=recovery` },
      dedupeKey: `reset-password:${randomUUID()}`,
    }),
  )

/** Sets a new password with the token of a recovery link, once, and ends every session of the account. */
export const resetPassword = operation({
  body: z.object({ token: z.string().min(1).max(500), newPassword: enteredPassword }),
  async run(services, { body: { token, newPassword }, headers, network, actor }) {
    const { auth, config, db, limits, sessions } = services
    const wait = await limits.take({ name: 'recovery from', subject: network, most: 30, seconds: 900 })
    if (wait) return refusedForNow(wait)
    const owner = await findRecoveringOwner(services, token)
    if (!owner) return refused('recovery_link_invalid')
    const weak = await refusePasswordFor(db, config, owner, newPassword)
    if (weak) return refused(weak.code, { message: weak.message })
    try {
      // The link came by mail, so the address is confirmed by it. Before the password, because none that was set
      // earlier survives that.
      await transaction(db, { ...actor, userId: owner.id }, (tx) =>
        tx.updateTable('profiles').set({ email_verified: true }).where('id', '=', owner.id).execute(),
      )
      await auth.api.resetPassword({ body: { token, newPassword }, headers })
    } catch (error) {
      // Somebody else used the link between our look and this.
      if (isAPIError(error)) return refused('recovery_link_invalid')
      throw error
    }
    await transaction(db, { ...actor, userId: owner.id }, async (tx) => {
      await endAllSessions(tx, owner.id)
      await enqueuePasswordChanged(tx, services, owner)
    })
    sessions.clear()
    return succeeded()
  },
})

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
    .executeTakeFirst()
  return owner ?? null
}

async function findRecovery(auth: Auth, token: string) {
  const { internalAdapter } = await auth.$context
  return internalAdapter.findVerificationValue(`reset-password:${token}`)
}
