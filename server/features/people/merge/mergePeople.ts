import { sql } from 'kysely'
import { MERGE_REVERSIBLE_HOURS, type MergePair } from '../../../../shared/contract/people/merges.ts'
import type { Tx } from '../../../db/database.ts'
import type { KeptDetails } from '../../../db/tables/people.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { describeEnd, endOtherSessions } from '../../accounts/devices/commands.ts'
import { lockCheckouts } from '../../households/queries.ts'
import { enqueueMessage } from '../../messages/commands.ts'
import { takeLocks } from '../../places/occupancy.ts'
import { personLock } from '../../places/unpaidTime.ts'
import { moveColumn, remember, removeRows } from './journal.ts'
import { findObstacles } from './obstacles.ts'
import { readSides, type Side, type Sides } from './records.ts'
import { movedReferences, type PersonReference, readReferences } from './references.ts'

const HOUR_MILLISECONDS = 3_600_000

export interface MergeWanted extends MergePair {
  /** Whose name and phone number are kept. */
  readonly name: 'source' | 'target'
  readonly phone: 'source' | 'target'
}

export interface Merged {
  readonly mergeId: string
  readonly moved: number
  readonly reversibleUntil: Date
  readonly sides: Sides
}

/**
 * Moves all that belongs to one record to another one of the same person. The record that goes stays for a day, empty and
 * without its address: nobody signs in with it, and the address leads nowhere until its owner proves it again. No row is
 * deleted: what cannot be there twice is set aside (decision record 040).
 */
export async function mergePeople(
  tx: Tx,
  wanted: MergeWanted,
  by: { readonly adminId: string; readonly now: Date },
): Promise<Merged | Refusal> {
  const seen = await readSides(tx, wanted)
  if (seen instanceof Refusal) return seen
  await lockSides(tx, seen)
  const sides = await readSides(tx, wanted)
  if (sides instanceof Refusal) return sides
  const gone = [sides.source, sides.target].find(({ mergedInto }) => mergedInto !== null)
  if (gone) return refuse('person_merged')
  const obstacles = await findObstacles(tx, sides, by.now)
  if (obstacles.length > 0) return refuse('merge_obstructed', { obstacles })

  await beginMerging(tx, `Merged ${sides.source.id} into ${sides.target.id}.`)
  const reversibleUntil = new Date(by.now.getTime() + MERGE_REVERSIBLE_HOURS * HOUR_MILLISECONDS)
  const kept = { name: sides[wanted.name].name, phone: sides[wanted.phone].phone }
  const mergeId = await writeMerge(tx, sides, kept, { ...by, reversibleUntil })
  if (sides.kind === 'account') await closeAccount(tx, mergeId, sides.source)
  await tx
    .updateTable('participants')
    .set({ merged_into: sides.target.participantId })
    .where('id', '=', sides.source.participantId)
    .execute()
  await keepDetails(tx, sides.target, kept)
  const moved = await moveAll(tx, mergeId, sides)
  if (sides.kind === 'account') await enqueueMergeMessages(tx, mergeId, sides)
  return { mergeId, moved, reversibleUntil, sides }
}

/** Mails both owners with a confirmed address, so that a wrong merge is noticed while it can be reversed. */
async function enqueueMergeMessages(tx: Tx, mergeId: string, { source, target }: Sides): Promise<void> {
  for (const { email, name, can_sign_in } of [source, target]) {
    if (email === null || !can_sign_in) continue
    await enqueueMessage(tx, {
      template: 'records-merged',
      to: { email, userId: target.id },
      data: { full_name: name, is_gone: email === source.email ? 'yes' : '' },
      dedupeKey: `records-merged:${mergeId}:${email}`,
    })
  }
}

/** In the documented order: the people, their checkouts, then the records themselves, each sorted. */
export async function lockSides(tx: Tx, { source, target }: Sides): Promise<void> {
  const accounts = [source.accountId, target.accountId].filter((id) => id !== null).sort()
  await takeLocks(tx, accounts.map(personLock))
  for (const account of accounts) await lockCheckouts(tx, account)
  if (accounts.length > 0) {
    await tx
      .selectFrom('profiles')
      .select('id')
      .where('id', 'in', accounts)
      .orderBy('id')
      .forUpdate()
      .execute()
  }
  const participants = [source.participantId, target.participantId]
  await tx
    .selectFrom('participants')
    .select('id')
    .where('id', 'in', participants)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** From here on triggers leave it to this transaction who takes part in what. */
export async function beginMerging(tx: Tx, description: string): Promise<void> {
  await sql`select set_config('dugout.merging', 'on', true),
    set_config('dugout.description', ${description}, true)`.execute(tx)
}

async function writeMerge(
  tx: Tx,
  { kind, source, target }: Sides,
  kept: KeptDetails,
  { adminId, now, reversibleUntil }: { adminId: string; now: Date; reversibleUntil: Date },
): Promise<string> {
  const { id } = await tx
    .insertInto('person_merges')
    .values({
      kind,
      source_account: kind === 'account' ? source.accountId : null,
      target_account: kind === 'account' ? target.accountId : null,
      source_participant: source.participantId,
      target_participant: target.participantId,
      source_email: kind === 'account' ? source.email : null,
      source_confirmed: source.can_sign_in,
      kept_before: JSON.stringify({ name: target.name, phone: target.phone }),
      kept_after: JSON.stringify(kept),
      merged_by: adminId,
      merged_at: now,
      reversible_until: reversibleUntil,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Nobody signs in with the record any more, by password, link or a change of its address. */
async function closeAccount(tx: Tx, mergeId: string, { id }: Side): Promise<void> {
  await describeEnd(tx, 'Merged into another record')
  await endOtherSessions(tx, id, [])
  await tx.deleteFrom('auth_verifications').where('value', '=', id).execute()
  await removeRows(tx, mergeId, 'email_changes', sql<boolean>`user_id = ${id}::uuid`)
}

async function keepDetails(tx: Tx, { accountId, participantId }: Side, { name, phone }: KeptDetails) {
  if (accountId !== null) {
    const details = { full_name: name, phone_number: phone }
    await tx.updateTable('profiles').set(details).where('id', '=', accountId).execute()
    return
  }
  await tx.updateTable('participants').set({ name }).where('id', '=', participantId).execute()
}

/** Moves everything, in an order in which nothing refers to what is not there yet. Returns how many columns changed. */
export async function moveAll(tx: Tx, mergeId: string, { kind, source, target }: Sides): Promise<number> {
  const references = await readReferences(tx)
  const to = (reference: PersonReference) =>
    reference.to === 'account'
      ? { from: source.accountId, to: target.accountId }
      : { from: source.participantId, to: target.participantId }
  await setInvitationsAside(tx, mergeId, { kind, source })
  let moved = await moveAdults(tx, mergeId, references, { kind, source, target })
  if (kind === 'account') {
    await tx
      .updateTable('profiles')
      .set({ merged_into: target.id, email: null, email_verified: false })
      .where('id', '=', source.id)
      .execute()
    moved += await moveStripeCustomer(tx, mergeId, references, { source, target })
  }
  for (const reference of movedReferences(references)) {
    const { from, to: kept } = to(reference)
    if (reference.to === 'account' && kind !== 'account') continue
    if (from !== null && kept !== null) moved += await moveColumn(tx, mergeId, reference, { from, to: kept })
  }
  return moved
}

/** Links to join the people of the record that goes: they name an adult or a child who is another one from now on. */
async function setInvitationsAside(
  tx: Tx,
  mergeId: string,
  { kind, source }: Pick<Sides, 'kind' | 'source'>,
): Promise<void> {
  const offers =
    kind === 'account'
      ? sql<boolean>`invited_by = ${source.id}::uuid`
      : sql<boolean>`participant_id = ${source.participantId}::uuid`
  const invitations = sql<boolean>`id in (select invitation_id from household_invitation_participants where ${offers})`
  await remember(tx, mergeId, 'household_invitation_participants', offers)
  await remember(tx, mergeId, 'household_invitations', invitations)
  await sql`delete from household_invitation_participants where ${offers}`.execute(tx)
}

/** The people whom a record looks after, or the adults of a child. Who is an adult already stays one, once. */
async function moveAdults(
  tx: Tx,
  mergeId: string,
  references: readonly PersonReference[],
  { kind, source, target }: Sides,
): Promise<number> {
  const [column, from, to, other] =
    kind === 'account'
      ? (['user_id', source.id, target.id, 'participant_id'] as const)
      : (['participant_id', source.participantId, target.participantId, 'user_id'] as const)
  const reference = references.find(
    (known) => known.table === 'participant_adults' && known.column === column,
  )
  if (!reference) throw new Error('There is no reference from adults to people.')
  const isOwn = sql<boolean>`participant_id = ${source.participantId}::uuid and ${kind === 'account'}`
  await removeRows(
    tx,
    mergeId,
    'participant_adults',
    sql<boolean>`${sql.ref(column)} = ${from}::uuid and not (${isOwn}) and exists (
      select from participant_adults already
      where already.${sql.ref(column)} = ${to}::uuid
        and already.${sql.ref(other)} = leaving.${sql.ref(other)}
    )`,
  )
  return moveColumn(tx, mergeId, reference, { from, to }, sql<boolean>`not (${isOwn})`)
}

/** The provider's name of the customer follows the membership; of two the kept record's own, unless it has none. */
async function moveStripeCustomer(
  tx: Tx,
  mergeId: string,
  references: readonly PersonReference[],
  { source, target }: Pick<Sides, 'source' | 'target'>,
): Promise<number> {
  const reference = references.find(({ table }) => table === 'stripe_customers')
  const sourceIsMember = await tx
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', source.id)
    .where('status', 'in', ['trialing', 'active', 'past_due', 'unpaid'])
    .executeTakeFirst()
  if (!reference) return 0
  if (sourceIsMember)
    await removeRows(tx, mergeId, 'stripe_customers', sql<boolean>`user_id = ${target.id}::uuid`)
  const isFree = sql<boolean>`not exists (select from stripe_customers taken where taken.user_id = ${target.id}::uuid)`
  return moveColumn(tx, mergeId, reference, { from: source.id, to: target.id }, isFree)
}
