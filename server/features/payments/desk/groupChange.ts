/** Bookings or lessons that are one row of the staff's lists, changed together: all of them, or none (decision record 092). */

import { sql } from 'kysely'
import type { refusedOne, Undo } from '../../../../shared/contract/bookings/staffChanges.ts'
import { type ErrorCode, errors } from '../../../../shared/contract/errors.ts'
import { describedApart } from '../../../db/auditDescription.ts'
import type { Tx } from '../../../db/database.ts'
import type { Reply } from '../../../http/endpoint.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import type { HeldSlot } from '../../places/places.ts'
import type { Acting } from '../changes/actingTerms.ts'
import { type StaffChoices, staffChange } from '../changes/bookedChange.ts'
import { type LoadedRow, refuseChanged } from '../changes/whatChanged.ts'
import type { PurchaseContext } from '../purchase.ts'

/** One of a group, as the request names it. */
interface SeenOne {
  readonly id: string
  readonly expected_revision?: number | undefined
}

/** The time that a group gives up and the time that it takes instead. */
export interface GroupTime {
  readonly freed: readonly HeldSlot[]
  readonly taken: readonly HeldSlot[]
}

interface GroupChange<Row extends LoadedRow, One extends SeenOne, Done> {
  readonly choices: Omit<StaffChoices, 'expected_revision'>
  /** The code of the ledger's refusal; `slots_taken` unless coaches are part of it. */
  readonly taken?: ErrorCode
  /** What the request names, each once. */
  readonly group: readonly One[]
  /** One of them by its id, if the caller may change it. */
  readonly find: (tx: Tx, id: string) => Promise<Row | Refusal>
  readonly nameOf: (row: Row) => string
  readonly timeOf: (rows: readonly Row[], at: PurchaseContext) => GroupTime
  /** Takes the locks of all cages and coaches whose time is concerned, at once. */
  readonly lockTime: (tx: Tx, rows: readonly Row[], time: GroupTime, at: PurchaseContext) => Promise<void>
  /** Changes one of them, as if it were the only one. */
  readonly change: (tx: Tx, row: Row, asked: One, acting: Acting) => Promise<Done | Refusal>
}

type SignedInCall = Parameters<typeof staffChange>[0]

/**
 * Changes a group in one transaction, under the terms of the role of who asks, so that one undo takes all of it back.
 *
 * Locks are taken in the one order of all commands: time of cages and coaches, then the rows by id. Nothing of the group
 * changes from there on, so revisions are compared exactly, and the rows are one group or `not_one_group`.
 *
 * @param answer the body of the answer, from what was done to each, in the order of the request.
 * @returns the answer; or the first refusal of one of them, which it names.
 */
export async function staffGroupChange<
  Row extends LoadedRow,
  One extends SeenOne,
  Done,
  Answer extends object,
>(
  call: SignedInCall,
  of: GroupChange<Row, One, Done>,
  answer: (tx: Tx, acting: Acting, all: readonly { seen: Row; done: Done }[]) => Promise<Answer>,
): Promise<Reply<Answer & { undo: Undo }> | Refusal> {
  const { choices, taken, change, nameOf } = of
  const outcome = await staffChange(call, { choices, ...(taken && { taken }) }, async (tx, acting) => {
    const rows = await lockGroup(tx, of, acting)
    if (rows instanceof Refusal) return rows
    const all: { seen: Row; done: Done }[] = []
    for (const { row, asked } of rows) {
      const done = await describedApart(tx, () => change(tx, row, asked, { ...acting, time: saidAlready }))
      if (done instanceof Refusal) return naming(done, { id: row.id, name: nameOf(row) })
      all.push({ seen: row, done })
    }
    return answer(tx, acting, all)
  })
  return outcome instanceof Refusal && of.group.length > 1 ? nothingChanged(outcome) : outcome
}

/** The time of all of them is told once, before the first is changed. */
const saidAlready: Acting['time'] = { takes() {}, frees() {} }

/** The group as it is, kept from changing until the transaction ends; in the order of the request. */
async function lockGroup<Row extends LoadedRow, One extends SeenOne>(
  tx: Tx,
  { group, find, nameOf, timeOf, lockTime }: GroupChange<Row, One, unknown>,
  { at, time }: Acting,
): Promise<{ row: Row; asked: One }[] | Refusal> {
  const before = await findAll(tx, group, find)
  if (before instanceof Refusal) return before
  const rows = before.map(({ row }) => row)
  const wanted = timeOf(rows, at)
  time.takes(wanted.taken, ...rows.map(({ id }) => id))
  time.frees(wanted.freed)
  await lockTime(tx, rows, wanted, at)
  await lockRows(tx, rows)
  const now = await findAll(tx, group, find)
  if (now instanceof Refusal) return now
  for (const [index, { row, asked }] of now.entries()) {
    // Where nobody said what was looked at, it is what the locks were chosen by.
    const version = asked.expected_revision ?? before[index]?.row.version
    if (version === undefined || version === row.version) continue
    const refusal = await refuseChanged(tx, { ...row, version }, at.facility.time_zone)
    return naming(refusal, { id: row.id, name: nameOf(row) })
  }
  return (await isOneGroup(tx, rows)) ? now : refuse('not_one_group')
}

async function findAll<Row extends LoadedRow, One extends SeenOne>(
  tx: Tx,
  group: readonly One[],
  find: (tx: Tx, id: string) => Promise<Row | Refusal>,
): Promise<{ row: Row; asked: One }[] | Refusal> {
  const found: { row: Row; asked: One }[] = []
  for (const asked of group) {
    const row = await find(tx, asked.id)
    if (row instanceof Refusal) return naming(row, { id: asked.id, name: null })
    found.push({ row, asked })
  }
  return found
}

/** In the order in which payments at the desk and the undo lock them. */
async function lockRows(tx: Tx, rows: readonly LoadedRow[]): Promise<void> {
  for (const { table, id } of rows.toSorted((a, b) => a.id.localeCompare(b.id))) {
    await sql`select from ${sql.table(table)} where id = ${id} for update`.execute(tx)
  }
}

/** The list of staff says what a group is: the same person, participant, time, kind and status. */
async function isOneGroup(tx: Tx, rows: readonly LoadedRow[]): Promise<boolean> {
  const { groups } = await tx
    .selectFrom('booking_entries')
    .select(({ fn }) => fn.count<string>('group_id').distinct().as('groups'))
    .where(
      'source_id',
      'in',
      rows.map(({ id }) => id),
    )
    .executeTakeFirstOrThrow()
  return Number(groups) === 1
}

/** The same refusal with the one that it is about: 'Cage 3: The facility is closed at that time.' */
function naming(
  { code, details, message = errors[code].message }: Refusal,
  refused: (typeof refusedOne)['_output'],
): Refusal {
  const sentence = refused.name === null ? message : `${refused.name}: ${message}`
  return refuse(code, { ...(details as object | undefined), refused }, sentence)
}

/** Said last: what has the time that was asked for is named after the transaction is over (takingTime.ts). */
const nothingChanged = ({ code, details, message = errors[code].message }: Refusal): Refusal =>
  refuse(code, details, `Nothing was changed. ${message}`)
