import { isAPIError } from 'better-auth/api'
import { z } from 'zod'
import { emailAddress, enteredPassword } from '../../../shared/contract/text.ts'
import { type AccountServices, operation } from './accountCall.ts'
import { refused, refusedForNow, succeeded } from './answers.ts'
import { waitsForLink } from './pendingSignUps.ts'

/**
 * Signs in with a session of its own, whatever cookie came along (session fixation). A wrong password and an
 * unknown address get the same answer after the same work (decision 22).
 */
export const signIn = operation({
  body: z.object({ email: emailAddress, password: enteredPassword }),
  async run(services, { body: { email, password }, headers, network }) {
    const { auth, limits } = services
    const limit = [
      { name: 'sign-in from', subject: network, most: 50, seconds: 300 },
      { name: 'sign-in of', subject: email, most: 10, seconds: 300 },
    ]
    const wait = await limits.take(...limit)
    if (wait) return refusedForNow(wait)
    try {
      const signedIn = await auth.api.signInEmail({ body: { email, password }, headers, returnHeaders: true })
      await Promise.all([limits.giveBack(...limit), endSession(services, headers)])
      return succeeded(await sessionCookies(services, signedIn.headers))
    } catch (error) {
      const code = isAPIError(error) ? error.body?.code : undefined
      if (code !== 'INVALID_EMAIL_OR_PASSWORD' && code !== 'EMAIL_NOT_VERIFIED') throw error
      // Asked for every address, so that a sign-up with a known one looks like any other from outside.
      if (!(await waitsForLink(services, email, password))) return refused('invalid_credentials')
      await limits.giveBack(...limit)
      return refused('email_not_confirmed')
    }
  },
})

/** Ends the session here; whoever has none is signed out already. */
export const signOut = operation({
  body: z.object({}),
  async run(services, { headers }) {
    const { headers: answer } = await services.auth.api.signOut({ headers, returnHeaders: true })
    services.sessions.clear()
    return succeeded(await sessionCookies(services, answer))
  },
})

/** The session that a browser had before is not left behind when a new one begins. */
export async function endSession({ db, sessions }: AccountServices, headers: Headers): Promise<void> {
  const before = await sessions.signedIn(headers)
  if (!before) return
  await db.deleteFrom('auth_sessions').where('id', '=', before.sessionId).execute()
  // Here at once; other instances hear of it from the database.
  sessions.clear()
}

/** The library also clears cookies of features that are switched off; only the session's own is passed on. */
export async function sessionCookies({ auth }: AccountServices, answer: Headers): Promise<string[]> {
  const { authCookies } = await auth.$context
  return answer.getSetCookie().filter((cookie) => cookie.startsWith(`${authCookies.sessionToken.name}=`))
}
