import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { createEmailVerificationToken, isAPIError } from 'better-auth/api'
import { z } from 'zod'
import { emailAddress } from '../../../shared/contract/text.ts'
import { system, type Tx, transaction } from '../../db/database.ts'
import { enqueueMessage } from '../messages/commands.ts'
import { type AccountServices, callbackURL, operation } from './accountCall.ts'
import { redirected, refusedForNow, succeeded } from './answers.ts'
import { CONFIRMATION_SECONDS } from './auth.ts'

const FLOOR_MILLISECONDS = 300

/**
 * Queues the mail with the confirmation link, which is good for a day.
 *
 * @param returnTo where the person was before signing up, such as a camp's page.
 */
export async function enqueueConfirmation(
  tx: Tx,
  { auth, publicUrl }: AccountServices,
  person: { id: string; full_name: string; email: string },
  returnTo: string | undefined,
): Promise<void> {
  const { secret } = await auth.$context
  const token = await createEmailVerificationToken(secret, person.email, undefined, CONFIRMATION_SECONDS)
  const query = new URLSearchParams({ token, ...(returnTo ? { callbackURL: returnTo } : {}) })
  await enqueueMessage(tx, {
    template: 'confirm-email',
    to: { email: person.email, userId: person.id },
    data: {
      full_name: person.full_name,
      confirm_url: `${publicUrl()}/api/auth/verify-email?${query}`,
    },
    dedupeKey: `confirm-email:${randomUUID()}`,
  })
}

/** Mails the confirmation link again; the answer is the same for every address (decision 22). */
export const sendConfirmation = operation({
  body: z.object({ email: emailAddress, callbackURL }),
  async run(services, { body, network }) {
    const { email } = body
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
    if (person)
      await transaction(db, system, (tx) => enqueueConfirmation(tx, services, person, body.callbackURL))
    await floor
    return succeeded()
  },
})

/**
 * Follows a confirmation link: marks the address as confirmed and leads to the sign-in page, or there with the
 * reason why it does not work. Following it again, as mail scanners do before the person, changes nothing.
 */
export async function confirmEmail(
  { auth }: AccountServices,
  link: { token: string; returnTo: string | undefined },
): Promise<Response> {
  const signInPage = (outcome: Record<string, string>) => {
    const search = { mode: 'login', ...outcome, ...(link.returnTo ? { redirect: link.returnTo } : {}) }
    return redirected(`/auth?${new URLSearchParams(search)}`)
  }
  try {
    await auth.api.verifyEmail({ query: { token: link.token } })
    return signInPage({ confirmed: 'true' })
  } catch (error) {
    if (!isAPIError(error)) throw error
    const expired = error.body?.code === 'TOKEN_EXPIRED'
    return signInPage({ error: expired ? 'confirmation_link_expired' : 'confirmation_link_invalid' })
  }
}
