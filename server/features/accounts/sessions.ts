import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Profile } from '../../../shared/contract/accounts.ts'
import type { Clock } from '../../clock.ts'
import type { Changes } from '../../db/changes.ts'
import type { Db } from '../../db/database.ts'
import { NotifiedCache } from '../../db/notifiedCache.ts'

export interface SignedIn {
  readonly profile: Profile
  readonly sessionId: string
  readonly expiresAt: Date
  /** Membership active or trialing. */
  readonly subscribed: boolean
}

/** Who the session cookie of a request stands for. */
export interface Sessions {
  signedIn(headers: Headers): Promise<SignedIn | null>
  /** Forgets what this process remembers; other instances hear of changes from the database. */
  clear(): void
}

// Long enough to matter, short enough that a lost notification heals by itself.
const TTL_MILLISECONDS = 60_000
/** With the time that a session is remembered: five minutes. */
const USE_NOTED_EVERY_MILLISECONDS = 4 * 60_000
const MOST_REMEMBERED = 20_000
const SHA256_BASE64_LENGTH = 44

export function createSessions(parts: {
  db: Db
  changes: Changes
  clock: Clock
  cookieName: string
  secret: string
}): Sessions {
  const { db, changes, clock, cookieName, secret } = parts
  const cache = new NotifiedCache<{ found: SignedIn | null }>(changes, {
    max: MOST_REMEMBERED,
    ttl: TTL_MILLISECONDS,
    load: async (cookie) => {
      const read = await readSession(db, tokenOf(cookie, secret) ?? '')
      if (!read) return { found: null }
      await noteUse(db, read, clock.now())
      return { found: read.found }
    },
  })
  changes.on('session_changed', () => cache.clear())

  return {
    async signedIn(headers) {
      const cookie = cookieOf(headers, cookieName)
      if (cookie === null) return null
      let entry = cache.peek(cookie)
      if (!entry) {
        // Checked before the cache is asked: made-up cookies must not push real ones out of it.
        if (tokenOf(cookie, secret) === null) return null
        entry = await cache.get(cookie)
      }
      const { found } = entry
      return found && found.expiresAt > clock.now() ? found : null
    },
    clear: () => cache.clear(),
  }
}

/** One query for session, profile and membership; null when the session is not there. */
async function readSession(db: Db, token: string): Promise<{ found: SignedIn; lastUsed: Date } | null> {
  const row = await db
    .selectFrom('auth_sessions as session')
    .innerJoin('profiles as profile', 'profile.id', 'session.user_id')
    .select([
      'session.id as session_id',
      'session.expires_at',
      'session.last_used_at',
      'profile.id',
      'profile.full_name',
      'profile.email',
    ])
    .select(['profile.phone_number', 'profile.role', 'profile.coach_id'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('subscriptions')
          .select('subscriptions.id')
          .whereRef('subscriptions.user_id', '=', 'profile.id')
          .where('subscriptions.status', 'in', ['active', 'trialing']),
      ).as('subscribed'),
    )
    .where('session.token', '=', token)
    .where('profile.email_verified', '=', true)
    .executeTakeFirst()
  if (!row) return null
  const { session_id, expires_at, last_used_at, subscribed, ...profile } = row
  return {
    found: { profile, sessionId: session_id, expiresAt: expires_at, subscribed: Boolean(subscribed) },
    lastUsed: last_used_at,
  }
}

/** Writes down that a session is in use, for the list of devices; nobody is turned away when that fails. */
async function noteUse(db: Db, { found, lastUsed }: { found: SignedIn; lastUsed: Date }, now: Date) {
  if (now.getTime() - lastUsed.getTime() < USE_NOTED_EVERY_MILLISECONDS || found.expiresAt <= now) return
  const noted = db.updateTable('auth_sessions').set({ last_used_at: now }).where('id', '=', found.sessionId)
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
