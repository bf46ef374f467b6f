import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Profile } from '../../../shared/contract/accounts.ts'
import type { Tx } from '../../db/database.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { enqueueCoachLessonCanceled } from '../lessons/changeEmails.ts'
import { findOwnLesson } from '../lessons/policy.ts'
import { enqueueMessage } from '../messages/commands.ts'
import type { PurchaseContext } from '../payments/purchase.ts'
import { readUpcoming, toldUpcoming, type Upcoming } from './upcoming.ts'

/** What payments show in place of a name (decision 28). */
const DELETED_NAME = 'Deleted user'

/**
 * Deletes an account: what is not paid yet is canceled, the facility's bookings and payments stay without the person
 * (decision 28), every session ends, and a goodbye is queued. Refused while something paid is still to come.
 *
 * @returns what was canceled with it, or why not.
 */
export async function deleteAccount(
  tx: Tx,
  owner: Profile,
  origin: PurchaseContext,
): Promise<{ canceled: readonly Upcoming[] } | Refusal> {
  await sql`select set_config('dugout.forgetting', 'on', true),
    set_config('dugout.description', 'The customer deleted their account.', true)`.execute(tx)
  // Bookings refer to the row: one that is being made now is seen below, or finds no account any more.
  const account = tx.selectFrom('profiles').select('id').where('id', '=', owner.id).forUpdate()
  if (!(await account.executeTakeFirst())) return refuse('unauthenticated')
  const upcoming = await readUpcoming(tx, owner.id, origin.now)
  const { blocking } = toldUpcoming(upcoming)
  if (blocking.length > 0) return refuse('deletion_blocked', { blocking })
  await cancelAll(tx, upcoming)
  await tellCoaches(tx, owner, upcoming, origin)
  await forgetPerson(tx, owner)
  await tx.deleteFrom('profiles').where('id', '=', owner.id).execute()
  await enqueueMessage(tx, {
    template: 'account-deleted',
    to: { email: owner.email },
    data: { full_name: owner.full_name },
    dedupeKey: `account-deleted:${randomUUID()}`,
  })
  return { canceled: upcoming }
}

/** A coach must not wait for somebody who has left. */
async function tellCoaches(
  tx: Tx,
  owner: Profile,
  upcoming: readonly Upcoming[],
  origin: PurchaseContext,
): Promise<void> {
  for (const { kind, id } of upcoming) {
    if (kind !== 'lesson') continue
    const lesson = await findOwnLesson(tx, owner, id)
    if (lesson) await enqueueCoachLessonCanceled(tx, lesson, origin)
  }
}

/** The places are free for others at once. */
async function cancelAll(tx: Tx, upcoming: readonly Upcoming[]): Promise<void> {
  const tables = {
    cage_booking: 'bookings',
    lesson: 'coach_bookings',
    class_session: 'class_registrations',
    camp: 'camp_registrations',
  } as const
  for (const [kind, table] of Object.entries(tables)) {
    const ids = upcoming.filter((thing) => thing.kind === kind).map(({ id }) => id)
    if (ids.length === 0) continue
    await sql`update ${sql.table(table)} set status = 'canceled' where id = any(${ids}::uuid[])`.execute(tx)
  }
}

/**
 * Takes the person out of what stays. Guests' rows with the same address are not the account's. Messages that wait
 * to be sent must not follow somebody who has left.
 */
async function forgetPerson(tx: Tx, { id, email }: { id: string; email: string }): Promise<void> {
  await tx
    .updateTable('payment_transactions')
    .set({ customer_name: DELETED_NAME, customer_email: null })
    .where('user_id', '=', id)
    .execute()
  // A checkout keeps its buyer's id, by which a payment that comes late is known to have nobody any more.
  await sql`
    update checkout_holds
    set details = details || jsonb_build_object('buyer', jsonb_build_object(
      'userId', user_id, 'name', ${DELETED_NAME}::text, 'email', null, 'phone', null
    ))
    where user_id = ${id} and details ? 'buyer'`.execute(tx)
  await tx.updateTable('coach_bookings').set({ customer_notes: null }).where('customer_id', '=', id).execute()
  await tx.deleteFrom('outbox').where('to_user_id', '=', id).execute()
  await tx.deleteFrom('auth_verifications').where('value', '=', id).execute()
  await tx.deleteFrom('pending_sign_ups').where('email', '=', email).execute()
  await tx.deleteFrom('idempotency_keys').where('user_id', '=', id).execute()
}
