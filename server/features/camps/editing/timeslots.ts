/** Writes the sessions of a camp: what stays keeps its row, so that calendars and rosters go on knowing it. */

import type { EnteredTimeslot } from '../../../../shared/domain/programs/campFields.ts'
import type { Tx } from '../../../db/database.ts'
import { withoutSeconds } from '../queries.ts'
import type { PlannedTimeslot } from './places.ts'

export interface StoredTimeslot extends EnteredTimeslot {
  readonly id: string
  readonly cageIds: string[]
}

/** The sessions of a camp in order, with the cages that they have. */
export async function readTimeslots(tx: Tx, campId: string): Promise<StoredTimeslot[]> {
  const [slots, cages] = await Promise.all([
    tx
      .selectFrom('camp_timeslots')
      .select(['id', 'date', 'start_time', 'end_time'])
      .where('camp_id', '=', campId)
      .orderBy('date')
      .orderBy('start_time')
      .execute(),
    tx
      .selectFrom('camp_timeslot_cages as taken')
      .innerJoin('camp_timeslots as slot', 'slot.id', 'taken.camp_timeslot_id')
      .select(['taken.camp_timeslot_id', 'taken.cage_id'])
      .where('slot.camp_id', '=', campId)
      .execute(),
  ])
  return slots.map((slot) => ({
    ...withoutSeconds(slot),
    cageIds: cages.flatMap(({ camp_timeslot_id, cage_id }) =>
      camp_timeslot_id === slot.id ? [cage_id] : [],
    ),
  }))
}

/** A session as it is to be: one that there was before, at the same time or at another one, or a new one. */
export interface WantedTimeslot extends PlannedTimeslot {
  readonly before: StoredTimeslot | null
}

/** Whether an existing session of the camp gets another day or time. */
export const isMoved = ({ before, ...slot }: WantedTimeslot): boolean =>
  before !== null && !isSameTime(before, slot)

const isSameTime = (a: EnteredTimeslot, b: EnteredTimeslot): boolean =>
  a.date === b.date && a.start_time === b.start_time && a.end_time === b.end_time

/**
 * Finds what each session was before: the one of the same time, else the one that the request names.
 *
 * @returns null where the request names one that is not the camp's any more.
 */
export function matchTimeslots(
  entered: readonly (EnteredTimeslot & { readonly id?: string | undefined })[],
  stored: readonly StoredTimeslot[],
): WantedTimeslot[] | null {
  const left = new Map(stored.map((slot) => [slot.id, slot]))
  const take = (slot: StoredTimeslot | undefined): StoredTimeslot | null => {
    if (slot) left.delete(slot.id)
    return slot ?? null
  }
  if (entered.some(({ id }) => id !== undefined && !left.has(id))) return null
  const same = entered.map((slot) => take([...left.values()].find((each) => isSameTime(each, slot))))
  return entered.map(({ id, ...slot }, index) => {
    const before = same[index] ?? take(id === undefined ? undefined : left.get(id))
    return { ...slot, before, cageIds: before?.cageIds ?? [] }
  })
}

/**
 * Brings the sessions to what is wanted; the cages are chosen. All time that is given up is free before any is taken: the
 * ledger compares row by row.
 *
 * @param before as they are; empty for a new camp.
 */
export async function writeTimeslots(
  tx: Tx,
  campId: string,
  {
    wanted,
    before,
    cageIds,
  }: {
    wanted: readonly WantedTimeslot[]
    before: readonly StoredTimeslot[]
    cageIds: readonly (readonly string[])[]
  },
): Promise<void> {
  const kept = new Set(wanted.flatMap((slot) => slot.before?.id ?? []))
  const gone = before.filter(({ id }) => !kept.has(id)).map(({ id }) => id)
  if (gone.length > 0) await tx.deleteFrom('camp_timeslots').where('id', 'in', gone).execute()
  await freeCages(tx, wanted, cageIds)
  await moveTimeslots(tx, wanted.filter(isMoved))
  const added = wanted.filter((slot) => slot.before === null)
  const rows = added.map(({ date, start_time, end_time }) => ({
    camp_id: campId,
    date,
    start_time,
    end_time,
  }))
  const inserted =
    rows.length === 0
      ? []
      : await tx.insertInto('camp_timeslots').values(rows).returning(['id', 'date', 'start_time']).execute()
  const idOf = ({ before: stored, date, start_time }: WantedTimeslot) =>
    stored?.id ??
    inserted.find((row) => row.date === date && row.start_time.slice(0, 5) === start_time)?.id ??
    ''
  const taken = wanted.flatMap((slot, index) => {
    const has = slot.before?.cageIds ?? []
    const needs = (cageIds[index] ?? []).filter((id) => isMoved(slot) || !has.includes(id))
    return needs.map((cage_id) => ({ camp_timeslot_id: idOf(slot), cage_id }))
  })
  if (taken.length > 0) await tx.insertInto('camp_timeslot_cages').values(taken).execute()
}

/** A session that moves leaves all of its cages; one that stays leaves those that it does not keep. */
async function freeCages(
  tx: Tx,
  wanted: readonly WantedTimeslot[],
  cageIds: readonly (readonly string[])[],
): Promise<void> {
  for (const [index, slot] of wanted.entries()) {
    const leaves = (slot.before?.cageIds ?? []).filter(
      (id) => isMoved(slot) || !(cageIds[index] ?? []).includes(id),
    )
    if (slot.before && leaves.length > 0)
      await tx
        .deleteFrom('camp_timeslot_cages')
        .where('camp_timeslot_id', '=', slot.before.id)
        .where('cage_id', 'in', leaves)
        .execute()
  }
}

/**
 * A camp's starts are unique, after each statement too: a session moves once no other has its new start. Sessions that
 * swap their starts are parked on a day without sessions first.
 */
async function moveTimeslots(tx: Tx, moved: readonly WantedTimeslot[]): Promise<void> {
  const startOf = ({ date, start_time }: EnteredTimeslot) => `${date} ${start_time}`
  const waiting = new Map(moved.map((slot) => [slot, slot.before ? startOf(slot.before) : '']))
  while (waiting.size > 0) {
    const taken = new Set(waiting.values())
    const free = [...waiting].find(([slot, at]) => startOf(slot) === at || !taken.has(startOf(slot)))
    const [slot] = free ?? [...waiting][0] ?? []
    if (!slot?.before) return
    const time = { date: slot.date, start_time: slot.start_time, end_time: slot.end_time }
    await tx
      .updateTable('camp_timeslots')
      .set(free ? time : { ...time, date: NOWHERE })
      .where('id', '=', slot.before.id)
      .execute()
    if (free) waiting.delete(slot)
    else waiting.set(slot, startOf({ ...time, date: NOWHERE }))
  }
}
const NOWHERE = '1900-01-01'
