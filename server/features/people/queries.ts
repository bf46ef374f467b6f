import { liveSubscriptionStatus } from '../../../shared/contract/memberships/memberships.ts'
import type { ListedUser, UserDeletion, UserDetails } from '../../../shared/contract/people/people.ts'
import { dollarsFromCents, dollarsFromDecimal } from '../../../shared/domain/money/money.ts'
import type { Db } from '../../db/database.ts'
import { blocks } from '../privacy/deleteAccount.ts'
import { asUpcomingThing, readUpcoming, refundOf } from '../privacy/upcoming.ts'
import { bookedBy } from './bookedBy.ts'

/** How many bookings and payments the details show. */
const MOST_SHOWN = 50

const COLUMNS = ['id', 'full_name', 'email', 'phone_number', 'role', 'created_at'] as const

/** A user's account row; null when there is none with this id. */
export async function findUser(db: Db, id: string) {
  const row = await db
    .selectFrom('profiles')
    .select([...COLUMNS, 'email_verified', 'coach_id', 'added_by_staff', 'merged_into'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}
export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>

/** What comes off the price of cages, in percent, for those of these accounts that are members (decision 19). */
export async function readCageDiscounts(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('members')
    .innerJoin('facility', (join) => join.onTrue())
    .select(['members.user_id', 'facility.member_cage_discount_percent as percent'])
    .where('members.user_id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ user_id, percent }) => [user_id ?? '', Number(percent)]))
}

/** A user as lists show them. */
export const listedUser = ({
  id,
  full_name,
  email,
  phone_number,
  role,
  created_at,
}: UserRow): ListedUser => ({
  id,
  full_name,
  email,
  phone_number,
  role,
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

/** The coach whom this account is linked to. */
export async function findCoachOf(db: Db, userId: string): Promise<UserDetails['coach']> {
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

const kindOfDetails = {
  booking: 'cage_booking',
  guest_booking: 'cage_booking',
  lesson: 'lesson',
  class_registration: 'class_session',
  camp_registration: 'camp',
  guest_camp_registration: 'camp',
} as const

/** What the account shows as its own: of itself and of everybody for whom it is an adult. */
async function readBookings(db: Db, userId: string): Promise<UserDetails['bookings']> {
  const rows = await db
    .selectFrom(bookedBy({ id: userId }).as('booked'))
    .select(['kind', 'id', 'title', 'starts_at', 'status', 'participant_name'])
    .orderBy('starts_at', (order) => order.desc().nullsLast())
    .orderBy('id')
    .limit(MOST_SHOWN)
    .execute()
  return rows.map(({ kind, starts_at, ...row }) => ({
    ...row,
    kind: kindOfDetails[kind],
    start_time: starts_at?.toISOString() ?? null,
  }))
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
          ...asUpcomingThing(thing),
          refund_amount: dollarsFromCents(card + frontDesk),
          refund_method: card > 0 ? 'card' : frontDesk > 0 ? 'front_desk' : null,
        }
      }),
    ends_membership: upcoming.some(({ kind }) => kind === 'membership'),
    payment_under_way: upcoming.some(({ kind }) => kind === 'payment'),
  }
}
