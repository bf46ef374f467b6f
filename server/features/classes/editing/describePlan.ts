/** A planned save as staff are shown it. */

import type { ClassPlan, SessionConflict } from '../../../../shared/contract/programs/staffClasses.ts'
import type { SeasonSlot } from '../../../../shared/domain/programs/classSeason.ts'
import { facilityWallTime } from '../../../../shared/domain/time/time.ts'
import type { Db } from '../../../db/database.ts'
import { readWhatIsThere } from '../../places/whatIsThere.ts'
import { type Conflict, timeOf } from './allocation.ts'
import { isChanged, type StandingSession } from './plan.ts'
import { type At, byTime, type PlannedClass, type WantedClass } from './plannedClass.ts'

/** More conflicts than these are listed without what is in their way. */
const MOST_EXPLAINED = 40

/** The same with names: of cages, of coaches, and of what is in the way. */
export async function describePlan(
  db: Db,
  wanted: WantedClass,
  planned: PlannedClass,
  at: At,
): Promise<ClassPlan> {
  const { plan, allocation, cages } = planned
  const [conflicts, coachNames] = await Promise.all([
    explainConflicts(db, wanted, planned, at),
    readCoachNames(db, plan.standing),
  ])
  const cageName = new Map(cages.map(({ id, name }) => [id, name]))
  const nameOf = (coachId: string | null) => (coachId === null ? null : (coachNames.get(coachId) ?? null))
  const inTheWay = new Set(allocation.conflicts.map(({ slot }) => slot))
  const isNew = ({ session }: StandingSession) => session === null || session.status === 'canceled'
  const changed = plan.standing.filter(isChanged)
  return {
    added: plan.standing
      .filter((one) => isNew(one) && !inTheWay.has(one.slot))
      .map((one) => ({
        ...one.slot,
        cages: (allocation.cages.get(one.slot) ?? []).flatMap((id) => cageName.get(id) ?? []).sort(),
      })),
    changed: changed.flatMap(({ session, slot, coachId }) =>
      session
        ? [
            {
              ...slot,
              class_instance_id: session.id,
              people: session.people,
              from: { ...slotOf(session), coach_name: nameOf(session.coach_id) },
              coach_name: nameOf(coachId),
            },
          ]
        : [],
    ),
    kept: plan.standing
      .filter((one) => !isNew(one) && !isChanged(one) && one.because !== 'registered')
      .flatMap(withPeople),
    outside: plan.standing.filter(({ because }) => because === 'registered').flatMap(withPeople),
    removed: plan.removed
      .map((session) => ({ ...slotOf(session), class_instance_id: session.id }))
      .sort(byTime),
    canceled: [...plan.canceled],
    closed: [...planned.closed],
    left_out: [...planned.leftOut],
    skipped: [...planned.skipped],
    conflicts,
    free_starts: allocation.freeStarts.map(({ free, ...line }) => ({ ...line, free: [...free] })),
    movable: plan.movable,
    people_told: changed.reduce((sum, { session }) => sum + (session?.people ?? 0), 0),
    fingerprint: planned.fingerprint,
  }
}

const slotOf = ({ class_date, start_time, end_time }: SeasonSlot) => ({ class_date, start_time, end_time })

const withPeople = ({ session, slot }: StandingSession) =>
  session ? [{ ...slot, class_instance_id: session.id, people: session.people }] : []

async function readCoachNames(db: Db, standing: readonly StandingSession[]): Promise<Map<string, string>> {
  const ids = new Set(
    standing.flatMap(({ session, coachId }) => [session?.coach_id, coachId].flatMap((id) => id ?? [])),
  )
  if (ids.size === 0) return new Map()
  const rows = await db
    .selectFrom('coaches')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

async function explainConflicts(
  db: Db,
  { data }: WantedClass,
  { plan, allocation, cages }: PlannedClass,
  { now, facility }: At,
): Promise<SessionConflict[]> {
  const zone = facility.time_zone
  const explained = allocation.conflicts.slice(0, MOST_EXPLAINED)
  const asked = explained.flatMap((conflict) => slotsAsked(conflict, cages, data.cages_reserved, zone))
  // Own sessions that go or move are in nobody's way.
  const leaving = new Set([
    ...plan.removed.map(({ id }) => id),
    ...plan.standing.flatMap((one) => (isChanged(one) && one.session ? [one.session.id] : [])),
  ])
  const there = (await readWhatIsThere(db, asked, [], now)).filter(({ id }) => !leaving.has(id))
  // What is in the way of two sessions is found for each.
  const found = [...new Map(there.map((one) => [`${one.place} ${one.id} ${one.start_time}`, one])).values()]
  return allocation.conflicts.map(({ slot, cagesFree, coachTaken }) => {
    const { start, end } = timeOf(slot, zone)
    return {
      ...slot,
      cages_needed: data.cages_reserved,
      cages_free: cagesFree,
      coach_taken: coachTaken,
      taken_by: found
        .filter((one) => new Date(one.start_time) < end && start < new Date(one.end_time))
        .filter((one) => one.coach_id === null || coachTaken)
        .map(({ place, kind, name, start_time, end_time }) => ({
          ...{ place, kind, name },
          start_time: facilityWallTime(start_time, zone),
          end_time: facilityWallTime(end_time, zone),
        })),
    }
  })
}

/** The places that a conflict is about: the cages where too few are free, the coach where the coach is not. */
function slotsAsked(
  { slot, coachId, coachTaken, cagesFree }: Conflict,
  cages: PlannedClass['cages'],
  cagesReserved: number,
  zone: string,
) {
  const time = timeOf(slot, zone)
  return [
    ...(cagesFree < cagesReserved ? cages.map(({ id }) => ({ ...time, cageId: id, coachId: null })) : []),
    ...(coachTaken ? [{ ...time, cageId: null, coachId }] : []),
  ]
}
