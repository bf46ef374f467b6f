/** Runs: the list of what is canceled together, and how far it is. `work.ts` works through it. */

import { sql } from 'kysely'
import type { ClosureRun, RunItem } from '../../../../shared/contract/facility/closures.ts'
import { dollarsFromDecimal } from '../../../../shared/domain/money/money.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { type Refusal, refuse } from '../../../refusal.ts'
import { bookedPerson, DELETED_USER } from '../../accounts/bookedPerson.ts'
import { whoIsToldOfEach } from '../../households/told.ts'
import type { Hit } from './hits.ts'

export interface NewRun {
  readonly closureId: string | null
  readonly cause: 'closure' | 'hours' | 'doors'
  /** What customers read. */
  readonly reason: string
  readonly actorId: string
}

/**
 * Lists what is to be canceled; workers of all processes hear of it after the commit. What has begun stays.
 *
 * @returns the run's id; null where nothing is left to cancel.
 */
export async function startRun(
  tx: Tx,
  { closureId, cause, reason, actorId }: NewRun,
  hits: readonly Hit[],
): Promise<string | null> {
  const wanted = hits.filter(({ begun }) => !begun)
  if (wanted.length === 0) return null
  const { id } = await tx
    .insertInto('closure_runs')
    .values({ closure_id: closureId, cause, reason, created_by: actorId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('closure_run_items')
    .values(
      wanted.map((hit) => ({
        run_id: id,
        kind: hit.kind,
        source_id: hit.id,
        title: hit.title,
        starts_at: hit.starts,
        ends_at: hit.ends,
      })),
    )
    .execute()
  return id
}

/** Whether something of this closure is still to be canceled. */
export async function isRunActive(db: Db, closureId: string): Promise<boolean> {
  const pending = await db
    .selectFrom('closure_run_items as item')
    .innerJoin('closure_runs as run', 'run.id', 'item.run_id')
    .select('item.id')
    .where('run.closure_id', '=', closureId)
    .where('item.status', '=', 'pending')
    .limit(1)
    .executeTakeFirst()
  return pending !== undefined
}

const NEWEST = 20

/** The newest runs; or the one with this id. */
export async function readRuns(db: Db, id: string | null = null): Promise<ClosureRun[]> {
  const counted = (status: RunItem['status']) =>
    sql<number>`count(*) filter (where item.status = ${status})::integer`
  const rows = await db
    .selectFrom('closure_runs as run')
    .innerJoin('closure_run_items as item', 'item.run_id', 'run.id')
    .leftJoin('profiles as admin', 'admin.id', 'run.created_by')
    .select(['run.id', 'run.closure_id', 'run.cause', 'run.reason', 'run.created_at', 'admin.full_name'])
    .select([
      sql<number>`count(*)::integer`.as('total'),
      counted('pending').as('pending'),
      counted('done').as('done'),
      counted('gone').as('gone'),
      counted('failed').as('failed'),
      counted('skipped').as('skipped'),
    ])
    .select(({ fn }) => [
      fn.sum<string>('item.refunded').as('refunded'),
      fn.sum<string>('item.refunded_at_desk').as('at_desk'),
    ])
    .$if(id !== null, (query) => query.where('run.id', '=', id ?? ''))
    .groupBy(['run.id', 'admin.full_name'])
    .orderBy('run.created_at', 'desc')
    .orderBy('run.id')
    .limit(NEWEST)
    .execute()
  return rows.map(({ full_name, created_at, refunded, at_desk, ...run }) => ({
    ...run,
    created_at: created_at.toISOString(),
    created_by: full_name,
    refunded: dollarsFromDecimal(refunded),
    refunded_at_desk: dollarsFromDecimal(at_desk),
  }))
}

/** Each thing of a run in the order of time, with who booked it, and whom to call where nobody has an address. */
export async function readRunItems(db: Db, runId: string): Promise<RunItem[]> {
  const rows = await db
    .selectFrom('closure_run_items as item')
    .leftJoin('bookings as booking', 'booking.id', 'item.source_id')
    .leftJoin('coach_bookings as lesson', 'lesson.id', 'item.source_id')
    .leftJoin('profiles as customer', (join) =>
      join.on(sql<boolean>`customer.id = coalesce(booking.user_id, lesson.customer_id)`),
    )
    .select(['item.id', 'item.kind', 'item.source_id', 'item.title', 'item.starts_at', 'item.ends_at'])
    .select(['item.status', 'item.message', 'item.refunded', 'item.refunded_at_desk'])
    .select(({ fn }) => [
      'customer.id as user_id',
      fn.coalesce('customer.full_name', 'booking.guest_name', 'lesson.guest_name').as('person_name'),
      fn.coalesce('customer.email', 'booking.guest_email', 'lesson.guest_email').as('person_email'),
      fn.coalesce('customer.phone_number', 'booking.guest_phone', 'lesson.guest_phone').as('person_phone'),
      fn.coalesce('booking.participant_id', 'lesson.participant_id').as('participant_id'),
    ])
    .where('item.run_id', '=', runId)
    .orderBy('item.starts_at')
    .orderBy('item.id')
    .execute()
  const told = await whoIsToldOfEach(
    db,
    rows.map((row) => ({ participantId: row.participant_id, person: bookedPerson(row), actorId: null })),
  )
  return rows.map((row, index) => {
    const isOnePersons = row.kind === 'booking' || row.kind === 'guest_booking' || row.kind === 'lesson'
    const noEmail = isOnePersons && told[index]?.people.length === 0
    const { id, kind, source_id, title, status, message } = row
    return {
      ...{ id, kind, source_id, title, status, message },
      person: isOnePersons ? (row.person_name ?? DELETED_USER) : null,
      no_email: noEmail,
      phone: noEmail ? row.person_phone : null,
      start_time: row.starts_at.toISOString(),
      end_time: row.ends_at.toISOString(),
      refunded: dollarsFromDecimal(row.refunded),
      refunded_at_desk: dollarsFromDecimal(row.refunded_at_desk),
    }
  })
}

/**
 * Puts failed items back on the list, or takes items off it: their bookings stay.
 *
 * @param ids null: all that failed.
 * @returns how many changed.
 */
export async function settleItems(
  tx: Tx,
  runId: string,
  to: 'pending' | 'skipped',
  ids: readonly string[] | null,
): Promise<number | Refusal> {
  const run = await tx.selectFrom('closure_runs').select('id').where('id', '=', runId).executeTakeFirst()
  if (!run) return refuse('closure_run_not_found')
  const { numUpdatedRows } = await tx
    .updateTable('closure_run_items')
    .set({ status: to, code: null, message: null, finished_at: null })
    .where('run_id', '=', runId)
    // What a worker has in hand waits here until it is done, and is then left alone.
    .where('status', 'in', to === 'skipped' && ids !== null ? ['failed', 'pending'] : ['failed'])
    .$if(ids !== null, (query) => query.where('id', 'in', [...(ids ?? []), NOBODY]))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Keeps the list of ids from being empty, which SQL does not allow. */
const NOBODY = '00000000-0000-0000-0000-000000000000'
