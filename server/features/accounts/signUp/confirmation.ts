import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { NotNull } from 'kysely'
import { z } from 'zod'
import { emailAddress, enteredPassword } from '../../../../shared/contract/text.ts'
import { type Db, system, type Tx, transaction } from '../../../db/database.ts'
import { markOf, readDevice } from '../../../http/limits/deviceCookie.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { enqueueMessage, MAILS_OF_STRANGERS } from '../../messages/commands.ts'
import { type AccountServices, callbackURL, operation } from '../accountCall.ts'
import { logEvent } from '../accountEvents.ts'
import { refused, refusedForNow, succeeded } from '../answers.ts'
import { tokenHash } from '../secretToken.ts'
import { endPrevious, knownDeviceCookie, openSession } from '../signIn.ts'
import {
  confirmLinked,
  findLinked,
  findOpenSignUps,
  hashOfSignUp,
  LINK_MILLISECONDS,
  tokenOfSignUp,
} from './pendingSignUps.ts'
import { allowClaim, readWaiting } from './waiting.ts'

const FLOOR_MILLISECONDS = 300

/** The secret of a mailed link. */
export const linkToken = z.string().min(1).max(200)

/** Whether a browser is the one in which someone signed up. */
export function isOwnBrowser(
  services: Pick<AccountServices, 'config' | 'clock'>,
  headers: Headers,
  id: string,
): boolean {
  const device = readDevice(services, headers)
  return device !== null && markOf(services, device, id) !== null
}

/** An open sign-up. */
export interface Waiting {
  readonly id: string
  readonly email: string
  readonly full_name: string
}

/**
 * Queues the e-mail of a sign-up: its link or, where the address has a confirmed account, a note to its owner (decision
 * 22).
 */
export async function enqueueSignUpMail(
  tx: Tx,
  services: Pick<AccountServices, 'config' | 'publicUrl'>,
  signUp: Waiting,
): Promise<void> {
  const { id, email, full_name } = signUp
  const siteUrl = services.publicUrl()
  const owner = await findOwner(tx, email)
  if (owner) return enqueueAccountExists(tx, siteUrl, owner)
  return enqueueMessage(tx, {
    template: 'confirm-email',
    to: { email },
    strangersMost: MAILS_OF_STRANGERS,
    data: { full_name, confirm_url: `${siteUrl}/confirm-email#token=${tokenOfSignUp(services, id)}` },
    dedupeKey: `confirm-email:${randomUUID()}`,
  })
}

const findOwner = (db: Db, email: string) =>
  db
    .selectFrom('profiles')
    .select(['id', 'full_name', 'email'])
    .where('email', '=', email)
    .where('email_verified', '=', true)
    .$narrowType<{ email: NotNull }>()
    .executeTakeFirst()

const enqueueAccountExists = (
  tx: Tx,
  siteUrl: string,
  owner: { id: string; full_name: string; email: string },
): Promise<void> =>
  enqueueMessage(tx, {
    template: 'account-exists',
    to: { email: owner.email, userId: owner.id },
    strangersMost: MAILS_OF_STRANGERS,
    data: {
      full_name: owner.full_name,
      sign_in_url: `${siteUrl}/auth?mode=login`,
      reset_url: `${siteUrl}/auth?mode=reset-password`,
    },
    dedupeKey: `account-exists:${randomUUID()}`,
  })

/**
 * Mails a link again, valid for another day: the link of the sign-up to which an expired link belongs, of the sign-up with
 * this password, or of the newest with the address. The answer is the same for every address (decision 22).
 */
export const sendConfirmation = operation({
  body: z.union([
    z.object({ token: linkToken }),
    z.object({ email: emailAddress, password: enteredPassword.optional(), callbackURL }),
  ]),
  async run(services, { body, network }) {
    const { db, limits } = services
    const from = { name: 'confirmation from', subject: network, most: 20, seconds: 900 }
    const waitHere = await limits.take(from)
    if (waitHere) return refusedForNow(waitHere)
    const late = 'token' in body ? await findLinked(db, body.token) : null
    if ('token' in body && !late) return refused('confirmation_link_invalid')
    const email = 'token' in body ? (late?.email ?? '') : body.email
    const wait = await limits.take({ name: 'confirmation of', subject: email, most: 3, seconds: 900 })
    if (wait) return refusedForNow(wait)
    const floor = delay(FLOOR_MILLISECONDS)
    await ('token' in body
      ? late && !late.confirmed_at && mailAgain(services, [late])
      : mailOwn(services, body))
    await floor
    return succeeded()
  },
})

async function mailOwn(
  services: AccountServices,
  {
    email,
    password,
    callbackURL,
  }: { email: string; password?: string | undefined; callbackURL?: string | undefined },
): Promise<void> {
  const password_hash = password === undefined ? undefined : await hashOfSignUp(services, email, password)
  const waiting = await findOpenSignUps(services.db, { email, password_hash })
  // A caller who knows the password is the person who signed up, so the page to return to may change.
  const returnTo = password_hash ? callbackURL : undefined
  await mailAgain(services, password_hash ? waiting.slice(0, 1) : waiting, returnTo)
}

const mailAgain = (
  services: AccountServices,
  signUps: readonly Waiting[],
  returnTo?: string,
): Promise<void> =>
  transaction(services.db, system, async (tx) => {
    const expires_at = new Date(services.clock.now().getTime() + LINK_MILLISECONDS)
    for (const signUp of signUps) {
      await tx
        .updateTable('pending_sign_ups')
        .set({
          expires_at,
          token_hash: tokenHash(tokenOfSignUp(services, signUp.id)),
          ...(returnTo ? { return_to: returnTo } : {}),
        })
        .where('id', '=', signUp.id)
        .execute()
      await enqueueSignUpMail(tx, services, signUp)
    }
  })

/**
 * Follows a confirmation link: creates the account with the data of its sign-up, and signs in the requesting browser. A
 * link works once; using it again is refused. The browser that signed up may then claim a session, too.
 *
 * In any other browser the person must have said that it was them: whoever signed up chose the password of the account.
 */
export const confirmSignUp = operation({
  body: z.object({ token: linkToken, is_mine: z.boolean().optional() }),
  async run(services, call) {
    const { body, headers, network, actor } = call
    const { clock, db, limits, log, sessions } = services
    const wait = await limits.take({ name: 'confirm from', subject: network, most: 60, seconds: 900 })
    if (wait) return refusedForNow(wait)
    const now = clock.now()
    const confirmed = await transaction(db, actor, async (tx) => {
      const made = await confirmLinked(tx, { token: body.token, now })
      if (made instanceof Refusal) return made
      // The browser that signed up has its session by this very answer.
      const waitsHere = readWaiting(services, headers) === made.id
      if (!waitsHere && !body.is_mine && !isOwnBrowser(services, headers, made.id))
        return refuse('sign_up_elsewhere')
      if (!waitsHere) await allowClaim(tx, { ...made, now })
      return made
    })
    if (confirmed instanceof Refusal) return refused(confirmed.code)
    await endPrevious(services, call)
    const opened = await openSession(services, headers, confirmed.userId)
    sessions.clear()
    logEvent(log, call, { event: 'signed_in', account: confirmed.userId, known_device: false })
    return succeeded([...opened, knownDeviceCookie(services, headers, confirmed.userId)])
  },
})
