import { createHash } from 'node:crypto'
import { getIP } from 'better-auth/api'
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { type Refusal, refuse } from '../refusal.ts'

/** At most `most` attempts by one `subject` in `seconds`, counted from the first of them; an hour at the longest. */
export interface Limit {
  readonly name: string
  readonly subject: string
  readonly most: number
  readonly seconds: number
}

/** Attempts counted in the database, so that all instances count together. */
export interface RateLimits {
  /** Counts an attempt against every limit. Null when all allow it, else the seconds to wait. */
  take(...limits: Limit[]): Promise<number | null>
  /** Takes an attempt back that turned out to be legitimate. */
  giveBack(...limits: Limit[]): Promise<void>
}

export const unlimited: RateLimits = { take: async () => null, giveBack: async () => {} }

/** The refusal of an attempt too many, with the seconds to wait (RFC 6585 §4); null while all limits allow it. */
export async function refuseTooMany(limits: RateLimits, ...of: Limit[]): Promise<Refusal | null> {
  const wait = await limits.take(...of)
  return wait === null ? null : refuse('too_many_requests', { retry_after_seconds: wait })
}

const NETWORK_HEADER = 'x-dugout-network'

/** Who is counted by a rate limit: an IPv4 address, or the /64 that one IPv6 household or office has. */
export const networkOf = (address: string): string =>
  getIP(new Headers({ [NETWORK_HEADER]: address }), {
    advanced: { ipAddress: { ipAddressHeaders: [NETWORK_HEADER] } },
  }) ?? address

const LONGEST_SECONDS = 3_600

export function createRateLimits(db: Db, clock: Clock): RateLimits {
  const take = async (limit: Limit): Promise<number> => {
    const now = clock.now().getTime()
    const windowStart = now - limit.seconds * 1_000
    const { count, last_request } = await db
      .insertInto('auth_rate_limits')
      .values({ key: keyOf(limit), count: 1, last_request: String(now) })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          count: sql`case when auth_rate_limits.last_request <= ${windowStart}::bigint then 1 else auth_rate_limits.count + 1 end`,
          last_request: sql`case when auth_rate_limits.last_request <= ${windowStart}::bigint then excluded.last_request else auth_rate_limits.last_request end`,
        }),
      )
      .returning(['count', 'last_request'])
      .executeTakeFirstOrThrow()
    if (count === 1) await forgetOld(db, now)
    return count <= limit.most ? 0 : Math.ceil((Number(last_request) - windowStart) / 1_000)
  }
  return {
    async take(...limits) {
      const waits = await Promise.all(limits.map(take))
      const longest = Math.max(0, ...waits)
      return longest === 0 ? null : longest
    },
    async giveBack(...limits) {
      await db
        .updateTable('auth_rate_limits')
        .set({ count: sql`count - 1` })
        .where('key', 'in', limits.map(keyOf))
        .where('count', '>', 0)
        .execute()
    },
  }
}

/** Addresses of people are not kept for this: a digest counts as well. */
const keyOf = ({ name, subject }: Limit) =>
  `${name}:${createHash('sha256').update(subject).digest('base64url')}`

const forgetOld = (db: Db, now: number) =>
  db
    .deleteFrom('auth_rate_limits')
    .where('last_request', '<', String(now - LONGEST_SECONDS * 1_000))
    .execute()
