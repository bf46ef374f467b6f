/** Takes the good rows of an import: everything in the transaction of the caller, or nothing. */

import { sql } from 'kysely'
import { decimalFromCents } from '../../../../shared/domain/money/money.ts'
import { facilityWallTime } from '../../../../shared/domain/time/time.ts'
import type { Tx } from '../../../db/database.ts'
import type { MadeRow } from '../../../db/tables/people.ts'
import { inviteUser } from '../../accounts/createUser.ts'
import { dayLock, endExpiredHolds, takeLocks, workLock } from '../../places/occupancy.ts'
import type { PlannedBooking } from './planBookings.ts'
import type { PlannedRow } from './planRows.ts'
import type { Moment } from './readRow.ts'

/** Rows of one statement: none comes near the time that a statement may take. */
const AT_ONCE = 500

/** Invitations do not hold up other mail, and look like no wave of junk to the servers that take them. */
const INVITATIONS_PER_MINUTE = 60

export interface Taking extends Moment {
  readonly siteUrl: string
  readonly by: string | null
  readonly invite: boolean
  readonly report: (done: number, total: number) => Promise<void>
}

/** One import at a time plans and takes, so that two files with one person make one. */
export const lockImports = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('imports', 0))`.execute(tx)

/** Takes the time of these bookings, so that what is planned next is what is true. A lesson may come to be in any cage. */
export async function lockBookings(tx: Tx, planned: readonly PlannedRow[], now: Date): Promise<void> {
  const cages = await tx.selectFrom('cages').select('id').where('is_active', '=', true).execute()
  const locks = planned.flatMap(({ booking }) => {
    if (!booking) return []
    const { cageId, day, lesson } = booking
    if (!lesson) return [dayLock(cageId, day)]
    return [
      workLock(lesson.coachId),
      ...[lesson.coachId, ...cages.map(({ id }) => id)].map((id) => dayLock(id, day)),
    ]
  })
  if (locks.length === 0) return
  await takeLocks(tx, locks)
  await endExpiredHolds(tx, now)
}

/**
 * Makes what is planned. An address that got an account at this moment makes its row a duplicate.
 *
 * @returns what was made of each row, by its number.
 */
export async function takeRows(
  tx: Tx,
  planned: readonly PlannedRow[],
  at: Taking,
): Promise<Map<number, MadeRow[]>> {
  const made = new Map<number, MadeRow[]>()
  const note = (number: number, table: MadeRow['table'], id: string) => {
    const all = made.get(number)
    if (all) all.push({ table, id })
    else made.set(number, [{ table, id }])
  }
  const steps = planned.map(
    ({ person, children, notes, coach, booking }) =>
      children.length +
      notes.length +
      [person?.isNew, coach, booking, at.invite && person?.isNew].filter(Boolean).length,
  )
  const total = steps.reduce((sum, count) => sum + count, 0)
  let done = 0
  const inChunks = async <Item>(items: readonly Item[], work: (chunk: Item[]) => Promise<unknown>) => {
    for (let from = 0; from < items.length; from += AT_ONCE) {
      const chunk = items.slice(from, from + AT_ONCE)
      await work(chunk)
      done += chunk.length
      await at.report(done, total)
      if (from === 0 && items.length > AT_ONCE) await sql`select gather_people_statistics()`.execute(tx)
    }
  }

  const refused = new Set<string>()
  await inChunks(
    planned.flatMap(({ number, person }) => (person?.isNew ? [{ number, ...person }] : [])),
    async (people) => {
      const inserted = await tx
        .insertInto('profiles')
        .values(
          people.map(({ id, name, email, phone }) => ({
            ...{ id, email, full_name: name, phone_number: phone },
            ...{ marketing_opt_in: false, added_by_staff: true },
          })),
        )
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning('id')
        .execute()
      const ids = new Set(inserted.map(({ id }) => id))
      for (const { id, number } of people) {
        if (ids.has(id)) note(number, 'profiles', id)
        else refused.add(id)
      }
      const born = people.filter(({ id, birthDate }) => birthDate !== null && ids.has(id))
      await sql`
        update participants set birth_date = born.day
        from unnest(${born.map(({ id }) => id)}::uuid[], ${born.map(({ birthDate }) => birthDate)}::date[]) born (id, day)
        where user_id = born.id`.execute(tx)
    },
  )
  const kept = planned.filter(({ person }) => person === null || !refused.has(person.id))
  const withPerson = kept.flatMap((row) => (row.person ? [{ ...row, userId: row.person.id }] : []))

  await inChunks(
    withPerson.flatMap(({ number, userId, children }) =>
      children.map((child) => ({ number, userId, ...child })),
    ),
    async (children) => {
      await tx
        .insertInto('participants')
        .values(children.map(({ id, name, birthDate }) => ({ id, name, birth_date: birthDate })))
        .execute()
      await tx
        .insertInto('participant_adults')
        .values(children.map(({ id, userId }) => ({ participant_id: id, user_id: userId })))
        .execute()
      for (const { number, id } of children) note(number, 'participants', id)
    },
  )
  await inChunks(
    withPerson.flatMap(({ number, userId, notes }) => notes.map((body) => ({ number, userId, body }))),
    async (notes) => {
      const rows = await tx
        .insertInto('person_notes')
        .values(notes.map(({ userId, body }) => ({ user_id: userId, body, written_by: at.by })))
        .returning('id')
        .execute()
      for (const [index, { id }] of rows.entries()) note(notes[index]?.number ?? 0, 'person_notes', id)
    },
  )
  await inChunks(
    kept.flatMap(({ number, coach }) => (coach ? [{ number, ...coach }] : [])),
    async (coaches) => {
      await tx
        .insertInto('coaches')
        .values(
          coaches.map(({ id, name, email, phone, cents, bio }) => ({
            ...{ id, name, email, bio, phone_number: phone },
            ...{ hourly_rate: decimalFromCents(cents), without_account: true },
          })),
        )
        .execute()
      for (const { number, id } of coaches) note(number, 'coaches', id)
    },
  )
  const booked = withPerson.flatMap(({ number, userId, booking }) =>
    booking ? [{ number, userId, ...booking }] : [],
  )
  await inChunks(
    booked.filter(({ lesson }) => lesson === null),
    async (bookings) => {
      await tx
        .insertInto('bookings')
        .values(
          bookings.map((booking) => ({
            ...{ id: booking.id, user_id: booking.userId, cage_id: booking.cageId },
            ...{ start_time: booking.start, end_time: booking.end, participant_id: booking.participantId },
            ...paymentOf(booking),
            // What was paid elsewhere is no money of this till.
            total_cost: decimalFromCents(booking.paid ? 0 : booking.cents),
            admin_created_for: booking.userId,
          })),
        )
        .execute()
      for (const { number, id } of bookings) note(number, 'bookings', id)
    },
  )
  await inChunks(
    booked.flatMap(({ lesson, ...booking }) => (lesson ? [{ ...booking, ...lesson }] : [])),
    async (lessons) => {
      await tx
        .insertInto('coach_bookings')
        .values(
          lessons.map((lesson) => ({
            ...{ id: lesson.id, coach_id: lesson.coachId, cage_id: lesson.cageId },
            ...{ customer_type: 'user' as const, customer_id: lesson.userId },
            ...{ participant_id: lesson.participantId, lesson_date: lesson.day },
            start_time: facilityWallTime(lesson.start, at.zone),
            end_time: facilityWallTime(lesson.end, at.zone),
            duration_minutes: lesson.minutes,
            coach_rate: decimalFromCents(lesson.rateCents),
            cage_cost: decimalFromCents(lesson.cageCents),
            tax_on_top: decimalFromCents(lesson.taxCents),
            ...paymentOf(lesson),
            payment_status: lesson.paid ? ('paid' as const) : ('pending payment' as const),
          })),
        )
        .execute()
      for (const { number, id } of lessons) note(number, 'coach_bookings', id)
    },
  )
  if (at.invite) {
    const invited = withPerson.flatMap(({ person }) =>
      person?.isNew && person.email !== null ? [{ ...person, email: person.email }] : [],
    )
    let sent = 0
    await inChunks(invited, (people) =>
      Promise.all(
        people.map((person) => {
          const wait = (sent++ / INVITATIONS_PER_MINUTE) * 60_000
          return inviteUser(tx, person, at, new Date(at.now.getTime() + wait))
        }),
      ),
    )
  }
  return made
}

const paymentOf = ({ paid, cents }: Pick<PlannedBooking, 'paid' | 'cents'>) => ({
  status: paid ? ('paid' as const) : ('pending payment' as const),
  payment_method: 'admin_created' as const,
  admin_notes: paid ? `Paid before Dugout: $${decimalFromCents(cents)}` : null,
})
