/** Works through runs in small transactions: one thing each, canceled and marked together. */

import { sql } from 'kysely'
import { errors } from '../../../../shared/contract/errors.ts'
import { decimalFromCents } from '../../../../shared/domain/money/money.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import type { Context } from '../../../context.ts'
import { describeInAudit } from '../../../db/auditDescription.ts'
import { system, type Tx, transaction } from '../../../db/database.ts'
import { startWorker, type Worker } from '../../../jobs/changeListener.ts'
import { Refusal } from '../../../refusal.ts'
import { closeReleasedCheckouts } from '../../payments/checkout/closeReleased.ts'
import { purchaseContext } from '../../payments/purchase.ts'
import { sendRefunds } from '../../payments/refunds/sendRefunds.ts'
import { dayLock, takeLocks } from '../../places/occupancy.ts'
import { type TimeWanted, takingTime } from '../../places/takingTime.ts'
import { cancelItem, type ItemCanceled, isGone, type PendingItem, runTerms } from './cancelItem.ts'

/**
 * Cancels what runs list until stopped. It wakes when any process starts a run (`closures_changed`), and every minute, so
 * a run that a crash interrupted goes on by itself. Processes share the work: each item is locked by one.
 */
export const startClosureWorker = (context: Context): Worker =>
  startWorker(context, {
    channel: 'closures_changed',
    problem: 'bookings of a closure cannot be canceled',
    next: () => workOnce(context),
  })

/**
 * Cancels the next item of any run and marks it in the same transaction: done, gone, or why it failed.
 *
 * @returns whether there was one.
 */
async function workOnce(context: Context): Promise<boolean> {
  const at = await purchaseContext(context)
  let item: PendingItem | undefined
  let buyers: ItemCanceled['buyers'] = []
  const work = (time: TimeWanted) =>
    transaction(context.db, system, async (tx) => {
      item = await claimItem(tx)
      if (!item) return null
      await lockTimeOf(tx, item, at.facility.time_zone)
      await actFor(tx, item)
      const canceled = await cancelItem(tx, item, { at, terms: runTerms(item.created_by), time })
      if (canceled instanceof Refusal) return canceled
      buyers = canceled.buyers
      await markDone(tx, item, canceled, at.now)
      return canceled
    })
  const outcome = await takingTime(context, { userId: null }, work).catch((error: unknown) => {
    if (!item) throw error
    context.log.error({ err: error, item: item.id }, 'a booking of a closure could not be canceled')
    return new Refusal('internal')
  })
  if (!item) return false
  if (outcome instanceof Refusal) await markFailed(context, item.id, outcome, at.now)
  else {
    for (const userId of buyers) closeReleasedCheckouts(context, { userId })
    if (outcome?.refunds.some(({ method }) => method === 'card')) await sendRefunds(context)
  }
  return true
}

/** The next item, locked until the transaction ends; what another process has in hand is left to it. */
const claimItem = (tx: Tx): Promise<PendingItem | undefined> =>
  tx
    .selectFrom('closure_run_items as item')
    .innerJoin('closure_runs as run', 'run.id', 'item.run_id')
    .select(['item.id', 'item.kind', 'item.source_id'])
    .select(['run.closure_id', 'run.cause', 'run.reason', 'run.created_by'])
    .where('item.status', '=', 'pending')
    .orderBy('item.starts_at')
    .orderBy('item.id')
    .limit(1)
    .forUpdate('item')
    .skipLocked()
    .executeTakeFirst()

/** What books that time waits, so that the closure, and nobody else, takes it when it is free. */
async function lockTimeOf(tx: Tx, { source_id: id }: PendingItem, zone: string): Promise<void> {
  const { rows } = await sql<{ taken: string; starts: Date }>`
    select unnest(array_remove(array[cage_id, coach_id], null)) as taken, lower(during) as starts
    from occupancy
    where booking_id = ${id} or coach_booking_id = ${id}
      or class_instance_id = ${id} or checkout_hold_id = ${id}
      or camp_timeslot_id in (select slot.id from camp_timeslots slot where slot.camp_id = ${id})`.execute(tx)
  await takeLocks(
    tx,
    rows.map(({ taken, starts }) => dayLock(taken, facilityDay(starts, zone))),
  )
}

const causes = { closure: 'Closure', hours: 'Opening hours', doors: 'Doors closed' } as const

/** The audit log names the admin who started the run, and why. */
async function actFor(tx: Tx, { created_by, cause, reason }: PendingItem): Promise<void> {
  await sql`select set_config('dugout.actor_id', ${created_by ?? ''}, true)`.execute(tx)
  await describeInAudit(tx, `${causes[cause]}: ${reason}`)
}

const markDone = (tx: Tx, { id }: PendingItem, { refunds }: ItemCanceled, now: Date) => {
  const sum = (wanted: typeof refunds) => wanted.reduce((total, { cents }) => total + cents, 0)
  return tx
    .updateTable('closure_run_items')
    .set({
      status: 'done',
      refunded: decimalFromCents(sum(refunds)),
      refunded_at_desk: decimalFromCents(sum(refunds.filter(({ method }) => method === 'front_desk'))),
      finished_at: now,
    })
    .where('id', '=', id)
    .execute()
}

/** In a transaction of its own, because the one that tried is rolled back. */
const markFailed = (context: Context, id: string, refusal: Refusal, now: Date) =>
  transaction(context.db, system, (tx) =>
    tx
      .updateTable('closure_run_items')
      .set(
        isGone(refusal)
          ? { status: 'gone', finished_at: now }
          : {
              status: 'failed',
              code: refusal.code,
              message: refusal.message ?? errors[refusal.code].message,
              finished_at: now,
            },
      )
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .execute(),
  )
