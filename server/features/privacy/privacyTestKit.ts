import { sql } from 'kysely'
import { instantOf } from '../../../shared/domain/time/time.ts'
import type { Db } from '../../db/database.ts'
import { tuesday, ZONE } from '../../test/cageTime.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import type { TestApp } from '../../test/testApp.ts'
import { addCamp, addClass, addPayment, register, registerForCamp } from '../account/accountTestKit.ts'
import { post, someEmail } from '../accounts/accountsTestKit.ts'
import { addCoach } from '../coaches/coachTestKit.ts'
import { addChild } from '../households/householdTestKit.ts'
import { participantsOf } from '../households/ownRows.ts'
import { addSignature, addWaiver } from '../waivers/waiverTestKit.ts'

/** A table with personal data, and the columns that identify the person. */
export interface PersonalTable {
  readonly name: string
  /** Columns that reference an account, also of staff. */
  readonly accounts: readonly string[]
  readonly addresses: readonly string[]
  /** Columns that reference a participant. */
  readonly participants: readonly string[]
}

/** Read from the database, so that a new table cannot be forgotten. */
export async function personalTables(db: Db): Promise<PersonalTable[]> {
  const { rows } = await sql<PersonalTable>`
    select c.relname as name,
      coalesce(array_agg(a.attname::text) filter (where f.oid is not null or a.attname ~ '^user_id$'), '{}') as accounts,
      coalesce(array_agg(a.attname::text) filter (where a.attname ~ '(^|_)email$'), '{}') as addresses,
      coalesce(array_agg(a.attname::text) filter (where p.oid is not null), '{}') as participants
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_constraint f
      on f.conrelid = c.oid and f.contype = 'f' and f.confrelid = 'profiles'::regclass and f.conkey = array[a.attnum]
    left join pg_constraint p
      on p.conrelid = c.oid and p.contype = 'f' and p.confrelid = 'participants'::regclass and p.conkey = array[a.attnum]
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and (f.oid is not null or p.oid is not null or a.attname ~ '^user_id$|(^|_)(email|phone|phone_number|full_name|guest_name)$')
    group by c.relname
    order by c.relname`.execute(db)
  return rows
}

/** The rows of this person and their participants in a table, as text. */
export async function rowsOf(db: Db, table: PersonalTable, { id, email }: Person) {
  const mine = [
    ...table.accounts.map((column) => sql`${sql.ref(column)} = ${id}`),
    ...table.addresses.map((column) => sql`lower(${sql.ref(column)}) = ${email}`),
    ...table.participants.map((column) => sql`${sql.ref(column)} in (${participantsOf({ id })})`),
    ...(table.name === 'profiles' ? [sql`id = ${id}`] : []),
    ...(table.name === 'participants' ? [sql`id in (${participantsOf({ id })})`] : []),
  ]
  const { rows } = await sql<{ id: string | null }>`
    select to_jsonb(t) ->> 'id' as id from ${sql.table(table.name)} t where ${sql.join(mine, sql` or `)}`.execute(
    db,
  )
  return rows
}

/** Adds data of every kind for a person: past bookings are paid, upcoming ones are not. */
export async function addLife(
  app: TestApp,
  person: Person,
  { name, cage_id }: { name: string; cage_id: string },
): Promise<void> {
  const { db } = app
  const guest = { guest_name: name, guest_email: person.email.toUpperCase(), guest_phone: '(409) 555-0133' }
  await addCare(db, person, name)
  const past = (from: string, to: string) => ({
    cage_id,
    start_time: instantOf('2026-02-03', from, ZONE).toISOString(),
    end_time: instantOf('2026-02-03', to, ZONE).toISOString(),
    total_cost: '20.00',
  })
  const { id: booking_id } = await db
    .insertInto('bookings')
    .values({ user_id: person.id, status: 'paid', ...past('16:00', '16:30') })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: guest_booking_id } = await db
    .insertInto('bookings')
    .values({ ...guest, ...past('17:00', '17:30') })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addPrograms(db, person, guest)
  await addLessons(db, person, { cage_id, guest })
  await addPayments(db, person, { name, booking_id, guest_booking_id })
  await addInvitations(app, person)
  await addTalk(app, person, name)
}

/** A child with data for emergencies. */
async function addCare(db: Db, person: Person, name: string): Promise<void> {
  const participant_id = await addChild(db, [person], { name, birthDate: '2016-05-01' })
  await db
    .insertInto('participant_care')
    .values({
      participant_id,
      medical_note: `${name} has asthma.`,
      emergency_contacts: JSON.stringify([{ name, phone: '(409) 555-0133', relation: 'Aunt' }]),
    })
    .execute()
  await addSignature(db, { waiver: await addWaiver(db), participantId: participant_id, person, name })
}

/** An invitation sent, and one received. */
async function addInvitations(app: TestApp, person: Person): Promise<void> {
  const inviter = await addPerson(app)
  const invite = async (from: Person, email: string) => {
    const json = { email, participant_ids: [await addChild(app.db, [from], { name: 'Lee Example' })] }
    await app.request('/api/me/household-invitations', { json, cookie: from.cookie })
  }
  await invite(person, someEmail())
  await invite(inviter, person.email)
}

type Guest = { guest_name: string; guest_email: string; guest_phone: string }

async function addPrograms(db: Db, person: Person, guest: Guest): Promise<void> {
  const camp = (name: string) => addCamp(db, name, [[tuesday(10), '09:00', '12:00']])
  await registerForCamp(db, { camp_id: await camp('Spring Camp'), user_id: person.id })
  await db
    .insertInto('camp_registrations')
    .values({ camp_id: await camp('Fall Camp'), ...guest })
    .execute()
  const { sessions } = await addClass(db, 'Hitting', [tuesday(11), tuesday(12)])
  await register(db, { class_instance_id: sessions[0] ?? '', user_id: person.id })
  await register(db, { class_instance_id: sessions[1] ?? '', ...guest })
}

async function addLessons(db: Db, person: Person, { cage_id, guest }: { cage_id: string; guest: Guest }) {
  const coach = await addCoach(db)
  const hour = {
    coach_id: coach.id,
    cage_id,
    lesson_date: '2026-02-04',
    duration_minutes: 60,
    coach_rate: '50.00',
    cage_cost: '30.00',
  }
  await db
    .insertInto('coach_bookings')
    .values([
      {
        ...hour,
        customer_type: 'user',
        customer_id: person.id,
        customer_notes: `${guest.guest_name} bats left.`,
        start_time: '16:00',
        end_time: '17:00',
      },
      { ...hour, ...guest, customer_type: 'guest', start_time: '17:00', end_time: '18:00' },
    ])
    .execute()
}

async function addPayments(
  db: Db,
  person: Person,
  { name, booking_id, guest_booking_id }: { name: string; booking_id: string; guest_booking_id: string },
): Promise<void> {
  const paid = { customer_name: name, customer_email: person.email, payment_type: 'cage_booking' } as const
  const payment_transaction_id = await addPayment(db, { user_id: person.id, ...paid }, [{ booking_id }])
  await addPayment(db, paid, [{ booking_id: guest_booking_id }])
  await db
    .insertInto('payment_refunds')
    .values({ payment_transaction_id, amount: '5.00', reason: 'staff', requested_by: person.id })
    .execute()
  await db.insertInto('subscriptions').values({ user_id: person.id, status: 'canceled' }).execute()
  await db
    .insertInto('stripe_customers')
    .values({ user_id: person.id, stripe_customer_id: `cus_${person.id}` })
    .execute()
  const buyer = { userId: person.id, name, email: person.email, phone: null }
  await db
    .insertInto('checkout_holds')
    .values({
      user_id: person.id,
      purpose: 'cage_booking',
      status: 'completed',
      amount: '20.00',
      details: JSON.stringify({ sessions: [], buyer }),
      expires_at: new Date(),
    })
    .execute()
}

/** Messages, links, a calendar feed, an answered request. */
async function addTalk(app: TestApp, person: Person, name: string): Promise<void> {
  const { cookie, email } = person
  await app.db
    .insertInto('contact_messages')
    .values({ name, phone: '(409) 555-0133', email, subject: 'general', message: `From ${name}` })
    .execute()
  await app.db.insertInto('unsubscribes').values({ email }).execute()
  await post(app, '/request-password-reset', { email })
  await app.request('/api/me/calendar-feed', { method: 'POST', cookie })
  await app.request('/api/me/email-change', {
    json: { new_email: someEmail(), current_password: 'play-ball-2026' },
    cookie,
  })
  await app.request('/api/me/profile', {
    method: 'PATCH',
    json: { full_name: name, phone_number: '(409) 555-0133' },
    cookie,
    headers: { 'idempotency-key': `profile-${person.id}` },
  })
}
