import { parse, serialize } from 'hono/utils/cookie'
import { z } from 'zod'
import type { Config } from '../../../config.ts'
import { type Tx, transaction } from '../../../db/database.ts'
import { PRIVATE } from '../../../http/answers/problem.ts'
import { isSigned, sign } from '../../../http/answers/signature.ts'
import { operation } from '../accountCall.ts'
import { logEvent } from '../accountEvents.ts'
import { refusedForNow } from '../answers.ts'
import { sessionCookieName } from '../auth.ts'
import { tokenHash } from '../secretToken.ts'
import { knownDeviceCookie, openSession } from '../signIn.ts'
import { LINK_MILLISECONDS } from './pendingSignUps.ts'

const PURPOSE = 'waits for its sign-up'
/** How long after the press the waiting browser may be signed in. */
const CLAIM_MILLISECONDS = 10 * 60_000
/** Marks claims among the verifications; no digest has a colon. */
const CLAIM = 'claim:'

type WithConfig = { readonly config: Config }

const isSecure = ({ publicUrl }: Config): boolean => publicUrl?.startsWith('https:') ?? false

/** The name of the cookie of a browser that signed up and waits. */
export const waitingCookieName = (config: Config): string => `${sessionCookieName(config)}_waiting`

/**
 * The cookie of a browser that signed up and waits for the press of the mailed button: the sign-up's id, signed. No
 * script can read it.
 */
export const waitingCookie = ({ config }: WithConfig, id: string): string =>
  serializeWaiting(config, `${id}.${sign(config.secrets.auth, PURPOSE, id)}`, LINK_MILLISECONDS / 1_000)

const endOfWaiting = ({ config }: WithConfig): string => serializeWaiting(config, '', 0)

const serializeWaiting = (config: Config, value: string, maxAge: number): string =>
  serialize(waitingCookieName(config), value, {
    path: isSecure(config) ? '/' : '/api',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure(config),
    maxAge,
  })

/** The sign-up that this browser waits for; null when it waits for none. */
export function readWaiting({ config }: WithConfig, headers: Headers): string | null {
  const name = waitingCookieName(config)
  const [id = '', signature = ''] = (parse(headers.get('cookie') ?? '', name)[name] ?? '').split('.')
  return isSigned(config.secrets.auth, PURPOSE, id, signature) ? id : null
}

/** Lets the browser that waits for this sign-up be signed in, once and soon. */
export const allowClaim = (tx: Tx, signUp: { id: string; userId: string; now: Date }) =>
  tx
    .insertInto('auth_verifications')
    .values({
      identifier: claimOf(signUp.id),
      value: signUp.userId,
      expires_at: new Date(signUp.now.getTime() + CLAIM_MILLISECONDS),
    })
    .execute()

const claimOf = (id: string): string => CLAIM + tokenHash(id)

/** Ends what waiting browsers could still claim: with the sessions of an account that are ended. */
export const endClaims = (tx: Tx, userId: string) =>
  tx
    .deleteFrom('auth_verifications')
    .where('value', '=', userId)
    .where('identifier', 'like', `${CLAIM}%`)
    .execute()

/** Uses up the claim; answers with its account, unless that has a second factor by now. */
async function takeClaim(tx: Tx, id: string, now: Date): Promise<string | null> {
  const taken = await tx
    .deleteFrom('auth_verifications')
    .where('identifier', '=', claimOf(id))
    .where('expires_at', '>', now)
    .returning('value')
    .executeTakeFirst()
  if (!taken) return null
  const account = await tx
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', taken.value)
    .where('email_verified', '=', true)
    .where('two_factor_enabled', '=', false)
    .where('role', '=', 'user')
    .executeTakeFirst()
  return account?.id ?? null
}

/**
 * Asked again and again by the browser that signed up: whether the button was pressed, wherever. Signs it in, once. That
 * is no more than the password gives which was chosen there: whatever takes that away ends the claim.
 *
 * Never says whether the address has an account: a sign-up whose link was not mailed, was discarded or lost to another
 * one waits for ever.
 */
export const claimSignUp = operation({
  body: z.object({}),
  async run(services, call) {
    const { actor, headers } = call
    const { clock, db, limits, log, sessions } = services
    const id = readWaiting(services, headers)
    if (!id) return answered('none')
    const wait = await limits.take({ name: 'waiting for', subject: id, most: 300, seconds: 900 })
    if (wait) return refusedForNow(wait)
    const signUp = await db
      .selectFrom('pending_sign_ups')
      .select('id')
      .where('id', '=', id)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst()
    if (!signUp) return answered('waiting')
    // Whoever signed in here since then stays.
    const signedIn = await sessions.liveSession(headers)
    const userId = signedIn ? null : await transaction(db, actor, (tx) => takeClaim(tx, id, clock.now()))
    if (!userId) return answered('confirmed', [endOfWaiting(services)])
    const opened = await openSession(services, headers, userId)
    sessions.clear()
    logEvent(log, call, { event: 'signed_in', account: userId, known_device: false })
    return answered('confirmed', [
      ...opened,
      knownDeviceCookie(services, headers, userId),
      endOfWaiting(services),
    ])
  },
})

/** 'none': this browser waits for nothing. */
function answered(state: 'none' | 'waiting' | 'confirmed', setCookies: readonly string[] = []): Response {
  const response = Response.json({ status: true, state }, { headers: PRIVATE })
  for (const cookie of setCookies) response.headers.append('set-cookie', cookie)
  return response
}
