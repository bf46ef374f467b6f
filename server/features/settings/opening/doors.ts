/** The facility's doors: opened once all that is needed is done, and closed again (decision 46, decision record 089). */

import { sql } from 'kysely'
import { liveStatuses } from '../../../../shared/domain/memberships/memberships.ts'
import { describeInAudit } from '../../../db/auditDescription.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { type Refusal, refuse } from '../../../refusal.ts'
import { endExpiredHolds } from '../../places/occupancy.ts'
import { fingerprintOf, type Hit, readHits } from '../closures/hits.ts'
import { startRun } from '../closures/runs.ts'
import { type ChecklistSource, readSteps } from './checklist.ts'

/** Waits for the customers' bookings that have passed the doors (`pass_the_doors`), and keeps others from passing. */
async function lockDoors(tx: Tx) {
  await sql`select pg_advisory_xact_lock(hashtextextended('#doors', 0))`.execute(tx)
  return tx.selectFrom('facility').select(['opened_at', 'closed_at']).executeTakeFirstOrThrow()
}

/**
 * Opens the doors; those that were closed again need no second look at the list.
 *
 * @param anyway for whoever has the server: whatever is missing besides a name.
 */
export async function openDoors(
  tx: Tx,
  source: ChecklistSource,
  { anyway = false } = {},
): Promise<Refusal | null> {
  const { opened_at, closed_at } = await lockDoors(tx)
  if (opened_at !== null && closed_at === null) return refuse('doors_open_already')
  if (opened_at === null) {
    const steps = await readSteps(tx, source)
    const missing = steps.filter(({ key, needed, done }) => needed && !done && (!anyway || key === 'place'))
    if (missing.length > 0) return refuse('not_ready_to_open', { missing: missing.map(({ key }) => key) })
  }
  await describeInAudit(tx, opened_at === null ? 'Doors opened' : 'Doors opened again')
  await tx
    .updateTable('facility')
    .set({ opened_at: opened_at ?? source.now, closed_at: null, closed_reason: '' })
    .execute()
  return null
}

/** All that is booked and not over. */
export const readBooked = (db: Db, now: Date): Promise<Hit[]> => readHits(db, sql<boolean>`true`, now)

export interface Closing {
  readonly reason: string
  readonly onHits: 'keep' | 'cancel'
  readonly fingerprint: string
  readonly actorId: string
  readonly now: Date
}

/**
 * Closes the doors.
 *
 * @returns the run that cancels what is booked; null where it stays, or nothing is.
 */
export async function closeDoors(
  tx: Tx,
  { reason, onHits, fingerprint, actorId, now }: Closing,
): Promise<{ runId: string | null } | Refusal> {
  const { opened_at, closed_at } = await lockDoors(tx)
  if (opened_at === null || closed_at !== null) return refuse('doors_closed_already')
  await endExpiredHolds(tx, now)
  const booked = await readBooked(tx, now)
  if (fingerprintOf(booked) !== fingerprint) return refuse('closure_hits_changed')
  await describeInAudit(tx, `Doors closed: ${reason}`)
  await tx.updateTable('facility').set({ closed_at: now, closed_reason: reason }).execute()
  const run = { closureId: null, cause: 'doors' as const, reason, actorId }
  return { runId: onHits === 'cancel' ? await startRun(tx, run, booked) : null }
}

/** How many memberships go on being charged. */
export async function countMembers(db: Db): Promise<number> {
  const { members } = await db
    .selectFrom('subscriptions')
    .select(({ fn }) => fn.countAll<number>().as('members'))
    .where('status', 'in', [...liveStatuses])
    .executeTakeFirstOrThrow()
  return Number(members)
}
