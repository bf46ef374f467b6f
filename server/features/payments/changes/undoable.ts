/** A change by staff that can be undone for some seconds (decision record 039). */

import { sql } from 'kysely'
import type { Undo } from '../../../../shared/contract/bookings/staffChanges.ts'
import { undoSeconds } from '../../../../shared/domain/bookings/terms.ts'
import { describeInAudit } from '../../../db/auditDescription.ts'
import type { Tx } from '../../../db/database.ts'
import type { SlotJson } from '../../../db/tables/records.ts'
import { task } from '../../../jobs/tasks.ts'
import { Refusal } from '../../../refusal.ts'
import type { HeldSlot } from '../../places/places.ts'
import type { Acting } from './actingTerms.ts'

/**
 * Runs the work of a change by staff so that it can be undone: what it writes is marked as its own by the database, and its
 * messages and refunds wait (`withhold`). Everything else is final and sent at once.
 *
 * @param acting as the work takes it; the time that it takes and frees is kept for the undo.
 * @returns what the work returns, and how to undo it; null where nothing was changed.
 */
export async function undoable<Done>(
  tx: Tx,
  acting: Acting,
  work: (acting: Acting) => Promise<Done | Refusal> | Done | Refusal,
): Promise<{ done: Done; undo: Undo } | Refusal> {
  const { terms, at } = acting
  if (terms.actorId === null) throw new Error('Only an account can undo what it has changed.')
  const until = new Date(at.now.getTime() + undoSeconds * 1000)
  const { id } = await tx
    .insertInto('staff_changes')
    .values({ made_by: terms.actorId, made_at: at.now, withheld_until: until })
    .returning(['id', sql<string>`set_config('dugout.staff_change', id::text, true)`.as('marked')])
    .executeTakeFirstOrThrow()
  if (terms.customerUntold) await describeInAudit(tx, 'Customer not told.')
  const time = new RecordedTime(acting.time)
  const done = await work({ ...acting, time })
  if (done instanceof Refusal) return done
  const kept = await tx
    .updateTable('staff_changes')
    .set({ freed: jsonOf(time.freed), taken: jsonOf(time.taken) })
    .where('id', '=', id)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('audit_log').select('id').where('staff_change_id', '=', id)),
    )
    .returning('id')
    .executeTakeFirst()
  return { done, undo: kept ? { id, until: until.toISOString() } : null }
}

/** Passes on what an attempt says of its time, and keeps it. */
class RecordedTime implements TimeWanted {
  freed: readonly HeldSlot[] = []
  taken: readonly HeldSlot[] = []
  readonly #time: TimeWanted

  constructor(time: TimeWanted) {
    this.#time = time
  }

  takes(...wanted: Parameters<TimeWanted['takes']>): void {
    this.taken = wanted[0]
    this.#time.takes(...wanted)
  }

  frees(...given: Parameters<TimeWanted['frees']>): void {
    this.freed = given[0]
    this.#time.frees(...given)
  }
}
type TimeWanted = Acting['time']

const jsonOf = (slots: readonly HeldSlot[]): string => JSON.stringify(slots)

/** Slots as a change has kept them. */
export const slotsOf = (slots: readonly SlotJson[]): HeldSlot[] =>
  slots.map(({ start, end, ...place }) => ({ ...place, start: new Date(start), end: new Date(end) }))

/** A day is far more than an undo needs, and as long as an answer is repeated. */
const KEPT_MILLISECONDS = 24 * 3_600_000

export const purgeStaffChanges = task('purge-staff-changes', '23 * * * *', (tx, now) =>
  tx
    .deleteFrom('staff_changes')
    .where('made_at', '<', new Date(now.getTime() - KEPT_MILLISECONDS))
    .execute(),
)
