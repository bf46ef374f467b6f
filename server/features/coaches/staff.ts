import { sql } from 'kysely'
import type {
  CoachChange,
  ComingLesson,
  NewCoach,
  StaffCoach,
  StaffCoachProfile,
} from '../../../shared/contract/lessons/staffCoaches.ts'
import { centsFromDollars, decimalFromCents, dollarsFromDecimal } from '../../../shared/domain/money/money.ts'
import type { Db, Tx } from '../../db/database.ts'
import { phoneOf } from '../../phoneNumber.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { DELETED_USER } from '../accounts/bookedPerson.ts'
import { describeEnd, endOtherSessions } from '../accounts/devices/commands.ts'
import { changeAddress } from '../accounts/emailChange/follow.ts'
import { avatarUrl } from './queries.ts'

const coachesOfStaff = (db: Db) =>
  db
    .selectFrom('coaches as coach')
    .leftJoin('profiles as account', 'account.id', 'coach.user_id')
    .select([
      'coach.id',
      'coach.name',
      'coach.email',
      'coach.phone_number',
      'coach.is_active',
      'coach.user_id',
    ])
    .select(['account.full_name as user_name', 'account.email as user_email', 'account.role as user_role'])

/** All coaches by name, those who no longer give lessons among them. */
export const listStaffCoaches = (db: Db): Promise<StaffCoach[]> =>
  coachesOfStaff(db).orderBy('coach.name').orderBy('coach.id').execute()

/** One coach with everything that staff may change; null when there is none with this id. */
export async function findStaffCoach(db: Db, id: string): Promise<StaffCoachProfile | null> {
  const row = await coachesOfStaff(db)
    .select(['coach.bio', 'coach.specialties', 'coach.hourly_rate', 'coach.profile_image_url'])
    .where('coach.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { hourly_rate, profile_image_url } = row
  return {
    ...row,
    hourly_rate: dollarsFromDecimal(hourly_rate),
    profile_image_url: avatarUrl(profile_image_url),
  }
}

/** The lessons that a coach still has to give, soonest first; one that has begun is over for this purpose. */
export async function listFutureLessons(db: Db, coachId: string, now: Date): Promise<ComingLesson[]> {
  const rows = await db
    .selectFrom('coach_bookings as lesson')
    .innerJoin('cages', 'cages.id', 'lesson.cage_id')
    .leftJoin('profiles as customer', 'customer.id', 'lesson.customer_id')
    .leftJoin('participants as who', (join) =>
      join
        .onRef('who.id', '=', 'lesson.participant_id')
        .on('lesson.guest_name', 'is', null)
        .on(sql<boolean>`(who.user_id is null or who.user_id <> lesson.customer_id)`),
    )
    .select([
      'lesson.id',
      'cages.name as cage_name',
      'who.name as participant_name',
      'lesson_date',
      'start_time',
      'end_time',
    ])
    .select(({ fn, val }) =>
      fn.coalesce('lesson.guest_name', 'customer.full_name', val(DELETED_USER)).as('customer_name'),
    )
    .select((eb) => eb.ref('lesson.status').$castTo<ComingLesson['status']>().as('status'))
    .where('lesson.coach_id', '=', coachId)
    .where('lesson.status', '<>', 'canceled')
    .where(sql<Date>`facility_instant(lesson_date + start_time)`, '>', now)
    .orderBy('lesson_date')
    .orderBy('start_time')
    .execute()
  return rows.map((row) => ({
    ...row,
    start_time: row.start_time.slice(0, 5),
    end_time: row.end_time.slice(0, 5),
  }))
}

/** Enters a coach who has no account. */
export async function createCoach(tx: Tx, coach: NewCoach): Promise<StaffCoachProfile | Refusal> {
  const { hourly_rate, phone_number: typed, ...plain } = coach
  const phone_number = typed ? phoneOf(typed, ['phone_number']) : null
  if (phone_number instanceof Refusal) return phone_number
  const { id } = await tx
    .insertInto('coaches')
    .values({
      ...plain,
      phone_number,
      hourly_rate: decimalFromCents(centsFromDollars(hourly_rate)),
      without_account: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return (await findStaffCoach(tx, id)) ?? refuse('coach_not_found')
}

/**
 * Changes a coach as an admin wants it. Booked lessons stay as they are, those of a coach who becomes inactive too. A new
 * e-mail is that of the linked account too (decision record 072).
 *
 * Fails with PostgreSQL's unique violation `profiles_email_key` when the address got an account at this moment.
 *
 * @returns or `user_exists` where someone else has the address, and what linking an account may refuse with.
 */
export async function updateCoach(
  tx: Tx,
  id: string,
  change: CoachChange,
): Promise<StaffCoachProfile | Refusal> {
  await tx.selectFrom('coaches').select('id').where('id', '=', id).forUpdate().execute()
  const before = await findStaffCoach(tx, id)
  if (!before) return refuse('coach_not_found')
  const { user_id, hourly_rate, phone_number: typed, ...plain } = change
  // A number that was stored before numbers were checked may stay.
  const phone_number = typed && typed !== before.phone_number ? phoneOf(typed, ['phone_number']) : typed
  if (phone_number instanceof Refusal) return phone_number
  await tx
    .updateTable('coaches')
    .set({
      ...plain,
      ...(phone_number === undefined ? {} : { phone_number: phone_number || null }),
      ...(hourly_rate === undefined ? {} : { hourly_rate: decimalFromCents(centsFromDollars(hourly_rate)) }),
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .execute()
  if (user_id !== undefined && user_id !== before.user_id) {
    const refused = await linkAccount(tx, before, user_id)
    if (refused) return refused
  }
  if (change.email && change.email !== before.email) {
    const userId = user_id === undefined ? before.user_id : user_id
    const refused = await changeAccountAddress(tx, userId, change.email)
    if (refused) return refused
  }
  return (await findStaffCoach(tx, id)) ?? refuse('coach_not_found')
}

/** The address of the linked account; a change that its owner has asked for is dropped, so that it cannot come later. */
async function changeAccountAddress(tx: Tx, userId: string | null, email: string): Promise<Refusal | null> {
  const account = await tx
    .selectFrom('profiles')
    .select(['id', 'email'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!account || account.email === email) return null
  await tx.deleteFrom('email_changes').where('user_id', '=', account.id).execute()
  const ended = await changeAddress(tx, { user_id: account.id, new_email: email }, [])
  return ended === 'taken' ? refuse('user_exists') : null
}

/**
 * Links a coach to another account, or to none. Roles follow: a linked account is a coach, and one that was unlinked is a
 * customer again (decision 4). The sessions of both end, so that none goes on with another role.
 */
async function linkAccount(tx: Tx, coach: StaffCoachProfile, userId: string | null): Promise<Refusal | null> {
  if (coach.user_id !== null) {
    await tx
      .updateTable('profiles')
      .set({ coach_id: null, ...(coach.user_role === 'coach' ? { role: 'user' } : {}) })
      .where('id', '=', coach.user_id)
      .execute()
    await endSessions(tx, coach.user_id)
  }
  if (userId !== null) {
    const refused = await refuseAccount(tx, userId)
    if (refused) return refused
  }
  await tx.updateTable('coaches').set({ user_id: userId }).where('id', '=', coach.id).execute()
  if (userId === null) return null
  await tx
    .updateTable('profiles')
    .set({ coach_id: coach.id, role: 'coach' })
    .where('id', '=', userId)
    .execute()
  await endSessions(tx, userId)
  return null
}

/**
 * Gives a coach without an account the caller's, whose address gets the messages where the coach has none.
 *
 * @returns why the account cannot be the coach's, or null.
 */
export async function giveCoachAccount(
  tx: Tx,
  id: string,
  account: { readonly id: string; readonly email: string },
): Promise<Refusal | null> {
  const coach = await findStaffCoach(tx, id)
  if (!coach) return refuse('invitation_link_invalid')
  const refused = await linkAccount(tx, coach, account.id)
  if (refused) return refused
  if (coach.email === null)
    await tx.updateTable('coaches').set({ email: account.email }).where('id', '=', id).execute()
  return null
}

/** Why an account cannot become a coach's; null when it can. */
async function refuseAccount(tx: Tx, userId: string): Promise<Refusal | null> {
  const account = await tx
    .selectFrom('profiles')
    .select(['email', 'role'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!account) return refuse('user_not_found')
  if (account.email === null) return refuse('role_needs_email')
  if (account.role === 'desk' || account.role === 'admin') return refuse('coach_account_is_staff')
  const other = await tx.selectFrom('coaches').select('id').where('user_id', '=', userId).executeTakeFirst()
  return other ? refuse('coach_account_taken') : null
}

async function endSessions(tx: Tx, userId: string): Promise<void> {
  await describeEnd(tx, 'Role changed')
  await endOtherSessions(tx, userId, [])
}
