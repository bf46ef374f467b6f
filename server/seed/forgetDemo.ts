import { sql } from 'kysely'
import { describeInAudit } from '../db/auditDescription.ts'
import {
  createDb,
  createPool,
  type Db,
  FOREIGN_KEY_VIOLATION,
  isDatabaseError,
  type Tx,
} from '../db/database.ts'
import { verifyPassword } from '../features/accounts/passwords/passwords.ts'
import { demoAccountIds, demoDomains, demoPassword } from './demo/people.ts'

/**
 * Fails where the demo's people are in the database, or an account whose password is the published one.
 *
 * @param url the database, which is migrated.
 */
export async function refuseDemo(url: string): Promise<void> {
  const db = createDb(createPool(url, 1))
  const isDemo = (await demoPeople(db)).length > 0 || (await withPublishedPassword(db)).length > 0
  await db.destroy()
  if (isDemo) {
    throw new Error(`This is a demo database: the password of its accounts is public, so production does not start on it.
To keep what you entered and remove the demo:
  npm run admin -- create you@example.com   (if you have no admin of your own yet)
  npm run admin -- forget-demo
To begin with an empty database instead, set another DATABASE_URL or DATA_DIR.`)
  }
}

/** What `forgetDemo` removed, and by name what it kept because people had changed or used it. */
export interface ForgottenDemo {
  readonly people: number
  readonly kept: readonly string[]
  /** Pictures of the coaches that were removed: their files are the caller's to delete. */
  readonly pictures: readonly string[]
}

/**
 * Removes the demo's people with all that is theirs, and its bookings, payments, classes, camps, coaches and cages. Of the
 * last four it keeps what was changed since, or what someone else's booking refers to. An account of the demo that took
 * an address of its own is its owner's: it is kept, without the published password.
 *
 * @returns null when no other admin would be left; then nothing was changed.
 */
export async function forgetDemo(tx: Tx): Promise<ForgottenDemo | null> {
  await describeInAudit(tx, 'The demo was removed.')
  const people = await demoPeople(tx)
  const admins = tx
    .selectFrom('profiles')
    .select('id')
    .where('role', '=', 'admin')
    .where('email_verified', '=', true)
  const ownAdmin = people.length === 0 ? admins : admins.where('id', 'not in', people)
  if (!(await ownAdmin.limit(1).executeTakeFirst())) return null
  for (const id of await withPublishedPassword(tx)) {
    await tx.deleteFrom('auth_accounts').where('user_id', '=', id).execute()
    await tx.deleteFrom('auth_sessions').where('user_id', '=', id).execute()
  }
  await forgetMoney(tx, people)
  for (const [table, holder] of held) {
    const ofPeople = holder ? sql`or ${sql.ref(holder)} = any(${people}::uuid[])` : sql``
    await sql`delete from ${sql.table(table)} where ${isOfDemo('id')} ${ofPeople}`.execute(tx)
  }
  const { kept, pictures } = await forgetCatalog(tx)
  await sql`delete from goods where ${isOfDemo('id')}`.execute(tx)
  await forgetWaiver(tx)
  await sql`delete from idempotency_keys where user_id = any(${people}::uuid[])`.execute(tx)
  await sql`delete from auth_verifications where value = any(${people}::text[])`.execute(tx)
  await sql`delete from participants where ${isOfDemo('id')}`.execute(tx)
  await sql`delete from profiles where id = any(${people}::uuid[])`.execute(tx)
  // The demo was open; its owner opens the doors once what is needed is there.
  await tx
    .updateTable('facility')
    .set({ opened_at: null, closed_at: null, closed_reason: '', checklist_dismissed: false })
    .execute()
  return { people: people.length, kept, pictures }
}

/** Ids of the demo are the only ones of version 8 (`demoId`). */
const isOfDemo = (column: string) => sql`substr(${sql.ref(column)}::text, 15, 1) = '8'`

async function demoPeople(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('profiles')
    .select('id')
    .where(sql<boolean>`split_part(email, '@', 2) = any(${[...demoDomains]}::text[])`)
    .execute()
  return rows.map(({ id }) => id)
}

/** Accounts of the demo that have another address by now, and still the password of the README. */
async function withPublishedPassword(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('profiles')
    .innerJoin('auth_accounts', 'auth_accounts.user_id', 'profiles.id')
    .select(['profiles.id', 'password'])
    .where('profiles.id', 'in', demoAccountIds)
    .where(sql<boolean>`split_part(email, '@', 2) <> all(${[...demoDomains]}::text[])`)
    .execute()
  const published = await Promise.all(
    rows.map(({ password }) => verifyPassword(demoPassword, password ?? '')),
  )
  return rows.flatMap(({ id }, index) => (published[index] ? [id] : []))
}

/** What belongs to a person of the demo whatever its own id, with the column that names the person. */
const held = [
  ['bookings', 'user_id'],
  ['coach_bookings', 'customer_id'],
  ['class_registrations', 'user_id'],
  ['camp_registrations', 'user_id'],
  ['subscriptions', 'user_id'],
  ['checkout_holds', 'user_id'],
  ['outbox', 'to_user_id'],
  ['contact_messages', null],
  ['closures', null],
] as const

/** Payments of the demo, of its people, and by hand for what its guests booked. */
async function forgetMoney(tx: Tx, people: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from payment_transactions payment
    where ${isOfDemo('id')} or user_id = any(${people}::uuid[]) or user_id is null and exists (
      select from payment_items item where item.payment_transaction_id = payment.id and (
        ${isOfDemo('booking_id')} or ${isOfDemo('coach_booking_id')} or ${isOfDemo('camp_registration_id')}
      )
    )`.execute(tx)
  const payments = rows.map(({ id }) => id)
  // Their documents go with them; those that name them too.
  await sql`select set_config('dugout.forgetting_demo', 'yes', true)`.execute(tx)
  const { rows: sales } = await sql<{ id: string }>`
    select distinct sale_id as id from sale_lines where payment_transaction_id = any(${payments}::uuid[])`.execute(
    tx,
  )
  const documents = sales.map(({ id }) => id)
  for (const table of ['sale_tenders', 'sale_lines'])
    await sql`delete from ${sql.table(table)} where sale_id = any(${documents}::uuid[])`.execute(tx)
  await sql`delete from sales where id = any(${documents}::uuid[])`.execute(tx)
  for (const table of ['payment_refunds', 'payment_disputes', 'payment_items']) {
    await sql`delete from ${sql.table(table)} where payment_transaction_id = any(${payments}::uuid[])`.execute(
      tx,
    )
  }
  await sql`delete from payment_transactions where id = any(${payments}::uuid[])`.execute(tx)
}

/** The sample waiver, unless somebody has written a text of their own in its place, or has signed it. */
async function forgetWaiver(tx: Tx): Promise<void> {
  const untouched = sql`
    select id from waivers
    where ${isOfDemo('id')} and version = 1 and not exists (select from waiver_signatures where waiver_id = waivers.id)`
  await sql`delete from waiver_versions where waiver_id in (${untouched})`.execute(tx)
  await sql`delete from waivers where id in (${untouched})`.execute(tx)
}

/** Classes, camps, coaches and cages, in an order in which each may refer to those after it. */
async function forgetCatalog(tx: Tx): Promise<{ kept: string[]; pictures: string[] }> {
  const kept: string[] = []
  const pictures: string[] = []
  for (const table of ['classes', 'camps', 'coaches', 'cages'] as const) {
    const picture = table === 'coaches' ? sql`profile_image_url` : sql`null`
    const { rows } = await sql<{ id: string; name: string; picture: string | null; changed: boolean }>`
      select id, name, ${picture} as picture, exists (
        select from audit_log change join audit_log made using (table_name, record_id)
        where table_name = ${table} and record_id = item.id::text
          and made.action = 'INSERT' and change.action = 'UPDATE' and change.xid <> made.xid
      ) as changed
      from ${sql.table(table)} item where ${isOfDemo('id')} order by name`.execute(tx)
    for (const { id, name, picture: path, changed } of rows) {
      if (changed || !(await deleted(tx, table, id))) kept.push(name)
      else if (path !== null) pictures.push(path)
    }
  }
  return { kept, pictures }
}

/** Deletes one item of the catalog, unless a row that stays refers to it. */
async function deleted(
  tx: Tx,
  table: 'classes' | 'camps' | 'coaches' | 'cages',
  id: string,
): Promise<boolean> {
  await sql`savepoint demo_item`.execute(tx)
  try {
    if (table === 'classes') {
      await sql`
        delete from class_instances session where class_id = ${id} and ${isOfDemo('id')}
          and not exists (select from class_registrations where class_instance_id = session.id)`.execute(tx)
    }
    await sql`delete from ${sql.table(table)} where id = ${id}`.execute(tx)
    return true
  } catch (error) {
    if (!isDatabaseError(error, FOREIGN_KEY_VIOLATION)) throw error
    await sql`rollback to savepoint demo_item`.execute(tx)
    return false
  }
}
