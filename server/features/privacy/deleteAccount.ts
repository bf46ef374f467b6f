import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { formatDollars } from '../../../shared/domain/money/money.ts'
import type { Tx } from '../../db/database.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { DELETED_USER } from '../accounts/bookedPerson.ts'
import { enqueueCoachLessonCanceled } from '../lessons/changeEmails.ts'
import { findLesson } from '../lessons/lessonRows.ts'
import { enqueueMessage } from '../messages/commands.ts'
import type { PurchaseContext } from '../payments/purchase.ts'
import { refundItem } from '../payments/refunds/refunds.ts'
import { asUpcomingThing, readUpcoming, type Upcoming } from './upcoming.ts'

/** Whose account it is. */
export interface AccountOwner {
  readonly id: string
  readonly full_name: string
  readonly email: string | null
  readonly phone_number: string | null
}

/** Who deletes an account. Staff also cancel what is paid for, and its money goes back. */
export type Deleter =
  | { readonly kind: 'owner' }
  | {
      readonly kind: 'staff'
      readonly id: string
      /** What the admin was shown as still to come; anything else refuses the deletion. */
      readonly shownIds: readonly string[]
    }

/**
 * Deletes an account: what is still to come is canceled, the facility's bookings and payments stay without the person
 * (decision 28), every session ends, and a goodbye is queued. An owner is refused while something paid is still to come;
 * for staff only a running membership and a payment that is under way stand in the way.
 *
 * Fails with the check violation `profiles_last_admin` when nobody else is an admin.
 *
 * @returns what was canceled with it, or why not.
 */
export async function deleteAccount(
  tx: Tx,
  owner: AccountOwner,
  deleter: Deleter,
  origin: PurchaseContext,
): Promise<{ canceled: readonly Upcoming[] } | Refusal> {
  const description =
    deleter.kind === 'owner' ? 'The customer deleted their account.' : 'Staff deleted the account.'
  await sql`select set_config('dugout.description', ${description}, true)`.execute(tx)
  // Bookings refer to the row: one that is being made now is seen below, or finds no account any more.
  const account = tx.selectFrom('profiles').select('id').where('id', '=', owner.id).forUpdate()
  if (!(await account.executeTakeFirst())) {
    return refuse(deleter.kind === 'owner' ? 'unauthenticated' : 'user_not_found')
  }
  const upcoming = await readUpcoming(tx, owner.id, origin.now)
  const blocking = upcoming.filter((thing) => blocks(thing, deleter))
  if (blocking.length > 0) return refuse('deletion_blocked', { blocking: blocking.map(asUpcomingThing) })
  if (deleter.kind === 'staff' && !upcoming.every(({ id }) => deleter.shownIds.includes(id))) {
    return refuse('changed_meanwhile')
  }
  await cancelAll(tx, upcoming)
  const cents = deleter.kind === 'staff' ? await refundAll(tx, upcoming, deleter.id, origin.now) : 0
  await tellCoaches(tx, upcoming, origin)
  await forgetPerson(tx, owner)
  await tx.deleteFrom('profiles').where('id', '=', owner.id).execute()
  if (owner.email !== null) {
    await enqueueMessage(tx, {
      template: 'account-deleted',
      to: { email: owner.email },
      data: {
        full_name: owner.full_name,
        refund_line: cents > 0 ? `${formatDollars(cents)} goes back to the card that paid.` : '',
      },
      dedupeKey: `account-deleted:${randomUUID()}`,
    })
  }
  return { canceled: upcoming }
}

/** Whether a thing must be ended before this deletion. */
export const blocks = ({ kind, paid }: Upcoming, deleter: Pick<Deleter, 'kind'>): boolean =>
  deleter.kind === 'owner' ? paid : kind === 'membership' || kind === 'payment'

/** A coach must not wait for someone who has left. */
async function tellCoaches(tx: Tx, upcoming: readonly Upcoming[], origin: PurchaseContext): Promise<void> {
  for (const { kind, id } of upcoming) {
    if (kind !== 'lesson') continue
    const lesson = await findLesson(tx, id)
    if (lesson) await enqueueCoachLessonCanceled(tx, lesson, origin)
  }
}

/** Where each kind of thing is kept, and the column of `payment_items` that names it. */
const places = {
  cage_booking: { table: 'bookings', reference: 'booking_id' },
  lesson: { table: 'coach_bookings', reference: 'coach_booking_id' },
  class_session: { table: 'class_registrations', reference: 'class_registration_id' },
  camp: { table: 'camp_registrations', reference: 'camp_registration_id' },
} as const

/** The places are free for others at once. */
async function cancelAll(tx: Tx, upcoming: readonly Upcoming[]): Promise<void> {
  for (const [kind, { table }] of Object.entries(places)) {
    const ids = upcoming.filter((thing) => thing.kind === kind).map(({ id }) => id)
    if (ids.length === 0) continue
    await sql`update ${sql.table(table)} set status = 'canceled' where id = any(${ids}::uuid[])`.execute(tx)
  }
}

/**
 * Gives back in full what was paid for the canceled things: to the cards, and by hand what was paid at the desk. The admin
 * is shown how much before the deletion.
 *
 * @returns cents that go back to cards.
 */
async function refundAll(
  tx: Tx,
  upcoming: readonly Upcoming[],
  requestedBy: string,
  now: Date,
): Promise<number> {
  let cents = 0
  for (const { kind, id } of upcoming) {
    if (kind === 'membership' || kind === 'payment') continue
    const item = { [places[kind].reference]: id }
    cents += (await refundItem(tx, { item, cents: null, reason: 'staff', now, requestedBy })).card
  }
  return cents
}

/**
 * Takes the person out of what stays. Guests' rows with the same address are not the account's. Messages that wait
 * to be sent must not follow someone who has left.
 */
async function forgetPerson(tx: Tx, { id, email }: AccountOwner): Promise<void> {
  await tx
    .updateTable('payment_transactions')
    .set({ customer_name: DELETED_USER, customer_email: null })
    .where('user_id', '=', id)
    .execute()
  // A checkout keeps its buyer's id, so that a late payment is recognized as one of a deleted account.
  await sql`
    update checkout_holds
    set details = details || jsonb_build_object('buyer', jsonb_build_object(
      'userId', user_id, 'name', ${DELETED_USER}::text, 'email', null, 'phone', null
    ))
    where user_id = ${id} and details ? 'buyer'`.execute(tx)
  await tx.updateTable('coach_bookings').set({ customer_notes: null }).where('customer_id', '=', id).execute()
  await tx.deleteFrom('outbox').where('to_user_id', '=', id).execute()
  await tx.deleteFrom('auth_verifications').where('value', '=', id).execute()
  if (email !== null) {
    await tx.deleteFrom('pending_sign_ups').where('email', '=', email).execute()
    await forgetInvitations(tx, email)
  }
  await tx.deleteFrom('idempotency_keys').where('user_id', '=', id).execute()
}

/** Invitations to join someone as another adult, and the mails that carried them, which have no account. */
async function forgetInvitations(tx: Tx, email: string): Promise<void> {
  await tx
    .deleteFrom('outbox')
    .where('template', '=', 'family-invitation')
    .where('to_email', '=', email)
    .execute()
  await tx.deleteFrom('household_invitations').where('email', '=', email).execute()
}
