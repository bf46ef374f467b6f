import { sql } from 'kysely'
import { liveSubscriptionStatus } from '../../../shared/contract/memberships/memberships.ts'
import { mostPaidAtOnce } from '../../../shared/contract/payments/staffPayments.ts'
import type { PersonPage } from '../../../shared/contract/people/personPage.ts'
import { centsFromDollars, dollarsFromCents, dollarsFromDecimal } from '../../../shared/domain/money/money.ts'
import type { Db } from '../../db/database.ts'
import { type BookedRow, bookedBy } from './bookedBy.ts'
import { readRecentMerges } from './merge/queries.ts'
import { findCoachOf, findUser, listedUser } from './queries.ts'

/** The head of a person's page; null when there is no account with this id. */
export async function readPersonPage(db: Db, id: string, now: Date): Promise<PersonPage | null> {
  const user = await findUser(db, id)
  if (!user) return null
  const [coach, membership, standing, upcoming, unpaid, ownLimit, mergedInto, merges] = await Promise.all([
    findCoachOf(db, id),
    readMembership(db, id),
    readStanding(db, id, now),
    countUpcoming(db, id, now),
    readUnpaid(db, id),
    readOwnLimit(db, id),
    readKeptRecord(db, id),
    readRecentMerges(db, id, now),
  ])
  const owed = unpaid.reduce((sum, { total_cost }) => sum + centsFromDollars(total_cost), 0)
  return {
    ...listedUser(user),
    can_sign_in: user.email_verified,
    added_by_staff: user.added_by_staff,
    coach,
    standing: standing.standing,
    membership,
    upcoming,
    owed: dollarsFromCents(owed),
    unpaid_items: unpaid
      .slice(0, mostPaidAtOnce)
      .map(({ kind, id: itemId, title, starts_at, total_cost }) => ({
        kind,
        id: itemId,
        title,
        starts_at: starts_at?.toISOString() ?? null,
        amount: dollarsFromDecimal(total_cost),
      })),
    unpaid: {
      open_minutes: standing.open_minutes,
      limit_minutes: standing.limit_minutes,
      own_limit: ownLimit,
    },
    merged_into: mergedInto,
    merges,
  }
}

async function readMembership(db: Db, userId: string): Promise<PersonPage['membership']> {
  const row = await db
    .selectFrom('subscriptions')
    .select(['status', 'created_at', 'current_period_end', 'cancel_at_period_end'])
    .where('user_id', '=', userId)
    .orderBy((eb) => eb('status', 'in', liveSubscriptionStatus.options), 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  return {
    status: row.status,
    since: row.created_at.toISOString(),
    current_period_end: row.current_period_end?.toISOString() ?? null,
    ends: row.cancel_at_period_end,
  }
}

/** Standing and unpaid time as decision record 018 counts them. */
async function readStanding(db: Db, userId: string, now: Date) {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await sql<{
    standing: PersonPage['standing']
    open_minutes: number
    limit_minutes: number | null
  }>`
    select customer_standing(${userId}::uuid, ${at}) as standing, unpaid_minutes(${userId}::uuid, ${at}) as open_minutes,
      unpaid_limit_minutes(${userId}::uuid, ${at}) as limit_minutes`.execute(db)
  return rows[0] ?? { standing: 'new' as const, open_minutes: 0, limit_minutes: null }
}

async function countUpcoming(db: Db, userId: string, now: Date): Promise<number> {
  const { upcoming } = await db
    .selectFrom(bookedBy({ id: userId }).as('booked'))
    .select(sql<number>`count(*)::integer`.as('upcoming'))
    .where('status', '<>', 'canceled')
    .where(sql<boolean>`coalesce(ends_at, sorted_at) > ${now.toISOString()}::timestamptz`)
    .executeTakeFirstOrThrow()
  return upcoming
}

/** All that the account has to pay for, past things too, soonest first. */
const readUnpaid = (
  db: Db,
  userId: string,
): Promise<Pick<BookedRow, 'kind' | 'id' | 'title' | 'starts_at' | 'total_cost'>[]> =>
  db
    .selectFrom(bookedBy({ id: userId }).as('booked'))
    .select(['kind', 'id', 'title', 'starts_at', 'total_cost'])
    .where('status', '=', 'pending payment')
    .where('is_payer', '=', true)
    .where(sql<boolean>`total_cost > 0`)
    .orderBy('sorted_at')
    .orderBy('id')
    .execute()

async function readOwnLimit(db: Db, userId: string): Promise<PersonPage['unpaid']['own_limit']> {
  const row = await db
    .selectFrom('person_unpaid_limits as own')
    .leftJoin('profiles as setter', 'setter.id', 'own.set_by')
    .select(['own.hours', 'own.reason', 'setter.full_name as set_by_name', 'own.updated_at'])
    .where('own.user_id', '=', userId)
    .executeTakeFirst()
  if (!row) return null
  const { updated_at, ...limit } = row
  return { ...limit, set_at: updated_at.toISOString() }
}

async function readKeptRecord(db: Db, userId: string): Promise<PersonPage['merged_into']> {
  const row = await db
    .selectFrom('profiles as gone')
    .innerJoin('profiles as kept', 'kept.id', 'gone.merged_into')
    .select(['kept.id', 'kept.full_name'])
    .where('gone.id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}
