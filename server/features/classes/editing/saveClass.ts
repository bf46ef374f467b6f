/** Creates and saves classes with their sessions: all of it or nothing (decisions 11 and 14). */

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ClassPlan } from '../../../../shared/contract/programs/staffClasses.ts'
import { centsFromDollars, decimalFromCents } from '../../../../shared/domain/money/money.ts'
import { slotKey } from '../../../../shared/domain/programs/classSeason.ts'
import { describeInAudit } from '../../../db/auditDescription.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { dayLock, endExpiredHolds, takeLocks } from '../../places/occupancy.ts'
import type { HeldSlot } from '../../places/places.ts'
import type { TimeWanted } from '../../places/takingTime.ts'
import { findCheckout } from '../commands/deleteSession.ts'
import { timeOf } from './allocation.ts'
import { findStaffClass } from './classList.ts'
import { describePlan } from './describePlan.ts'
import { isChanged, isSameTime, type StandingSession } from './plan.ts'
import { type At, type PlannedClass, planClass, readLeftOut, type WantedClass } from './plannedClass.ts'

export interface SaveOptions {
  /** Of the preview that was confirmed; without one any outcome is saved that is not refused. */
  readonly fingerprint: string | undefined
  /** The revision that was edited; null where the class stays as it is and only its sessions are made again. */
  readonly expectedRevision: number | null
}

export interface SavedClass {
  readonly id: string
  readonly plan: PlannedClass
  readonly described: ClassPlan
  /** The sessions to come that the schedule has now. */
  readonly count: number
}

/**
 * Saves a class and makes its sessions to come by the schedule. The class is locked first, then the days of cages and
 * coaches, then its sessions: whoever books, cancels or saves the same waits, and is seen here or sees this.
 *
 * @param time is told of the time that is taken and freed.
 * @returns `changed_meanwhile` for an older revision; `class_times_taken` with everything that is in the way and the
 * starts that are free; `class_time_skipped` where the clocks skip a session's time; `class_preview_changed` where it
 * would come out otherwise than confirmed; `class_session_in_checkout` where a session would move while someone pays for the
 * time that it has.
 */
export async function saveClass(
  tx: Tx,
  wanted: WantedClass,
  { fingerprint, expectedRevision }: SaveOptions,
  at: At,
  time: TimeWanted,
): Promise<SavedClass | Refusal> {
  const refused = wanted.id === null ? null : await lockClass(tx, wanted.id, expectedRevision, at)
  if (refused) return refused
  const planned = await planUnderLocks(tx, wanted, at)
  if (planned instanceof Refusal) return planned
  const described = await describePlan(tx, wanted, planned, at)
  if (fingerprint !== undefined && fingerprint !== planned.fingerprint) {
    return refuse('class_preview_changed', { sessions: described })
  }
  if (planned.skipped.length > 0) return refuse('class_time_skipped', { sessions: described })
  if (planned.allocation.conflicts.length > 0) return refuse('class_times_taken', { sessions: described })
  const paying = await findCheckout(tx, movedOf(planned), at.now)
  if (paying) return refuse('class_session_in_checkout', { until: paying.toISOString() })

  time.takes(placesOf(planned.plan.standing, planned, at))
  time.frees(freedBy(planned, at))
  await describeInAudit(tx, sentenceOf(described))
  await sql`select set_config('dugout.follows_class_schedule', 'on', true)`.execute(tx)
  const id = wanted.id ?? (await insertClass(tx, wanted))
  if (wanted.id !== null && expectedRevision !== null) await updateClass(tx, id, wanted)
  await saveSchedules(tx, id, wanted)
  await saveLeftOut(tx, id, wanted)
  await removeSessions(tx, planned)
  await writeSessions(tx, id, planned)
  const count = planned.plan.standing.filter(({ because }) => because !== 'registered').length
  return { id, plan: planned, described, count }
}

/** Only what edits the class waits here: to book, cancel or check in takes no lock of it. */
export async function lockClass(
  tx: Tx,
  id: string,
  expectedRevision: number | null,
  at: At,
): Promise<Refusal | null> {
  const row = await tx
    .selectFrom('classes')
    .select('version')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return refuse('class_not_found')
  if (expectedRevision === null || row.version === expectedRevision) return null
  return refuse('changed_meanwhile', { class: await findStaffClass(tx, id, at) })
}

/**
 * Plans twice: once to know which days to lock, and again behind the locks. Nobody else adds a session to the class in
 * between, so the second plan has no day that is not locked unless a closure was opened.
 */
async function planUnderLocks(tx: Tx, wanted: WantedClass, at: At): Promise<PlannedClass | Refusal> {
  const first = await planClass(tx, wanted, at)
  if (first instanceof Refusal) return first
  const places = [...first.cages.map(({ id }) => id), ...first.coachIds]
  await takeLocks(
    tx,
    first.days.flatMap((day) => places.map((id) => dayLock(id, day))),
  )
  await endExpiredHolds(tx, at.now)
  if (wanted.id !== null) {
    await sql`select from class_instances where class_id = ${wanted.id} order by id for update`.execute(tx)
  }
  const planned = await planClass(tx, wanted, at)
  if (planned instanceof Refusal) return planned
  const locked = new Set(first.days)
  return planned.days.every((day) => locked.has(day)) ? planned : refuse('class_preview_changed')
}

/** The sessions that have another time after the save. */
const movedOf = ({ plan }: PlannedClass): string[] =>
  plan.standing.flatMap(({ session, slot }) => (session && !isSameTime(session, slot) ? session.id : []))

const placesOf = (
  standing: readonly StandingSession[],
  { allocation }: PlannedClass,
  { facility }: At,
): HeldSlot[] =>
  standing.flatMap((one) => {
    const time = timeOf(one.slot, facility.time_zone)
    const cages = (allocation.cages.get(one.slot) ?? []).map((cageId) => ({ ...time, cageId, coachId: null }))
    return one.coachId === null ? cages : [...cages, { ...time, cageId: null, coachId: one.coachId }]
  })

const freedBy = ({ plan }: PlannedClass, { facility }: At): HeldSlot[] =>
  [...plan.removed, ...plan.standing.flatMap(({ session }) => session ?? [])].flatMap((session) =>
    session.cages.map((cageId) => ({ ...timeOf(session, facility.time_zone), cageId, coachId: null })),
  )

const sentenceOf = ({ added, changed, removed, outside }: ClassPlan): string =>
  `Class saved: ${added.length} sessions added, ${changed.length} changed, ${removed.length} removed, ${outside.length} kept outside the schedule.`

/** Ages and what to bring stay as they are where they are left out. */
const columnsOf = ({ data: { min_age, max_age, what_to_bring, ...data } }: WantedClass) => ({
  ...data,
  ...(min_age === undefined ? {} : { min_age }),
  ...(max_age === undefined ? {} : { max_age }),
  ...(what_to_bring === undefined ? {} : { what_to_bring }),
  price: decimalFromCents(centsFromDollars(data.price)),
})

async function insertClass(tx: Tx, wanted: WantedClass): Promise<string> {
  const { id } = await tx
    .insertInto('classes')
    .values(columnsOf(wanted))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Counts the save also where only the schedule changes, which is rows of another table. */
async function updateClass(tx: Tx, id: string, wanted: WantedClass): Promise<void> {
  await tx
    .updateTable('classes')
    .set(({ eb }) => ({ ...columnsOf(wanted), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

async function saveSchedules(tx: Tx, classId: string, { schedules }: WantedClass): Promise<void> {
  const before = await tx.selectFrom('class_schedules').selectAll().where('class_id', '=', classId).execute()
  const keyOf = (line: { day_of_week: number; start_time: string; end_time: string }) =>
    `${line.day_of_week} ${line.start_time.slice(0, 5)} ${line.end_time.slice(0, 5)}`
  const wanted = new Set(schedules.map(keyOf))
  const gone = before.filter((line) => !wanted.has(keyOf(line))).map(({ id }) => id)
  if (gone.length > 0) await tx.deleteFrom('class_schedules').where('id', 'in', gone).execute()
  const known = new Set(before.map(keyOf))
  const added = schedules.filter((line) => !known.has(keyOf(line)))
  if (added.length === 0) return
  await tx
    .insertInto('class_schedules')
    .values(added.map((line) => ({ class_id: classId, ...line })))
    .execute()
}

async function saveLeftOut(tx: Tx, classId: string, { leaveOut, putBack }: WantedClass): Promise<void> {
  const back = new Set(putBack.map(slotKey))
  const known = new Set((await readLeftOut(tx, classId, '1900-01-01')).map(slotKey))
  for (const { class_date, start_time } of putBack) {
    if (!known.has(slotKey({ class_date, start_time }))) continue
    await tx
      .deleteFrom('class_left_out')
      .where('class_id', '=', classId)
      .where('class_date', '=', class_date)
      .where('start_time', '=', start_time)
      .execute()
  }
  const added = leaveOut.filter((date) => !back.has(slotKey(date)) && !known.has(slotKey(date)))
  if (added.length === 0) return
  await tx
    .insertInto('class_left_out')
    .values(added.map((date) => ({ class_id: classId, ...date })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A session that someone registered for stays as a canceled one: payments and the audit trail refer to it. */
async function removeSessions(tx: Tx, { plan }: PlannedClass): Promise<void> {
  const idsOf = (attached: boolean) =>
    plan.removed.filter((session) => session.attached === attached).map(({ id }) => id)
  const [gone, canceled] = [idsOf(false), idsOf(true)]
  if (gone.length > 0) await tx.deleteFrom('class_instances').where('id', 'in', gone).execute()
  if (canceled.length === 0) return
  await tx
    .updateTable('class_instances')
    .set({ status: 'canceled', off_schedule: true })
    .where('id', 'in', canceled)
    .execute()
}

/** Sessions that move give up their cages first, so that one can have the time of another. */
async function writeSessions(tx: Tx, classId: string, { plan, allocation }: PlannedClass): Promise<void> {
  const cagesOf = ({ slot }: StandingSession) => allocation.cages.get(slot) ?? []
  const existing = plan.standing.flatMap((one) => (one.session ? [{ ...one, session: one.session }] : []))
  const recaged = existing.filter(
    (one) => !isSameTime(one.session, one.slot) || !hasSame(one.session.cages, cagesOf(one)),
  )
  if (recaged.length > 0) {
    const ids = recaged.map(({ session }) => session.id)
    await tx.deleteFrom('class_instance_cages').where('class_instance_id', 'in', ids).execute()
  }
  const rewritten = existing.filter((one) => isChanged(one) || one.session.status === 'canceled')
  for (const { session, slot, coachId } of inFreeOrder(rewritten)) {
    await tx
      .updateTable('class_instances')
      .set({ ...slot, coach_id: coachId, status: 'active', off_schedule: false })
      .where('id', '=', session.id)
      .execute()
  }
  const made = plan.standing
    .filter(({ session }) => session === null)
    .map((one) => ({ ...one, id: randomUUID() as string }))
  if (made.length > 0) {
    await tx
      .insertInto('class_instances')
      .values(made.map(({ id, coachId, slot }) => ({ id, class_id: classId, coach_id: coachId, ...slot })))
      .execute()
  }
  const taken = [...recaged.map((one) => ({ ...one, id: one.session.id })), ...made].flatMap((one) =>
    cagesOf(one).map((cage_id) => ({ class_instance_id: one.id, cage_id })),
  )
  if (taken.length > 0) await tx.insertInto('class_instance_cages').values(taken).execute()
}

type Standing = StandingSession & { readonly session: NonNullable<StandingSession['session']> }

const hasSame = (before: readonly string[], after: readonly string[]): boolean =>
  before.length === after.length && after.every((id) => before.includes(id))

/** So that no session moves to a time that another one has not left yet. */
function inFreeOrder(moving: readonly Standing[]): Standing[] {
  const left = [...moving]
  const ordered: Standing[] = []
  while (left.length > 0) {
    const free = left.findIndex(({ session, slot }) =>
      left.every(
        (other) =>
          other.session.id === session.id ||
          other.session.class_date !== slot.class_date ||
          other.session.end_time <= slot.start_time ||
          other.session.start_time >= slot.end_time,
      ),
    )
    ordered.push(...left.splice(Math.max(free, 0), 1))
  }
  return ordered
}
