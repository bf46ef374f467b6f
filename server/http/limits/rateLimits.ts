import { createHash, randomUUID } from 'node:crypto'
import { getIP } from 'better-auth/api'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { sign } from '../answers/signature.ts'

/** At most `most` attempts by one `subject` in `seconds`, counted from the first of them; an hour at the longest. */
export interface Limit {
  readonly name: string
  readonly subject: string
  readonly most: number
  readonly seconds: number
  /**
   * Beyond `most`, allows one attempt after each of these waits in seconds, counted from the last attempt; the last
   * wait repeats. After `seconds` without an allowed attempt the count starts again. Without `waits` no further
   * attempt is allowed before `seconds` are over.
   */
  readonly waits?: readonly number[]
  /**
   * How many of `most` each process counts by itself, without a query. Further ones are counted by all processes together,
   * so each process beyond the first allows this many more at most.
   */
  readonly uncounted?: number
}

/** Attempts counted in the database, so that all instances count together. */
export interface RateLimits {
  /** Counts an attempt against every limit. Null when all allow it, else the seconds to wait. */
  take(...limits: Limit[]): Promise<number | null>
  /** Takes an attempt back that turned out to be legitimate. */
  restore(...limits: Limit[]): Promise<void>
  /** Resets the count. */
  forget(...limits: Limit[]): Promise<void>
}

export const unlimited: RateLimits = {
  take: async () => null,
  restore: async () => {},
  forget: async () => {},
}

/** The refusal of an attempt beyond a limit, with the seconds to wait (RFC 6585 §4); null while all limits allow it. */
export async function refuseTooMany(limits: RateLimits, ...of: Limit[]): Promise<Refusal | null> {
  const wait = await limits.take(...of)
  return wait === null ? null : refuse('too_many_requests', { retry_after_seconds: wait })
}

const NETWORK_HEADER = 'x-dugout-network'

/** Callers whose address and proxy are unknown. */
const UNKNOWN_NETWORK = 'unknown'
const BEHIND = 'behind '

/** In place of a caller's address: all callers behind a proxy that does not say credibly who they are. */
export const behind = (proxy: string): string => `${BEHIND}${proxy}`

/** Whether a network stands for callers who cannot be told apart. */
export const isUnknown = (network: string): boolean =>
  network === UNKNOWN_NETWORK || network.startsWith(BEHIND)

/** They are counted together, so they are allowed more; a flood is still stopped. */
const UNKNOWN_FACTOR = 20

/** Who is counted by a rate limit: an IPv4 address, or the /64 that one IPv6 household or office has. */
export const networkOf = (address: string): string => {
  if (address === '') return UNKNOWN_NETWORK
  if (isUnknown(address)) return address
  return (
    getIP(new Headers({ [NETWORK_HEADER]: address }), {
      advanced: { ipAddress: { ipAddressHeaders: [NETWORK_HEADER] } },
    }) ?? address
  )
}

/** How much a limit by network allows. */
export const allowanceOf = (network: string, most: number): number =>
  most * (isUnknown(network) ? UNKNOWN_FACTOR : 1)

/**
 * A keyed digest of the person, device or address that a limit counts by, for stored rows: it identifies nobody without
 * the secret.
 */
export const countedAs = ({ config }: { readonly config: Config }, kind: string, subject: string): string =>
  `${kind} ${sign(config.secrets.auth, 'counted as', `${kind} ${subject}`)}`

/** A keyed digest of a network address, as `countedAs` makes it. An unknown address gets a random digest, so that it is never counted. */
export const countedAddress = (context: { readonly config: Config }, address: string): string =>
  countedAs(context, 'address', isUnknown(networkOf(address)) ? randomUUID() : networkOf(address))

const LONGEST_SECONDS = 3_600

/** Subjects whose first attempts a process remembers. */
const MOST_REMEMBERED = 20_000

/** Rate limits that all instances count together, in `auth_rate_limits`. */
export function createRateLimits(db: Db, clock: Clock): RateLimits {
  const firstAttempts = new LRUCache<string, { count: number; readonly until: number }>({
    max: MOST_REMEMBERED,
  })
  const isUncounted = ({ name, subject, seconds, uncounted = 0 }: Limit, now: number): boolean => {
    if (uncounted === 0) return false
    const key = `${name}:${subject}`
    const known = firstAttempts.get(key)
    const first = known && known.until > now ? known : { count: 0, until: now + seconds * 1_000 }
    if (first !== known) firstAttempts.set(key, first)
    first.count += 1
    return first.count <= uncounted
  }
  /** Counts an attempt in one statement, so that concurrent attempts never exceed the limit. */
  const take = async (limit: Limit): Promise<number> => {
    const now = clock.now().getTime()
    if (isUncounted(limit, now)) return 0
    const start = now - limit.seconds * 1_000
    const most = allowanceOf(limit.subject, limit.most - (limit.uncounted ?? 0))
    const key = keyOf(limit)
    const isOver = sql<boolean>`auth_rate_limits.last_request <= ${start}::bigint`
    const taken = await db
      .insertInto('auth_rate_limits')
      .values({ key, count: 1, last_request: String(now) })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({
            count: sql`case when ${isOver} then 1 else auth_rate_limits.count + 1 end`,
            last_request: limit.waits
              ? String(now)
              : sql`case when ${isOver} then excluded.last_request else auth_rate_limits.last_request end`,
          })
          .where(({ or }) =>
            or([
              isOver,
              sql<boolean>`auth_rate_limits.count < ${most}`,
              ...(limit.waits ? [waitIsOver(limit.waits, most, now)] : []),
            ]),
          ),
      )
      .returning('count')
      .executeTakeFirst()
    if (taken?.count === 1) await forgetOld(db, now)
    return taken ? 0 : secondsLeft(limit, most, key, now)
  }
  const secondsLeft = async (limit: Limit, most: number, key: string, now: number): Promise<number> => {
    const row = await db
      .selectFrom('auth_rate_limits')
      .select(['count', 'last_request'])
      .where('key', '=', key)
      .executeTakeFirst()
    const wait = limit.waits ? waitAfter(limit.waits, (row?.count ?? 0) - most) : limit.seconds
    const left = row ? Number(row.last_request) + wait * 1_000 - now : 0
    return Math.max(1, Math.ceil(left / 1_000))
  }
  // One statement for each count: none waits for one while it holds another, so that they cannot wait for each other.
  const giveBack = (limit: Limit) =>
    db
      .updateTable('auth_rate_limits')
      .set({ count: sql`count - 1` })
      .where('key', '=', keyOf(limit))
      .where('count', '>', 0)
      .execute()
  const dropCount = (limit: Limit) =>
    db.deleteFrom('auth_rate_limits').where('key', '=', keyOf(limit)).execute()
  return {
    async take(...limits) {
      const waits = await Promise.all(limits.map(take))
      const longest = Math.max(0, ...waits)
      return longest === 0 ? null : longest
    },
    async restore(...limits) {
      await Promise.all(limits.map(giveBack))
    },
    async forget(...limits) {
      await Promise.all(limits.map(dropCount))
    },
  }
}

/** Seconds to wait after the last allowed attempt; `beyond` is how many attempts beyond the limit were allowed by then. */
const waitAfter = (waits: readonly number[], beyond: number): number => waits[beyond] ?? waits.at(-1) ?? 0

const waitIsOver = (waits: readonly number[], most: number, now: number) =>
  sql<boolean>`auth_rate_limits.last_request <= ${now}::bigint
    - (${sql.val([...waits])}::int[])[least(auth_rate_limits.count - ${most}::int, ${waits.length - 1}::int) + 1] * 1000`

/** Stores a digest: counting needs no plain address. */
const keyOf = ({ name, subject }: Limit) =>
  `${name}:${createHash('sha256').update(subject).digest('base64url')}`

const forgetOld = (db: Db, now: number) =>
  db
    .deleteFrom('auth_rate_limits')
    .where('last_request', '<=', String(now - LONGEST_SECONDS * 1_000))
    .execute()
