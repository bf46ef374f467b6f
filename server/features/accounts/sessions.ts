import { createHmac, timingSafeEqual } from 'node:crypto'
import { type NotNull, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Role } from '../../../shared/contract/fields.ts'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Changes } from '../../db/changes.ts'
import { type Db, system, transaction } from '../../db/database.ts'
import { NotifiedCache } from '../../db/notifiedCache.ts'
import type { SignedIn } from '../../http/session.ts'
import { newToken } from './secretToken.ts'

/** The person of a request's session cookie. */
export interface Sessions {
  /** Counts as use of the session. */
  signedIn(headers: Headers): Promise<SignedIn | null>
  /** A valid session. Does not count as use: for automatic requests, such as a live stream. */
  liveSession(headers: Headers): Promise<SignedIn | null>
  /** Notes that the person of these headers has proved who they are, and gives the session another token, which is returned. */
  renew(headers: Headers, sessionId: string): Promise<string>
  /** Clears this process's cache; other instances are notified by the database. */
  clear(): void
}

// Long enough to help, short enough to bound the effect of a lost notification.
const TTL_MILLISECONDS = 60_000
const USE_NOTED_EVERY_MILLISECONDS = 4 * 60_000
/** How often use of a staff session is recorded, and so the precision of the idle limit: this, or a tenth of the setting. */
const STAFF_USE_NOTED_EVERY_MILLISECONDS = 60_000
const MAX_CACHED = 20_000
/** How long the token from before a proof still names its session. */
const RENEWED_MILLISECONDS = 60_000
const SHA256_BASE64_LENGTH = 44

/** A cached session. */
interface Remembered {
  readonly found: SignedIn | null
  /** Milliseconds since 1970: its last use in this process or, before one, in the database. */
  lastUsed: number
  /** Its last use in the database. */
  noted: number
}

/** Reads sessions from the cookie, cached for a minute or until a notification says that one has changed or ended. */
export function createSessions(parts: {
  config: Config
  db: Db
  changes: Changes
  clock: Clock
  log: Logger
  cookieName: string
}): Sessions {
  const { config, db, changes, clock, log, cookieName } = parts
  const secret = config.secrets.auth
  const idleAfter = (found: SignedIn): number =>
    isStaff(found) ? config.staffIdleHours * 3_600_000 : Number.POSITIVE_INFINITY
  const isIdle = (found: SignedIn, lastUsed: number): boolean =>
    clock.now().getTime() - lastUsed >= idleAfter(found)

  const cache = new NotifiedCache<Remembered>(changes, {
    max: MAX_CACHED,
    ttl: TTL_MILLISECONDS,
    load: async (cookie) => {
      const read = await readSession(db, tokenOf(cookie, secret) ?? '', { config, now: clock.now() })
      const lastUsed = read?.lastUsed.getTime() ?? 0
      if (read && isIdle(read.found, lastUsed)) {
        await endIdle(db, read.found)
        log.info({ event: 'session_ended', account: read.found.profile.id, reason: 'idle' }, 'account')
        return { found: null, lastUsed, noted: lastUsed }
      }
      return { found: read?.found ?? null, lastUsed, noted: lastUsed }
    },
  })
  changes.on('session_changed', () => cache.clear())

  const remembered = async (headers: Headers): Promise<(Remembered & { found: SignedIn }) | null> => {
    const cookie = cookieOf(headers, cookieName)
    if (cookie === null) return null
    let entry = cache.peek(cookie)
    if (!entry) {
      // Checked before the cache: forged cookies must not evict real ones.
      if (tokenOf(cookie, secret) === null) return null
      entry = await cache.get(cookie)
    }
    if (entry.found && isIdle(entry.found, entry.lastUsed)) {
      // It may be in use on another instance: check the database.
      cache.drop(cookie)
      entry = await cache.get(cookie)
    }
    return isFound(entry) && entry.found.expiresAt > clock.now() ? entry : null
  }

  return {
    async signedIn(headers) {
      const entry = await remembered(headers)
      if (!entry) return null
      const { found } = entry
      const now = clock.now()
      entry.lastUsed = now.getTime()
      const every = isStaff(found)
        ? Math.min(STAFF_USE_NOTED_EVERY_MILLISECONDS, idleAfter(found) / 10)
        : USE_NOTED_EVERY_MILLISECONDS
      if (entry.lastUsed - entry.noted >= every) {
        entry.noted = entry.lastUsed
        await noteUse(db, found.sessionId, now)
      }
      return found
    },
    liveSession: async (headers) => (await remembered(headers))?.found ?? null,
    async renew(headers, sessionId) {
      const present = tokenOf(cookieOf(headers, cookieName) ?? '', secret) ?? ''
      const now = clock.now()
      const session = db.updateTable('auth_sessions').where('id', '=', sessionId)
      const renewed = await session
        .set({ token: newToken(), previous_token: present, renewed_at: now, proved_at: now })
        .where('token', '=', present)
        .returning('token')
        .executeTakeFirst()
      // Another tab was first: this browser goes on with the token that it got.
      const { token } =
        renewed ?? (await session.set({ proved_at: now }).returning('token').executeTakeFirstOrThrow())
      cache.clear()
      return token
    },
    clear: () => cache.clear(),
  }
}

const isFound = (entry: Remembered): entry is Remembered & { found: SignedIn } => entry.found !== null

/** Roles with an idle limit. */
export const isStaff = ({ accountRole }: Pick<SignedIn, 'accountRole'>): boolean => accountRole !== 'user'

const endIdle = (db: Db, { sessionId, profile }: SignedIn): Promise<void> =>
  transaction(db, system, async (tx) => {
    await sql`select set_config('dugout.description', 'Idle for too long', true)`.execute(tx)
    await tx
      .deleteFrom('auth_sessions')
      .where('id', '=', sessionId)
      .where('user_id', '=', profile.id)
      .execute()
  })

/** One query for session, profile and membership; null when the session is not there. */
async function readSession(
  db: Db,
  token: string,
  { config, now }: { config: Config; now: Date },
): Promise<{ found: SignedIn; lastUsed: Date } | null> {
  const row = await db
    .selectFrom('auth_sessions as session')
    .innerJoin('profiles as profile', 'profile.id', 'session.user_id')
    .select([
      'session.id as session_id',
      'session.expires_at',
      'session.last_used_at',
      'session.proved_at',
      'session.token',
      'profile.id',
      'profile.full_name',
      'profile.email',
    ])
    .select(['profile.phone_number', 'profile.role', 'profile.coach_id', 'profile.two_factor_enabled'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('members').select('members.user_id').whereRef('members.user_id', '=', 'profile.id'),
      ).as('subscribed'),
    )
    .where(({ and, eb, or }) =>
      or([
        eb('session.token', '=', token),
        and([
          eb('session.previous_token', '=', token),
          eb('session.renewed_at', '>', new Date(now.getTime() - RENEWED_MILLISECONDS)),
        ]),
      ]),
    )
    .where('profile.email_verified', '=', true)
    // A constraint: a confirmed account has an address.
    .$narrowType<{ email: NotNull }>()
    .executeTakeFirst()
  if (!row) return null
  const { session_id, expires_at, last_used_at, subscribed, two_factor_enabled, ...more } = row
  const { proved_at, token: current, ...profile } = more
  return {
    found: {
      profile,
      accountRole: profile.role,
      sessionId: session_id,
      expiresAt: expires_at,
      subscribed: Boolean(subscribed),
      secondFactor: two_factor_enabled ? 'on' : isDue(config, profile.role) ? 'due' : 'off',
      // What the token was before the proof has no part in it.
      provedAt: current === token ? proved_at : new Date(0),
    },
    lastUsed: last_used_at,
  }
}

/** Whether a role must have a second factor. */
export const isDue = ({ secondFactorRoles }: Config, role: Role): boolean => secondFactorRoles.includes(role)

/** Records that a session is in use. A failure refuses no request. */
async function noteUse(db: Db, sessionId: string, now: Date): Promise<void> {
  const noted = db.updateTable('auth_sessions').set({ last_used_at: now }).where('id', '=', sessionId)
  await noted.execute().catch(() => undefined)
}

/** The cookie's value as it was sent. */
function cookieOf(headers: Headers, name: string): string | null {
  const header = headers.get('cookie')
  if (header === null) return null
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return null
}

/**
 * The session token in a cookie of the account library, `token.signature` with the signature HMAC-SHA256 in
 * base64, URI-encoded. Null unless the signature is ours.
 */
function tokenOf(cookie: string, secret: string): string | null {
  const value = decoded(cookie)
  const dot = value.length - SHA256_BASE64_LENGTH - 1
  if (dot < 1 || value[dot] !== '.') return null
  const token = value.slice(0, dot)
  const expected = createHmac('sha256', secret).update(token).digest()
  const given = Buffer.from(value.slice(dot + 1), 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null
}

function decoded(cookie: string): string {
  try {
    return decodeURIComponent(cookie)
  } catch {
    return ''
  }
}
