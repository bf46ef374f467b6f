import { isAPIError } from 'better-auth/api'
import { sql } from 'kysely'
import { z } from 'zod'
import { emailAddress, enteredPassword } from '../../../shared/contract/text.ts'
import { passwordLength } from '../../../shared/domain/people/password.ts'
import { type Actor, transaction } from '../../db/database.ts'
import { markDevice, markOf, newDevice, readDevice, writeDevice } from '../../http/limits/deviceCookie.ts'
import type { Limit, RateLimits } from '../../http/limits/rateLimits.ts'
import { type AccountCall, type AccountServices, operation } from './accountCall.ts'
import { logEvent, noteRefusal, type RefusalReason } from './accountEvents.ts'
import { refused, refusedForNow, secondStep, succeeded } from './answers.ts'
import { type Auth, challengeCookieName } from './auth.ts'
import { passwordMinimumFor } from './passwords/passwordRules.ts'
import { isPasswordOf } from './passwords/provePassword.ts'
import { hasOpenSignUp } from './signUp/pendingSignUps.ts'

const body = z.object({ email: emailAddress, password: enteredPassword })

/**
 * Signs in with a new session, whatever cookie the request has (against session fixation). A wrong password and an
 * unknown address get the same answer after the same work (decision 22).
 *
 * A customer who became staff may still have a password that is too short for staff. Only with that password are they
 * told to reset it.
 */
export const signIn = operation({
  body,
  async run(services, call) {
    const { auth, db, limits } = services
    const { email, password } = call.body
    const { headers } = call
    const found = await db
      .selectFrom('profiles')
      .select(['id', 'role'])
      .where('email', '=', email)
      .executeTakeFirst()
    const account = found?.id ?? null
    const minimum = passwordMinimumFor(found?.role ?? 'user', services.config)
    const isTooShort = found !== undefined && found.role !== 'user' && passwordLength(password) < minimum
    const mark = markIn(services, headers, account)
    const attempt = { account, known_device: mark !== null }
    const note = (reason: RefusalReason) =>
      noteRefusal({ ...services, actor: call.actor }, call, { event: 'sign_in_refused', ...attempt, reason })
    const { wait, taken } = await takeAttempt(limits, { email, network: call.network, mark })
    if (wait !== null) {
      note('too_many_attempts')
      return refusedForNow(wait, tooManyGuesses(wait))
    }
    if (isTooShort && (await isPasswordOf(db, found.id, password))) {
      await limits.restore(...taken)
      note('password_too_short')
      return refused('staff_password_too_short', { message: staffPasswordTooShort(minimum) })
    }
    // A short password has just been checked: a second check would reveal by its time that this is a staff account.
    const signedIn = isTooShort ? null : await signInAtLibrary(auth, call.body, headers)
    if (signedIn?.asksForCode) {
      await limits.restore(...taken)
      logEvent(services.log, call, { event: 'second_factor_asked', ...attempt })
      return secondStep(setCookiesNamed(signedIn.headers, challengeCookieName(services.config)))
    }
    if (signedIn) {
      await Promise.all([limits.restore(...taken), endPrevious(services, call)])
      logEvent(services.log, call, { event: 'signed_in', ...attempt })
      const session = await sessionCookies(services, signedIn.headers)
      return succeeded(account ? [...session, knownDeviceCookie(services, headers, account)] : session)
    }
    // Checked for every address, so that the answer does not reveal whether it has an account.
    const waits = await hasOpenSignUp(services, email, password)
    if (waits) await limits.restore(...taken)
    note(waits ? 'not_confirmed' : 'wrong_password')
    return refused(waits ? 'email_not_confirmed' : 'invalid_credentials')
  },
})

/**
 * Opens a session, or for an account with a second factor a challenge; the headers with their cookies, or null if the
 * credentials are wrong.
 */
async function signInAtLibrary(
  auth: Auth,
  credentials: { email: string; password: string },
  headers: Headers,
): Promise<{ headers: Headers; asksForCode: boolean } | null> {
  try {
    const answer = await auth.api.signInEmail({ body: credentials, headers, returnHeaders: true })
    return { headers: answer.headers, asksForCode: 'twoFactorRedirect' in answer.response }
  } catch (error) {
    const code = isAPIError(error) ? error.body?.code : undefined
    if (code === 'INVALID_EMAIL_OR_PASSWORD' || code === 'EMAIL_NOT_VERIFIED') return null
    throw error
  }
}

const staffPasswordTooShort = (minimum: number): string =>
  `Staff accounts need a password of at least ${minimum} characters. Please reset your password to log in.`

/** Ten guesses, then one after 15, 30, 60 and again 60 seconds. The count starts again after 15 minutes without one. */
const GUESSES = { most: 10, seconds: 900, waits: [15, 30, 60] } as const
const NETWORK_GUESSES = { most: 50, seconds: 300 } as const

/**
 * Counts an attempt to sign in. A device on which the account has signed in before has a separate limit, so that
 * guesses from elsewhere cannot lock its owner out. All other devices share the limit of the account and that of their
 * network (OWASP, 'Slow Down Online Guessing Attacks with Device Cookies').
 *
 * @returns the seconds to wait, or the attempts to give back once the password was right.
 */
async function takeAttempt(
  limits: RateLimits,
  { email, network, mark }: { email: string; network: string; mark: string | null },
): Promise<{ wait: number | null; taken: Limit[] }> {
  if (mark !== null) {
    const own = { name: 'sign-in on', subject: mark, ...GUESSES }
    return { wait: await limits.take(own), taken: [own] }
  }
  const ofAccount = { name: 'sign-in of', subject: email, ...GUESSES }
  const fromNetwork = { name: 'sign-in from', subject: network, ...NETWORK_GUESSES }
  // In this order: attempts that the network's limit refuses must not use up the account's.
  const wait = (await limits.take(fromNetwork)) ?? (await limits.take(ofAccount))
  return { wait, taken: [fromNetwork, ofAccount] }
}

const tooManyGuesses = (seconds: number): string =>
  `Too many attempts. Please wait ${seconds === 1 ? 'a second' : `${seconds} seconds`} and try again, or reset your password.`

/** What marks this browser as a known device of the account; null where it is none. */
export function markIn(services: AccountServices, headers: Headers, account: string | null): string | null {
  const device = account === null ? null : readDevice(services, headers)
  return account !== null && device ? markOf(services, device, account) : null
}

/** The cookie that makes this browser a known device of an account or a sign-up, in addition to those that it knows. */
export function knownDeviceCookie(
  services: Pick<AccountServices, 'config' | 'clock'>,
  headers: Headers,
  account: string,
): string {
  const device = readDevice(services, headers) ?? { name: newDevice(), marks: [] }
  return writeDevice(services, markDevice(services, device, account))
}

/** Ends the session of this request, if there is one. */
export const signOut = operation({
  body: z.object({}),
  async run(services, call) {
    const before = await services.sessions.signedIn(call.headers)
    if (before) await endOne(services, { ...call.actor, userId: before.profile.id }, before.sessionId)
    const { headers: answer } = await services.auth.api.signOut({
      headers: call.headers,
      returnHeaders: true,
    })
    services.sessions.clear()
    if (before) {
      logEvent(services.log, call, {
        event: 'session_ended',
        account: before.profile.id,
        reason: 'signed_out',
      })
    }
    return succeeded(await sessionCookies(services, answer))
  },
})

/** Ends the browser's previous session when a new one begins. */
export async function endPrevious(
  services: AccountServices,
  call: Pick<AccountCall<unknown>, 'headers' | 'actor' | 'address'>,
): Promise<void> {
  const before = await services.sessions.signedIn(call.headers)
  if (!before) return
  await endOne(services, { ...call.actor, userId: before.profile.id }, before.sessionId)
  // This instance at once; other instances are notified by the database.
  services.sessions.clear()
  logEvent(services.log, call, { event: 'session_ended', account: before.profile.id, reason: 'replaced' })
}

const endOne = ({ db }: AccountServices, actor: Actor, sessionId: string) =>
  transaction(db, actor, async (tx) => {
    await sql`select set_config('dugout.description', 'Logged out', true)`.execute(tx)
    await tx.deleteFrom('auth_sessions').where('id', '=', sessionId).execute()
  })

/** Begins a session without a password, for a person who has just been authenticated; returns its cookies. */
export async function openSession(
  services: AccountServices,
  headers: Headers,
  userId: string,
): Promise<string[]> {
  const opened = await services.auth.api.openSession({ body: { userId }, headers, returnHeaders: true })
  return sessionCookies(services, opened.headers)
}

/** Passes on only the session cookie: the library also clears cookies of disabled features. */
export async function sessionCookies({ auth }: AccountServices, answer: Headers): Promise<string[]> {
  const { authCookies } = await auth.$context
  return setCookiesNamed(answer, authCookies.sessionToken.name)
}

const setCookiesNamed = (answer: Headers, name: string): string[] =>
  answer.getSetCookie().filter((cookie) => cookie.startsWith(`${name}=`))
