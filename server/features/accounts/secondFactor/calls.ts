/** The account library's own calls about the second factor, below /api/auth/two-factor. */

import { isAPIError } from 'better-auth/api'
import { z } from 'zod'
import { enteredCode } from '../../../../shared/contract/accounts/secondFactor.ts'
import { enteredPassword } from '../../../../shared/contract/text.ts'
import { transaction } from '../../../db/database.ts'
import { PRIVATE } from '../../../http/answers/problem.ts'
import type { SignedIn } from '../../../http/session.ts'
import { type AccountCall, type AccountServices, operation } from '../accountCall.ts'
import { logEvent, noteRefusal, recordEvent } from '../accountEvents.ts'
import { refused, refusedForNow, succeeded } from '../answers.ts'
import { describeEnd, endOtherSessions } from '../devices/commands.ts'
import { isDue } from '../sessions.ts'
import { endPrevious, knownDeviceCookie, sessionCookies } from '../signIn.ts'
import {
  challengedAccount,
  checkCode,
  removeSecondFactor,
  withoutChallenge,
  withoutSession,
} from './codes.ts'
import { enqueueSecondFactorChanged } from './notice.ts'

const CODES_PER_NETWORK = { most: 50, seconds: 300 } as const
const PASSWORDS_PER_SESSION = { most: 10, seconds: 900 } as const

/**
 * The second step of signing in: the code, after the password opened a challenge in this browser. A challenge takes five
 * wrong codes and ten minutes, an account ten wrong codes in a row, then it waits for 15 minutes.
 */
export const signInWithCode = operation({
  body: z.object({ code: enteredCode }),
  async run(services, call) {
    const { headers, network, body } = call
    const limit = { name: 'second factor from', subject: network, ...CODES_PER_NETWORK }
    const wait = await services.limits.take(limit)
    if (wait !== null) return refusedForNow(wait)
    const account = await challengedAccount(services, headers)
    if (account === null) return refused('sign_in_step_over')
    const answer = await checkCode(services, {
      userId: account,
      code: body.code,
      headers: withoutSession(services, headers),
    })
    if (!answer) {
      noteRefusal({ ...services, actor: call.actor }, call, {
        event: 'second_factor_refused',
        account,
        reason: 'wrong_code',
      })
      const isOver = (await challengedAccount(services, headers)) === null
      return refused(isOver ? 'sign_in_step_over' : 'one_time_code_wrong')
    }
    await Promise.all([services.limits.restore(limit), endPrevious(services, call)])
    logEvent(services.log, call, { event: 'signed_in', account })
    return succeeded([
      ...(await sessionCookies(services, answer)),
      knownDeviceCookie(services, headers, account),
    ])
  },
})

/** Begins setting up: the key for an authenticator app and the recovery codes, shown once. */
export const startSecondFactor = operation({
  body: z.object({ password: enteredPassword }),
  run: (services, call) =>
    withPassword(services, call, async (user, headers) => {
      if (user.secondFactor === 'on') return refused('second_factor_on')
      const { password } = call.body
      const { name } = await services.db.selectFrom('facility').select('name').executeTakeFirstOrThrow()
      // What the app calls the account. A colon would end the name there.
      const body = { password, issuer: name.replaceAll(':', ' ') }
      const set = await services.auth.api.enableTwoFactor({ body, headers })
      if (set.method !== 'totp') throw new Error('The account library set up another method.')
      // Some apps show a plus as it is.
      const totp_uri = set.totpURI.replaceAll('+', '%20')
      return Response.json({ totp_uri, recovery_codes: set.backupCodes }, { headers: PRIVATE })
    }),
})

/**
 * Ends setting up with the first code: from now on it is asked for. The account's other sessions end, because they began
 * without it.
 */
export const confirmSecondFactor = operation({
  body: z.object({ code: z.string().regex(/^\s*(\d\s*){6}$/, 'Enter the six digits.') }),
  async run(services, call) {
    const user = await services.sessions.signedIn(call.headers)
    if (!user) return refused('unauthenticated')
    if (user.secondFactor === 'on') return refused('second_factor_on')
    const { id } = user.profile
    const limit = { name: 'second factor set up in', subject: user.sessionId, most: 20, seconds: 900 }
    const wait = await services.limits.take(limit)
    if (wait !== null) return refusedForNow(wait)
    const code = call.body.code.replace(/\s/g, '')
    const headers = withoutChallenge(services, call.headers)
    const answer = await checkCode(services, { userId: id, code, headers })
    if (!answer) return refused('one_time_code_wrong')
    const session = await sessionCookies(services, answer)
    const renewed = await services.sessions.signedIn(cookieHeaders(session))
    await transaction(services.db, { ...call.actor, userId: id }, async (tx) => {
      await describeEnd(tx, 'Second factor turned on')
      await endOtherSessions(tx, id, renewed ? [renewed.sessionId] : [])
      await recordEvent({ db: tx, log: services.log, actor: { ...call.actor, userId: id } }, call, {
        event: 'second_factor_on',
        account: id,
      })
      await enqueueSecondFactorChanged(tx, user.profile, 'on')
    })
    services.sessions.clear()
    return succeeded(session)
  },
})

const passwordAndCode = z.object({ password: enteredPassword, code: enteredCode })

/**
 * Makes new recovery codes, with the password and a code; the old ones stop working. A recovery code is as good as the app:
 * who could have new ones by only the password would not need the second factor at all.
 */
export const renewRecoveryCodes = operation({
  body: passwordAndCode,
  run: (services, call) =>
    withPasswordAndCode(services, call, async (user, headers) => {
      const { password } = call.body
      const { backupCodes } = await services.auth.api.generateBackupCodes({ body: { password }, headers })
      await recordEvent({ ...services, actor: { ...call.actor, userId: user.profile.id } }, call, {
        event: 'recovery_codes_renewed',
        account: user.profile.id,
      })
      return Response.json({ recovery_codes: backupCodes }, { headers: PRIVATE })
    }),
})

/** Turns the second factor off, with the password and a code; refused where the role needs one. */
export const stopSecondFactor = operation({
  body: passwordAndCode,
  async run(services, call) {
    const user = await services.sessions.signedIn(call.headers)
    if (user?.secondFactor === 'on' && isDue(services.config, user.profile.role))
      return refused('second_factor_required')
    return withPasswordAndCode(services, call, async ({ profile }) => {
      const actor = { ...call.actor, userId: profile.id }
      await transaction(services.db, actor, async (tx) => {
        await removeSecondFactor(tx, profile.id)
        await recordEvent({ db: tx, log: services.log, actor }, call, {
          event: 'second_factor_off',
          account: profile.id,
        })
        await enqueueSecondFactorChanged(tx, profile, 'off')
      })
      services.sessions.clear()
      return succeeded()
    })
  },
})

/** Runs what weakens a second factor that is on: the password is checked first, so that a wrong one uses up no code. */
const withPasswordAndCode = (
  services: AccountServices,
  call: AccountCall<z.output<typeof passwordAndCode>>,
  work: (user: SignedIn, headers: Headers) => Promise<Response>,
): Promise<Response> =>
  withPassword(services, call, async (user, headers) => {
    const { password, code } = call.body
    if (user.secondFactor !== 'on') return refused('second_factor_off')
    const { status: isRight } = await services.auth.api.verifyPassword({ body: { password }, headers })
    if (!isRight) return refused('current_password_wrong')
    if (!(await checkCode(services, { userId: user.profile.id, code, headers })))
      return refused('one_time_code_wrong')
    return work(user, headers)
  })

/** Runs what the library does only with the password of the person who is signed in. */
async function withPassword<Body>(
  services: AccountServices,
  call: AccountCall<Body>,
  work: (user: SignedIn, headers: Headers) => Promise<Response>,
): Promise<Response> {
  const user = await services.sessions.signedIn(call.headers)
  if (!user) return refused('unauthenticated')
  const limit = { name: 'password proof in', subject: user.sessionId, ...PASSWORDS_PER_SESSION }
  const wait = await services.limits.take(limit)
  if (wait !== null) return refusedForNow(wait)
  try {
    const response = await work(user, withoutChallenge(services, call.headers))
    // Wrong codes count: the library locks an account only for those of signing in.
    if (response.ok) await services.limits.restore(limit)
    return response
  } catch (error) {
    if (!isAPIError(error) || error.body?.code !== 'INVALID_PASSWORD') throw error
    noteRefusal({ ...services, actor: { ...call.actor, userId: user.profile.id } }, call, {
      event: 'password_proof_refused',
      account: user.profile.id,
      reason: 'wrong_password',
    })
    return refused('current_password_wrong')
  }
}

const cookieHeaders = (setCookies: readonly string[]): Headers =>
  new Headers({ cookie: setCookies.map((cookie) => cookie.split(';')[0]).join('; ') })
