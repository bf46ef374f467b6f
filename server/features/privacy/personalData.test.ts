import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addCoach } from '../coaches/coachTestKit.ts'
import { addLife, type PersonalTable, personalTables, rowsOf } from './privacyTestKit.ts'

const LEAVING = 'Zebulon Unmistakable'

/** Tables in the downloaded file. */
const told = [
  'audit_log',
  'auth_sessions',
  'bookings',
  'calendar_feeds',
  'camp_registrations',
  'checkout_holds',
  'class_registrations',
  'coach_bookings',
  'coach_calendar_feeds',
  'coaches',
  'contact_messages',
  'email_changes',
  'household_invitations',
  'outbox',
  'participant_adults',
  'participant_care',
  'participants',
  'payment_refunds',
  'payment_transactions',
  'profiles',
  'subscriptions',
  'unsubscribes',
  'waiver_signatures',
]

/** Tables that are not in the file, and why. */
const untold = {
  auth_accounts: 'the digest of the password',
  auth_two_factors: 'the keys of the second factor, encrypted',
  auth_used_codes: 'digests of codes, for 90 seconds',
  checkout_hold_seats: 'the seats of a checkout; the checkouts are told',
  closures: 'which admin closed a cage: the facility’s',
  closure_runs: 'which admin canceled what a closure hit: the facility’s',
  contact_replies: 'what staff replied; told beside the message that it answers',
  email_template_versions: 'which admin saved a text: the facility’s',
  development_mailbox: 'never in production',
  drawer_moves: 'which of the staff took money at the desk; the payments are told',
  drawer_shifts: 'which of the staff opened and closed a drawer: the facility’s',
  facility: 'the facility’s own address',
  public_texts: 'which admin published a text: the facility’s',
  pending_sign_ups: 'what someone entered with this address, for a week; perhaps not the person',
  idempotency_keys: 'answers that were given already, for a day',
  imports: 'which admin imported a file, and had it taken or undone: the facility’s',
  membership_changes: 'what staff asked for of a membership, and why; the reason goes with the account',
  person_merges: 'which admin merged two records, and the address of the one that went; for a day',
  person_notes: 'what staff wrote, which may name others; given out by the facility (docs/privacy.md)',
  profile_invitations: 'which of the staff made a link to a profile, and whose account took it over',
  person_unpaid_limits: 'the facility’s terms for one person',
  people_index: 'a copy of names, for the search of staff; goes with its rows',
  reminder_runs: 'which of the staff reminded or wrote to everybody of a session: the facility’s',
  waiver_handovers: 'which of the staff handed a signing over; a link for a day',
  waiver_versions: 'which admin published a waiver: the facility’s',
  sales: 'which of the staff sold or gave back; the payments are told',
  stripe_customers: 'the name of the account at the payment provider',
}

/** Where the name or address of a deleted account remains; docs/operations.md explains why. */
const remains = [
  'bookings: 1',
  'camp_registrations: 1',
  'class_registrations: 1',
  'coach_bookings: 1',
  'contact_messages: 1',
  // The confirmation of the deletion.
  'outbox: 1',
  // A guest's.
  'payment_transactions: 1',
  // The search's copy of those guests.
  'people_index: 1',
  'unsubscribes: 1',
  // What was signed is kept for the years that its waiver says (docs/privacy.md).
  'waiver_signatures: 1',
]

let app: TestApp
let tables: PersonalTable[]
let cages: string[]
beforeAll(async () => {
  app = await startTestApp()
  cages = await addCages(app.db, 2)
  tables = await personalTables(app.db)
})
afterAll(() => app.close())

const fileOf = async ({ cookie }: Person) => (await app.request('/api/me/data', { cookie })).text()

test('every table with personal data is listed here', () => {
  expect(tables.map(({ name }) => name)).toEqual([...told, ...Object.keys(untold)].sort())
})

test('download-my-data has every row of the person', async () => {
  const person = await addPerson(app, { role: 'coach' })
  await addLife(app, person, { name: 'Pat Example', cage_id: cages[0] ?? '' })
  await addCoach(app.db, { person, email: person.email })
  await app.request('/api/coach/calendar-feed', { method: 'POST', cookie: person.cookie })
  const file = await fileOf(person)
  for (const table of tables.filter(({ name }) => told.includes(name) && name !== 'audit_log')) {
    const rows = await rowsOf(app.db, table, person)
    expect(rows, table.name).not.toEqual([])
    for (const { id } of rows) {
      if (id !== null && table.name !== 'unsubscribes') expect(file, table.name).toContain(id)
    }
  }
  const { acts, calendar_address_made_at, coach_calendar_address_made_at, consents, profile } = JSON.parse(
    file,
  ) as Record<string, object>
  expect(file).toContain('Pat Example has asthma.')
  expect(acts).toContainEqual(expect.objectContaining({ table_name: 'profiles', action: 'UPDATE' }))
  expect([calendar_address_made_at, coach_calendar_address_made_at, consents, profile]).toEqual([
    expect.any(String),
    expect.any(String),
    expect.objectContaining({ unsubscribed_at: expect.any(String) }),
    expect.objectContaining({ email_asked_for: expect.any(String) }),
  ])
  expect(file).not.toMatch(/token|argon2|stripe|cus_/i)
})

test('delete-my-account leaves the person’s name and address only where docs/operations.md says so', async () => {
  const person = await addPerson(app, { name: LEAVING })
  await addLife(app, person, { name: LEAVING, cage_id: cages[1] ?? '' })
  const before = new Date()
  const deleted = await app.request('/api/me/deletion', {
    json: { current_password: 'play-ball-2026', confirmation: 'DELETE' },
    cookie: person.cookie,
  })
  expect([deleted.status, await deleted.text()]).toEqual([200, '{"deleted":true}'])
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'development_mailbox'
    order by relname`.execute(app.db)
  const naming: string[] = []
  for (const { name } of rows) {
    const left = await namingRows(name, person.email)
    // Earlier entries stay, because the log cannot be changed.
    const fresh = left.filter(({ at }) => name !== 'audit_log' || new Date(at ?? 0) > before)
    if (fresh.length > 0) naming.push(`${name}: ${fresh.length}`)
  }
  expect(naming).toEqual(remains)
})

async function namingRows(table: string, email: string) {
  const { rows } = await sql<{ at: string | null }>`
    select to_jsonb(t) ->> 'created_at' as at from ${sql.table(table)} t
    where to_jsonb(t)::text ilike any (array[${`%${email}%`}, ${`%${LEAVING}%`}])`.execute(app.db)
  return rows
}
