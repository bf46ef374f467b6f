/** Copies of a camp on other days: the weeks of a summer, or last year's camp (spec 3 §2). */

import { sql } from 'kysely'
import type { CampConflict, StaffCamp } from '../../../../shared/contract/programs/staffCamps.ts'
import { type EnteredTimeslot, shiftedTo } from '../../../../shared/domain/programs/campFields.ts'
import { instantOf } from '../../../../shared/domain/time/time.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { listCages } from '../../cages/queries.ts'
import { endExpiredHolds, takeLocks } from '../../places/occupancy.ts'
import { type Moment, offeredColumns } from '../queries.ts'
import { type CampPlan, campLocks, campTime, planCamp } from './places.ts'
import { findStaffCamp, readStaffCamp } from './queries.ts'
import { momentOf, refusePlaces } from './saveCamp.ts'
import type { Saving } from './tellChanges.ts'
import { writeTimeslots } from './timeslots.ts'

/** The database has room for some thousands of locks. */
const MOST_LOCKS = 3_000

interface Copy {
  readonly start_date: string
  readonly end_date: string
  readonly timeslots: readonly EnteredTimeslot[]
}

export interface PlannedCopy {
  readonly start_date: string
  readonly end_date: string
  /** One of its sessions has begun already. */
  readonly past: boolean
  readonly conflicts: readonly CampConflict[]
}

const slotsOf = ({ timeslots }: Copy) => timeslots.map((slot) => ({ ...slot, cageIds: [] }))

/** The days and times of the copies, in the order of their days; a day that is given twice counts once. */
const copiesOf = (camp: StaffCamp, startDates: readonly string[]): Copy[] =>
  [...new Set(startDates)].sort().map((start) => {
    const timeslots = camp.camp_timeslots.map(({ date, start_time, end_time }) => ({
      date,
      start_time,
      end_time,
    }))
    return shiftedTo({ ...camp, timeslots }, start)
  })

/** Those who have left are not copied. */
const coachesOf = (camp: StaffCamp): string[] =>
  camp.camp_coaches.filter(({ coach }) => coach.is_active).map(({ coach }) => coach.id)

const isPast = ({ timeslots }: Copy, { now, zone }: Moment): boolean =>
  timeslots.some(({ date, start_time }) => instantOf(date, start_time, zone, 'after') <= now)

/** The cages of each copy beside those before it, and what is in their way. */
async function planCopies(db: Db, copies: readonly Copy[], coachIds: readonly string[], moment: Moment) {
  const plans: CampPlan[] = []
  for (const copy of copies) {
    const beside = plans.flatMap(({ taken }) => taken)
    plans.push(await planCamp(db, { slots: slotsOf(copy), coachIds, campId: null }, moment, beside))
  }
  return plans
}

/** The locks under which the copies take their places; or `camp_copies_too_many`. */
async function locksOf(
  db: Db,
  copies: readonly Copy[],
  coachIds: readonly string[],
): Promise<string[] | Refusal> {
  const cageIds = (await listCages(db)).map(({ id }) => id)
  const slots = copies.flatMap((copy) => copy.timeslots)
  const locks = campLocks(slots, { cageIds, coachIds })
  return locks.length > MOST_LOCKS ? refuse('camp_copies_too_many') : locks
}

/** What copies of a camp on these days would meet; or `camp_not_found`, `camp_copies_too_many`. */
export async function previewCopies(
  db: Db,
  campId: string,
  startDates: readonly string[],
  moment: Moment,
): Promise<PlannedCopy[] | Refusal> {
  const camp = await findStaffCamp(db, campId, moment)
  if (!camp) return refuse('camp_not_found')
  const copies = copiesOf(camp, startDates)
  const coachIds = coachesOf(camp)
  const locks = await locksOf(db, copies, coachIds)
  if (locks instanceof Refusal) return locks
  const plans = await planCopies(db, copies, coachIds, moment)
  return copies.map((copy, index) => ({
    start_date: copy.start_date,
    end_date: copy.end_date,
    past: isPast(copy, moment),
    conflicts: plans[index]?.conflicts ?? [],
  }))
}

/**
 * Makes the copies, all or none: coaches, sessions and everything that is said of the camp; no registrations.
 *
 * @returns the new camps; or `camp_not_found`, `camp_copies_too_many`, `camp_timeslot_past`, `camp_places_taken`.
 */
export async function copyCamp(
  tx: Tx,
  campId: string,
  {
    startDates,
    name,
    published,
  }: { startDates: readonly string[]; name: string | undefined; published: boolean },
  { at, time }: Saving,
): Promise<StaffCamp[] | Refusal> {
  const moment = momentOf(at)
  const camp = await findStaffCamp(tx, campId, moment)
  if (!camp) return refuse('camp_not_found')
  const coachIds = coachesOf(camp)
  const copies = copiesOf(camp, startDates)
  const slots = copies.flatMap((copy) => copy.timeslots)
  time.takes(campTime(slots, moment.zone))
  const locks = await locksOf(tx, copies, coachIds)
  if (locks instanceof Refusal) return locks
  await takeLocks(tx, locks)
  await endExpiredHolds(tx, moment.now)
  if (copies.some((copy) => isPast(copy, moment))) return refuse('camp_timeslot_past')
  const plans = await planCopies(tx, copies, coachIds, moment)
  const conflicts = plans.flatMap((plan) => plan.conflicts)
  if (conflicts.length > 0) return refusePlaces(conflicts, slots.length)
  const made: StaffCamp[] = []
  for (const [index, copy] of copies.entries()) {
    const id = await insertCopy(tx, campId, copy, { name: name ?? camp.name, published })
    if (coachIds.length > 0)
      await tx
        .insertInto('camp_coaches')
        .values(coachIds.map((coach_id) => ({ camp_id: id, coach_id })))
        .execute()
    const wanted = slotsOf(copy).map((slot) => ({ ...slot, before: null }))
    await writeTimeslots(tx, id, { wanted, before: [], cageIds: plans[index]?.cageIds ?? [] })
    made.push(await readStaffCamp(tx, id, moment))
  }
  return made
}

/** The stored row, so that whatever a camp has is copied as it is; registration for the copy is open. */
async function insertCopy(
  tx: Tx,
  campId: string,
  { start_date, end_date }: Copy,
  { name, published }: { name: string; published: boolean },
): Promise<string> {
  const own: readonly string[] = ['name', 'start_date', 'end_date', 'registration_enabled']
  const copied = sql.join(
    offeredColumns.filter((column) => !own.includes(column)).map((column) => sql.ref(column)),
  )
  const { rows } = await sql<{ id: string }>`
    insert into camps (name, start_date, end_date, published, registration_enabled, ${copied})
    select
      ${name}, ${start_date}::date, ${end_date}::date, ${published}, registration_enabled or called_off_at is not null,
      ${copied}
    from camps where id = ${campId}
    returning id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`camp ${campId} was not copied`)
  return row.id
}
