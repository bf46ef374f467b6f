import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { createEmailVerificationToken, isAPIError } from 'better-auth/api'
import { z } from 'zod'
import { emailAddress } from '../../../shared/contract/text.ts'
import { system, type Tx, transaction } from '../../db/database.ts'
import { enqueueMessage } from '../messages/commands.ts'
import { type AccountServices, operation } from './accountCall.ts'
import { redirected, refusedForNow, succeeded } from './answers.ts'
import { CONFIRMATION_SECONDS } from './auth.ts'

const FLOOR_MILLISECONDS = 300

/** Queues the mail with the confirmation link, which is good for a day. */
export async function enqueueConfirmation(
  tx: Tx,
  { auth, publicUrl }: AccountServices,
  person: { id: string; full_name: string; email: string },
): Promise<void> {
  const { secret } = await auth.$context
  const token = await createEmailVerificationToken(secret, person.email, undefined, CONFIRMATION_SECONDS)
  await enqueueMessage(tx, {
    template: 'confirm-email',
    to: { email: person.email, userId: person.id },
    data: {
      full_name: person.full_name,
      confirm_url: `${publicUrl()}/api/auth/verify-email?token=${encodeURIComponent(token)}`,
    },
    dedupeKey: `confirm-email:${randomUUID()}`,
  })
}

/** Mails the confirmation link again; the answer is the same for every address (decision 22). */
export const sendConfirmation = operation({
  body: z.object({ email: emailAddress }),
  async run(services, { body: { email }, network }) {
    const { db, limits } = services
    const wait = await limits.take(
      { name: 'confirmation from', subject: network, most: 20, seconds: 900 },
      { name: 'confirmation of', subject: email, most: 3, seconds: 900 },
    )
    if (wait) return refusedForNow(wait)
    const floor = delay(FLOOR_MILLISECONDS)
    const person = await db
      .selectFrom('profiles')
      .select(['id', 'full_name', 'email'])
      .where('email', '=', email)
      .where('email_verified', '=', false)
      .executeTakeFirst()
    if (person) await transaction(db, system, (tx) => enqueueConfirmation(tx, services, person))
    await floor
    return succeeded()
  },
})

/**
 * Follows a confirmation link: marks the address as confirmed and leads to the sign-in page, or there with the
 * reason why it does not work. Following it again, as mail scanners do before the person, changes nothing.
 */
export async function confirmEmail({ auth }: AccountServices, token: string): Promise<Response> {
  try {
    await auth.api.verifyEmail({ query: { token } })
    return redirected('/auth?mode=login&confirmed=true')
  } catch (error) {
    if (!isAPIError(error)) throw error
    const expired = error.body?.code === 'TOKEN_EXPIRED'
    return redirected(
      `/auth?mode=login&error=${expired ? 'confirmation_link_expired' : 'confirmation_link_invalid'}`,
    )
  }
}
