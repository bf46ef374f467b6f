import { sql } from 'kysely'
import { liveSubscriptionStatus } from '../../../shared/contract/memberships.ts'
import type { ListedUser, UserDeletion, UserDetails } from '../../../shared/contract/people.ts'
import { dollarsFromCents, dollarsFromDecimal } from '../../../shared/domain/money.ts'
import type { Db } from '../../db/database.ts'
import { isOwnRow } from '../households/ownRows.ts'
import { participantOf } from '../households/participation.ts'
import { blocks } from '../privacy/deleteAccount.ts'
import { readUpcoming, refundOf, toldThing } from '../privacy/upcoming.ts'

/** How many bookings and payments the details show. */
const MOST_SHOWN = 50

const COLUMNS = ['id', 'full_name', 'email', 'phone_number', 'role', 'created_at'] as const

/** A user's account row; null when there is none with this id. */
export async function findUser(db: Db, id: string) {
  const row = await db
    .selectFrom('profiles')
    .select([...COLUMNS, 'email_verified', 'coach_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}
export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>

/** A user as lists show them. */
export const listedUser = ({
  email_verified: _,
  coach_id: __,
  created_at,
  ...user
}: UserRow): ListedUser => ({
  ...user,
  created_at: created_at.toISOString(),
})

/** A user with coach, membership, and the last bookings and payments; null when there is none with this id. */
export async function readUserDetails(db: Db, id: string): Promise<UserDetails | null> {
  const user = await findUser(db, id)
  if (!user) return null
  const [coach, subscription, bookings, transactions] = await Promise.all([
    findCoachOf(db, id),
    findSubscription(db, id),
    readBookings(db, id),
    readTransactions(db, id),
  ])
  return {
    ...listedUser(user),
    can_sign_in: user.email_verified,
    coach,
    subscription,
    bookings,
    transactions,
  }
}

async function findCoachOf(db: Db, userId: string): Promise<UserDetails['coach']> {
  const coach = await db
    .selectFrom('coaches')
    .select(['id', 'name', 'is_active'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return coach ?? null
}

/** The membership that counts: a live one before one that ended. */
async function findSubscription(db: Db, userId: string): Promise<UserDetails['subscription']> {
  const subscription = await db
    .selectFrom('subscriptions')
    .select('status')
    .where('user_id', '=', userId)
    .orderBy((eb) => eb('status', 'in', liveSubscriptionStatus.options), 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return subscription ?? null
}

/** What the account shows as its own: of itself and of everybody for whom it is an adult. */
async function readBookings(db: Db, userId: string): Promise<UserDetails['bookings']> {
  const account = { id: userId }
  const name = (row: string) => sql`${participantOf(account, row)} ->> 'name'`
  const { rows } = await sql<
    Omit<UserDetails['bookings'][number], 'start_time'> & { start_time: Date | null }
  >`
    select 'cage_booking' as kind, b.id, cages.name as title, b.start_time, b.status,
      ${name('b')} as participant_name
    from bookings b join cages on cages.id = b.cage_id
    where ${isOwnRow(account, 'b', 'user_id')}
    union all
    select 'cage_booking', g.id, cages.name, g.start_time, g.status, ${name('g')}
    from guest_bookings g join cages on cages.id = g.cage_id
    where ${isOwnRow(account, 'g', null)}
    union all
    select 'lesson', b.id, 'Lesson with ' || coaches.name, facility_instant(b.lesson_date + b.start_time), b.status,
      ${name('b')}
    from coach_bookings b join coaches on coaches.id = b.coach_id
    where ${isOwnRow(account, 'b', 'customer_id')}
    union all
    select 'class_session', r.id, c.name, facility_instant(i.class_date + i.start_time),
      case r.status when 'registered' then 'pending payment' else r.status end, ${name('r')}
    from class_registrations r
    join class_instances i on i.id = r.class_instance_id
    join classes c on c.id = i.class_id
    where ${isOwnRow(account, 'r', 'user_id')}
    union all
    select 'camp', r.id, c.name,
      (select min(facility_instant(t.date + t.start_time)) from camp_timeslots t where t.camp_id = c.id),
      case r.status when 'registered' then 'pending payment' else r.status end, participant_name
    from (
      select k.id, camp_id, status, ${name('k')} as participant_name from camp_registrations k
      where ${isOwnRow(account, 'k', 'user_id')}
      union all
      select g.id, camp_id, status, ${name('g')} from guest_camp_registrations g
      where ${isOwnRow(account, 'g', null)}
    ) r
    join camps c on c.id = r.camp_id
    order by start_time desc nulls last, id
    limit ${MOST_SHOWN}`.execute(db)
  return rows.map((row) => ({ ...row, start_time: row.start_time?.toISOString() ?? null }))
}

async function readTransactions(db: Db, userId: string): Promise<UserDetails['transactions']> {
  const rows = await db
    .selectFrom('payment_transactions')
    .select(['id', 'total_amount', 'status', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MOST_SHOWN)
    .execute()
  return rows.map(({ total_amount, created_at, ...row }) => ({
    ...row,
    total_amount: dollarsFromDecimal(total_amount),
    created_at: created_at.toISOString(),
  }))
}

/** What deleting a user would cancel, with the money that comes back, and what else it would do. */
export async function readDeletion(db: Db, userId: string, now: Date): Promise<UserDeletion> {
  const upcoming = await readUpcoming(db, userId, now)
  return {
    canceled: upcoming
      .filter((thing) => !blocks(thing, { kind: 'staff' }))
      .map((thing) => {
        const { card, frontDesk } = refundOf(thing)
        return {
          id: thing.id,
          ...toldThing(thing),
          refund_amount: dollarsFromCents(card + frontDesk),
          refund_method: card > 0 ? 'card' : frontDesk > 0 ? 'front_desk' : null,
        }
      }),
    ends_membership: upcoming.some(({ kind }) => kind === 'membership'),
    payment_under_way: upcoming.some(({ kind }) => kind === 'payment'),
  }
}
