import { exportPeople } from '../../../shared/contract/people/exports.ts'
import {
  adminCreateUser,
  deleteUser,
  findPeopleByPhone,
  getAllUsersAdmin,
  getUserDetailsAdmin,
  type ListedUser,
  previewUserDeletion,
  searchUsersByNameEmailPhone,
  type UnconfirmedDeletion,
  updateUserRole,
} from '../../../shared/contract/people/people.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { wallClockOf } from '../../../shared/domain/time/wallClock.ts'
import type { Context } from '../../context.ts'
import { type Actor, CHECK_VIOLATION, type Db, isDatabaseError, type Tx } from '../../db/database.ts'
import { exportList } from '../../http/answers/csvDownload.ts'
import { endpoint, type Reply, reply } from '../../http/endpoint.ts'
import { answeredBefore, runCommand } from '../../http/idempotency.ts'
import { refuseTooMany } from '../../http/limits/rateLimits.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { createUser } from '../accounts/createUser.ts'
import { cancelMembership } from '../memberships/cancel.ts'
import { type PurchaseContext, purchaseContext } from '../payments/purchase.ts'
import { deleteAccount } from '../privacy/deleteAccount.ts'
import { findByPhone } from './byPhone.ts'
import { changeRole } from './commands.ts'
import { allPeople, listPeople, type PersonRow, peopleColumns } from './peopleList.ts'
import { readPeopleTotals, readStandings } from './peopleStanding.ts'
import { findUser, readCageDiscounts, readDeletion, readUserDetails, type UserRow } from './queries.ts'

/** The most results of a search while typing; another letter narrows it. */
const MOST_FOUND = 20

export const peopleEndpoints = [
  endpoint(getAllUsersAdmin, async ({ db, now, query: { standing, ...query } }) => {
    const page = await listPeople(db, query)
    if (page instanceof Refusal) return page
    const ids = standing ? page.items.map(({ id }) => id) : []
    const [standings, totals] = await Promise.all([
      readStandings(db, ids, now),
      standing && !query.cursor ? readPeopleTotals(db, query) : undefined,
    ])
    const items = page.items.map((row) => ({ ...asListedUser(row), standing: standings.get(row.id) }))
    return reply({ items, cursor: page.cursor, ...(totals !== undefined && { totals }) })
  }),

  endpoint(searchUsersByNameEmailPhone, async ({ db, query }) => {
    const found = { search_query: query.search_term, page_size: MOST_FOUND, sort: 'name' } as const
    const page = await listPeople(db, found)
    if (page instanceof Refusal) return page
    const discounts = await readCageDiscounts(
      db,
      page.items.map(({ id }) => id),
    )
    return reply(
      page.items.map((user) => ({
        ...asListedUser(user),
        cage_discount_percent: discounts.get(user.id) ?? 0,
      })),
    )
  }),

  endpoint(exportPeople, async (call) => {
    const { time_zone } = await call.context.facility.get()
    return exportList(call, {
      name: 'users',
      table: 'profiles',
      columns: peopleColumns(wallClockOf(time_zone)),
      batches: allPeople(call.context.db, call.query),
    })
  }),

  endpoint(findPeopleByPhone, async ({ context, db, query, user }) => {
    // Far more than someone types; they keep a program from reading the list out, number by number.
    const typed = { name: 'people by phone for', subject: user.profile.id, most: 1_200, seconds: 3_600 }
    const tooMany = await refuseTooMany(context.limits, typed)
    return tooMany ?? reply(await findByPhone(db, query.phone))
  }),

  endpoint(getUserDetailsAdmin, async ({ db, params }) => {
    const details = await readUserDetails(db, params.user_id_param)
    return details ? reply(details) : refuse('user_not_found')
  }),

  endpoint(adminCreateUser, async (call) => {
    const at = { siteUrl: call.context.publicUrl(), now: call.context.clock.now() }
    return runCommand(call, async (tx) => {
      const profileId = await createUser(tx, call.body, at)
      return profileId instanceof Refusal
        ? profileId
        : reply({ success: true as const, profile_id: profileId })
    })
  }),

  endpoint(updateUserRole, async (call) => {
    const { user_id, new_role } = call.body
    const changed = await keepingAnAdmin(() =>
      runCommand(call, async (tx) => {
        const user = await changeRole(tx, { userId: user_id, role: new_role })
        return user instanceof Refusal ? user : reply(user)
      }),
    )
    call.context.accounts.forgetSessions()
    return changed
  }),

  endpoint(previewUserDeletion, async ({ db, now, params }) => {
    const user = await findUser(db, params.user_id)
    return user ? reply(await readDeletion(db, user.id, now)) : refuse('user_not_found')
  }),

  endpoint(deleteUser, async (call) => {
    const { context, body, user: admin, actor } = call
    if (body.user_id === admin.profile.id) return refuse('staff_account_kept')
    // The provider must not be asked again for a deletion that was answered.
    const repeated = await answeredBefore<{ deleted: true }>(call)
    if (repeated) return repeated
    const user = await findUser(context.db, body.user_id)
    if (!user) return refuse('user_not_found')
    if (body.shown_ids === undefined) {
      const lost = await readDeletion(context.db, user.id, context.clock.now())
      const shown_ids = lost.canceled.map(({ id }) => id)
      const details: UnconfirmedDeletion = { ...lost, shown_ids }
      if (shown_ids.length > 0 || lost.ends_membership) return refuse('deletion_unconfirmed', details)
    }
    const shownIds = body.shown_ids ?? []
    const membership = await endMembership(context, user, shownIds, actor)
    if (membership) return membership
    const at = await purchaseContext(context)
    const days: string[] = []
    const deleted = await keepingAnAdmin(() =>
      runCommand(call, async (tx) => {
        const done = await deleteAsStaff(tx, user, { adminId: admin.profile.id, shownIds }, at)
        if (done instanceof Refusal) return done
        days.push(...done)
        return reply({ deleted: true as const })
      }),
    )
    context.accounts.forgetSessions()
    for (const day of days) context.schedule.drop(day)
    return deleted
  }),
]

/** The database refuses to take away the last admin, whatever runs at the same moment. */
async function keepingAnAdmin<Answer>(
  change: () => Promise<Reply<Answer> | Refusal>,
): Promise<Reply<Answer> | Refusal> {
  try {
    return await change()
  } catch (error) {
    if (isDatabaseError(error, CHECK_VIOLATION, 'profiles_last_admin')) return refuse('last_admin')
    throw error
  }
}

/**
 * Sets a running membership to end with its period, at the provider first: it must not charge the card of an account that
 * is gone. It goes on where the deletion is going to be refused.
 *
 * @returns why it could not, or null.
 */
async function endMembership(
  context: Context,
  user: UserRow,
  shownIds: readonly string[],
  actor: Actor,
): Promise<Refusal | null> {
  const [deletion, coach] = await Promise.all([
    readDeletion(context.db, user.id, context.clock.now()),
    findActiveCoach(context.db, user.id),
  ])
  const { canceled, ends_membership, payment_under_way } = deletion
  if (!ends_membership || payment_under_way || user.email === null) return null
  if (coach) return refuse('coach_still_active')
  if (!canceled.every(({ id }) => shownIds.includes(id))) return refuse('changed_meanwhile')
  const ended = await cancelMembership(context, { profile: { ...user, email: user.email }, actor })
  return ended instanceof Refusal ? ended : null
}

const findActiveCoach = (db: Db, userId: string) =>
  db
    .selectFrom('coaches')
    .select('id')
    .where('user_id', '=', userId)
    .where('is_active', '=', true)
    .executeTakeFirst()

/** @returns the facility days on which time is free again. */
async function deleteAsStaff(
  tx: Tx,
  user: UserRow,
  by: { adminId: string; shownIds: readonly string[] },
  at: PurchaseContext,
): Promise<string[] | Refusal> {
  if (await findActiveCoach(tx, user.id)) return refuse('coach_still_active')
  const deleted = await deleteAccount(tx, user, { kind: 'staff', id: by.adminId, shownIds: by.shownIds }, at)
  if (deleted instanceof Refusal) return deleted
  return deleted.canceled.flatMap(({ starts_at }) =>
    starts_at ? facilityDay(starts_at, at.facility.time_zone) : [],
  )
}

const asListedUser = ({ name, phone, created_at, ...user }: PersonRow): ListedUser => ({
  ...user,
  full_name: name,
  phone_number: phone,
  created_at: created_at.toISOString(),
})
