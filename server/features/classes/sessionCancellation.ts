/** What canceling a class session would do, before anybody is told. */

import { sql } from 'kysely'
import type { z } from 'zod'
import type { Profile } from '../../../shared/contract/accounts/accounts.ts'
import type { previewClassSessionCancellation } from '../../../shared/contract/programs/classSessions.ts'
import { dollarsFromCents } from '../../../shared/domain/money/money.ts'
import { startOf } from '../../../shared/domain/programs/classSessions.ts'
import { type Actor, type Db, type Tx, transaction } from '../../db/database.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { staffTerms } from '../payments/changes/actingTerms.ts'
import { byHandOf, sumOfRefunds } from '../payments/changes/settleChange.ts'
import { undoable } from '../payments/changes/undoable.ts'
import type { PurchaseContext } from '../payments/purchase.ts'
import type { HeldSlot } from '../places/places.ts'
import { cancelSession } from './commands/cancelSession.ts'
import { findSession } from './sessionList.ts'

type CancellationPreview = z.output<(typeof previewClassSessionCancellation)['answer']>

/**
 * Cancels the session and rolls it back, so that the preview says what the command does: who is told and what comes back are
 * decided by many rules.
 *
 * @returns the preview; or what `cancelSession` refuses. A reason that it takes after the start is given later.
 */
export async function previewCancellation(
  db: Db,
  { id, staff, actor }: { id: string; staff: Profile; actor: Actor },
  at: PurchaseContext,
): Promise<CancellationPreview | Refusal> {
  const [session, terms] = await Promise.all([findSession(db, id, at.now), staffTerms(db, staff, 'Preview')])
  if (!session) return refuse('class_session_not_found')
  if (terms instanceof Refusal) return terms
  const time = { takes: () => undefined, frees: () => undefined }
  const preview = await rolledBack(db, actor, async (tx) => {
    const canceled = await undoable(tx, { at, terms, time }, () =>
      cancelSession(tx, { id, note: '' }, at, terms),
    )
    if (canceled instanceof Refusal) return canceled
    return { refunds: canceled.done, told: await countTold(tx) }
  })
  if (preview instanceof Refusal) return preview
  const back = sumOfRefunds(preview.refunds)
  return {
    registrations: preview.refunds.length,
    told: preview.told,
    refund_amount: dollarsFromCents(back.cents),
    refund_method: back.method,
    refund_by_hand: dollarsFromCents(byHandOf(back)),
    checkouts: session.held,
    has_begun: startOf(session, at.facility.time_zone) <= at.now,
  }
}

/** Thrown to roll back what was made only to be looked at. */
class LookedAt<Done> extends Error {
  readonly done: Done

  constructor(done: Done) {
    super('rolled back')
    this.done = done
  }
}

async function rolledBack<Done>(db: Db, actor: Actor, work: (tx: Tx) => Promise<Done>): Promise<Done> {
  try {
    return await transaction(db, actor, async (tx) => {
      throw new LookedAt(await work(tx))
    })
  } catch (error) {
    if (error instanceof LookedAt) return error.done as Done
    throw error
  }
}

/** Addresses that get a message of the change that this transaction makes. */
async function countTold(tx: Tx): Promise<number> {
  const { rows } = await sql<{ told: number }>`
    select count(distinct lower(to_email))::integer as told from outbox
    where staff_change_id = current_staff_change() and template <> 'coach-sessions-canceled'`.execute(tx)
  return rows[0]?.told ?? 0
}

/** The time of the cages and the coach that a session takes. */
export async function readSessionSlots(tx: Tx, id: string): Promise<HeldSlot[]> {
  const { rows } = await sql<HeldSlot>`
    select cage_id as "cageId", coach_id as "coachId", lower(during) as start, upper(during) as end
    from occupancy where class_instance_id = ${id}`.execute(tx)
  return rows
}
