import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Changes } from '../../db/changes.ts'
import { type Db, system } from '../../db/database.ts'
import { parseJson } from '../../http/answers/json.ts'
import { clientInfoOf } from '../../http/limits/addressClass.ts'
import { isUnknown, networkOf, type RateLimits } from '../../http/limits/rateLimits.ts'
import type { SessionReader } from '../../http/session.ts'
import type { AccountOperation, AccountServices } from './accountCall.ts'
import { currentSession, redirected, refused } from './answers.ts'
import { ADDRESS_HEADER, clearedSessionCookie, createAuth, sessionCookieName } from './auth.ts'
import { changePassword } from './passwords/changePassword.ts'
import type { PasswordOwner } from './passwords/passwordRules.ts'
import { findRecoveringOwner, requestReset, resetPassword } from './passwords/recovery.ts'
import {
  confirmSecondFactor,
  renewRecoveryCodes,
  signInWithCode,
  startSecondFactor,
  stopSecondFactor,
} from './secondFactor/calls.ts'
import { checkCode, recoveryCodesLeft, withoutChallenge } from './secondFactor/codes.ts'
import { createSessions } from './sessions.ts'
import { sessionCookies, signIn, signOut } from './signIn.ts'
import { confirmSignUp, sendConfirmation } from './signUp/confirmation.ts'
import { setUpOwner } from './signUp/ownerSetup.ts'
import { signUp } from './signUp/signUp.ts'
import { claimSignUp } from './signUp/waiting.ts'

export interface Accounts extends SessionReader {
  /** Handles the account library's paths under /api/auth; `address` is the caller's. */
  handle(request: Request, address: string): Promise<Response>
  /** Clears this process's cache of sessions and profiles: call it after changing or ending them. */
  forgetSessions(): void
  /** The header that deletes the session cookie. */
  readonly clearedCookie: string
  /** Whose password the link with this token sets; null if it is unknown, used or expired. */
  recoveringOwner(token: string): Promise<PasswordOwner | null>
  /** Whether it is a one-time or recovery code of the person whose session is in the headers; uses it up. */
  isCodeOf(userId: string, code: string, headers: Headers): Promise<boolean>
  recoveryCodesLeft(userId: string): Promise<number>
  /** Notes a proof of who the person of these headers is; returns the cookies of the session, which has another token now. */
  noteProof(headers: Headers, sessionId: string): Promise<string[]>
}

const BASE = '/api/auth'
/** The library's paths that we serve, below `/api/auth`. */
export const accountCalls: Readonly<Record<string, AccountOperation>> = {
  '/sign-up/email': signUp,
  '/sign-in/email': signIn,
  '/set-up-owner': setUpOwner,
  '/sign-out': signOut,
  '/verify-email': confirmSignUp,
  '/claim-sign-up': claimSignUp,
  '/send-verification-email': sendConfirmation,
  '/request-password-reset': requestReset,
  '/reset-password': resetPassword,
  '/change-password': changePassword,
  '/two-factor/verify-totp': signInWithCode,
  '/two-factor/enable': startSecondFactor,
  '/two-factor/confirm': confirmSecondFactor,
  '/two-factor/generate-backup-codes': renewRecoveryCodes,
  '/two-factor/disable': stopSecondFactor,
}
/** The target of links in older e-mails. */
const CONFIRMATION_PATH = '/verify-email'
const SESSION_PATH = '/get-session'

/** The accounts of this instance: sessions, and the operations below `/api/auth`. */
export function createAccounts(parts: {
  config: Config
  db: Db
  changes: Changes
  clock: Clock
  log: Logger
  limits: RateLimits
  publicUrl: () => string
}): Accounts {
  const { config, db, changes, clock, log, limits, publicUrl } = parts
  const auth = createAuth({ config, db, clock, log })
  const cookieName = sessionCookieName(config)
  const sessions = createSessions({ config, db, changes, clock, log, cookieName })
  const services: AccountServices = { config, db, clock, log, auth, sessions, limits, publicUrl }

  return {
    signedIn: sessions.signedIn,
    async sessionGuard(headers) {
      const found = await sessions.liveSession(headers)
      if (!found) return null
      const { profile, secondFactor } = found
      return {
        profile,
        secondFactor,
        async isUnchanged() {
          const now = await sessions.liveSession(headers)
          return (
            now?.profile.role === profile.role &&
            now.profile.coach_id === profile.coach_id &&
            (now.secondFactor === 'due') === (secondFactor === 'due')
          )
        },
      }
    },
    forgetSessions: sessions.clear,
    clearedCookie: clearedSessionCookie(config),
    recoveringOwner: (token) => findRecoveringOwner(services, token),
    async isCodeOf(userId, code, headers) {
      return (
        (await checkCode(services, { userId, code, headers: withoutChallenge(services, headers) })) !== null
      )
    },
    recoveryCodesLeft: (userId) => recoveryCodesLeft(services, userId),
    async noteProof(headers, sessionId) {
      const token = await sessions.renew(headers, sessionId)
      const answer = await auth.api.giveCookie({ body: { token }, headers, returnHeaders: true })
      return sessionCookies(services, answer.headers)
    },
    async handle(request, address) {
      const url = new URL(request.url)
      const path = url.pathname.slice(BASE.length)
      // Mail scanners open links, so a GET confirms nothing.
      if (path === CONFIRMATION_PATH && request.method === 'GET') {
        return redirected('/auth?mode=login&error=confirmation_link_invalid')
      }
      if (path === SESSION_PATH && request.method === 'GET') {
        return currentSession(await sessions.signedIn(request.headers))
      }
      const found = Object.hasOwn(accountCalls, path) ? accountCalls[path] : undefined
      if (!found) return refused(isRead(path) ? 'method_not_allowed' : 'not_found')
      if (request.method !== 'POST') return refused('method_not_allowed')
      return run(found, services, request, address)
    },
  }
}

const isRead = (path: string): boolean => path === SESSION_PATH

async function run(
  operation: AccountOperation,
  services: AccountServices,
  request: Request,
  address: string,
) {
  const text = await request.text()
  // A form on another site can post text, but not JSON.
  if (text !== '' && !/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) {
    return refused('unsupported_media_type')
  }
  const parsed = operation.body.safeParse(text === '' ? {} : parseJson(text))
  if (!parsed.success) {
    const details = parsed.error.issues.slice(0, 20).map(({ path, message }) => ({ path, message }))
    return refused('invalid_input', { details })
  }
  const headers = new Headers(request.headers)
  const network = networkOf(address)
  headers.set(ADDRESS_HEADER, isUnknown(network) ? '' : address)
  return operation.run(services, {
    body: parsed.data,
    headers,
    address,
    network,
    actor: { ...system, clientInfo: clientInfoOf(address, headers.get('user-agent')) },
  })
}
