import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import type { PersonMergesTable } from '../../../db/tables/people.ts'
import { task } from '../../../jobs/tasks.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { moveBack, restoreRows } from './journal.ts'
import { beginMerging, lockSides, moveAll } from './mergePeople.ts'
import { readSides, type Sides } from './records.ts'
import { readReferences } from './references.ts'

type Merge = Selectable<PersonMergesTable>

const pairOf = ({ kind, ...merge }: Merge) => ({
  kind,
  source_id: merge.source_account ?? merge.source_participant,
  target_id: merge.target_account ?? merge.target_participant,
})

/**
 * Gives back exactly what a merge moved, and the address. What came since stays with the kept record, and what was changed
 * since stays changed. Only passwords and addresses work again: everybody signs in again.
 */
export async function reverseMerge(
  tx: Tx,
  mergeId: string,
  now: Date,
): Promise<{ restored: number; sides: Sides } | Refusal> {
  const seen = await tx.selectFrom('person_merges').selectAll().where('id', '=', mergeId).executeTakeFirst()
  if (!seen || seen.reversed_at !== null) return refuse('merge_not_found')
  const sides = await readSides(tx, pairOf(seen))
  if (sides instanceof Refusal) return refuse('merge_not_found')
  await lockSides(tx, sides)
  const merge = await tx
    .selectFrom('person_merges')
    .selectAll()
    .where('id', '=', mergeId)
    .forUpdate()
    .executeTakeFirst()
  if (!merge || merge.reversed_at !== null) return refuse('merge_not_found')
  if (merge.reversible_until <= now) return refuse('merge_over')
  const present = await readSides(tx, pairOf(merge))
  if (present instanceof Refusal) return refuse('merge_not_found')
  if (present.target.mergedInto !== null) return refuse('merge_not_last')
  if (await isAddressTaken(tx, merge)) return refuse('merge_address_taken')

  await beginMerging(tx, 'A merge was reversed.')
  await openRecord(tx, merge)
  await restoreDetails(tx, merge)
  const restored = await moveAllBack(tx, merge)
  await tx.deleteFrom('person_merge_rows').where('merge_id', '=', mergeId).execute()
  await tx.updateTable('person_merges').set({ reversed_at: now }).where('id', '=', mergeId).execute()
  return { restored, sides: present }
}

async function isAddressTaken(tx: Tx, { source_email }: Merge): Promise<boolean> {
  if (source_email === null) return false
  const taken = await tx
    .selectFrom('profiles')
    .select('id')
    .where('email', '=', source_email)
    .executeTakeFirst()
  return taken !== undefined
}

/** The record exists again, with its address; guests who have been entered under it since are claimed by it. */
async function openRecord(tx: Tx, merge: Merge): Promise<void> {
  await tx
    .updateTable('participants')
    .set({ merged_into: null })
    .where('id', '=', merge.source_participant)
    .execute()
  if (merge.source_account === null) return
  await tx
    .updateTable('profiles')
    .set({ merged_into: null, email: merge.source_email, email_verified: merge.source_confirmed })
    .where('id', '=', merge.source_account)
    .execute()
}

/** Name and phone as they were, where nobody has changed them since. */
async function restoreDetails(
  tx: Tx,
  { target_account, target_participant, kept_before, kept_after }: Merge,
): Promise<void> {
  if (target_account === null) {
    await tx
      .updateTable('participants')
      .set({ name: kept_before.name })
      .where('id', '=', target_participant)
      .where('user_id', 'is', null)
      .where('name', '=', kept_after.name)
      .execute()
    return
  }
  const account = tx.updateTable('profiles').where('id', '=', target_account)
  await account.set({ full_name: kept_before.name }).where('full_name', '=', kept_after.name).execute()
  await account
    .set({ phone_number: kept_before.phone })
    .where(sql<boolean>`phone_number is not distinct from ${kept_after.phone}`)
    .execute()
}

async function moveAllBack(tx: Tx, merge: Merge): Promise<number> {
  // Invitations that the kept record has sent since to look after people who go back.
  await sql`
    delete from household_invitation_participants offer
    using person_merge_rows journal
    where journal.merge_id = ${merge.id}::uuid and journal.table_name = 'participant_adults'
      and journal.column_name is not null
      and offer.participant_id = (journal.row_key ->> 'participant_id')::uuid
      and offer.invited_by = (journal.row_key ->> 'user_id')::uuid`.execute(tx)
  let restored = 0
  for (const reference of await readReferences(tx)) {
    const [from, to] =
      reference.to === 'account'
        ? [merge.source_account, merge.target_account]
        : [merge.source_participant, merge.target_participant]
    if (from !== null && to !== null) restored += await moveBack(tx, merge.id, reference, { from, to })
  }
  return restored + (await restoreRows(tx, merge.id))
}

/** Deletes, once an hour, the empty records of merges that can no longer be reversed. */
export const finishMerges = task('finish-merges', '11 * * * *', async (tx, now) => {
  const over = await tx
    .selectFrom('person_merges')
    .selectAll()
    .where('reversible_until', '<=', now)
    .orderBy('merged_at')
    .forUpdate()
    .skipLocked()
    .execute()
  for (const merge of over) {
    if (merge.reversed_at === null) await forgetSource(tx, merge)
    await tx.deleteFrom('person_merges').where('id', '=', merge.id).execute()
  }
})

async function forgetSource(tx: Tx, merge: Merge): Promise<void> {
  const sides = await readSides(tx, pairOf(merge))
  if (sides instanceof Refusal) return
  await beginMerging(tx, 'A merge is a day old: the empty record is deleted.')
  // What was given to the empty record after all goes to the kept one before.
  await moveAll(tx, merge.id, sides)
  const { source_account, source_participant } = merge
  if (source_account !== null) await tx.deleteFrom('profiles').where('id', '=', source_account).execute()
  else await tx.deleteFrom('participants').where('id', '=', source_participant).execute()
}
