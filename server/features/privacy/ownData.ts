import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { findFeed } from '../calendar/feeds.ts'
import { kindOf } from '../messages/compose.ts'

/** A row as it goes into the file; instants become ISO 8601 when it is written. */
type Row = Record<string, unknown>

const PERSON_COLUMNS = ['cages.name as cage', 'start_time', 'end_time', 'status', 'payment_method'] as const

/**
 * Everything that is kept of one person, guest rows with their confirmed address included. Of other people there is
 * only the name of a coach; of secrets there is none. Amounts are dollars as text.
 */
export async function readOwnData(db: Db, owner: { id: string; email: string }, now: Date) {
  const [
    profile,
    bookings,
    lessons,
    classes,
    camps,
    payments,
    memberships,
    devices,
    messages,
    contact,
    feed,
  ] = await Promise.all([
    readProfile(db, owner),
    readBookings(db, owner),
    readLessons(db, owner),
    readClasses(db, owner),
    readCamps(db, owner),
    readPayments(db, owner),
    readMemberships(db, owner),
    readDevices(db, owner),
    readMessages(db, owner),
    readContactMessages(db, owner),
    findFeed(db, owner.id),
  ])
  const { terms_accepted_at, marketing_opt_in, unsubscribed_at, ...person } = profile
  return {
    made_at: now,
    profile: person,
    consents: { terms_accepted_at, newsletter: marketing_opt_in && !unsubscribed_at, unsubscribed_at },
    cage_bookings: bookings,
    lessons,
    class_registrations: classes,
    camp_registrations: camps,
    payments,
    memberships,
    devices,
    calendar_address_made_at: feed,
    messages_from_us: messages,
    messages_to_us: contact,
  }
}

interface Owner {
  readonly id: string
  readonly email: string
}

const readProfile = (db: Db, { id, email }: Owner) =>
  db
    .selectFrom('profiles')
    .leftJoin('unsubscribes', 'unsubscribes.email', 'profiles.email')
    .leftJoin('email_changes', (join) =>
      join.onRef('email_changes.user_id', '=', 'profiles.id').on('completed_at', 'is', null),
    )
    .select(['profiles.id', 'full_name', 'profiles.email', 'phone_number', 'role', 'profiles.created_at'])
    .select(['profiles.updated_at', 'email_changes.new_email as email_asked_for'])
    .select(['terms_accepted_at', 'marketing_opt_in', 'unsubscribes.created_at as unsubscribed_at'])
    .where('profiles.id', '=', id)
    .where('profiles.email', '=', email)
    .executeTakeFirstOrThrow()

async function readBookings(db: Db, { id, email }: Owner): Promise<Row[]> {
  const money = ['total_cost', 'discount', 'admin_notes as notes', 'canceled_at'] as const
  const [own, asGuest] = await Promise.all([
    db
      .selectFrom('bookings')
      .innerJoin('cages', 'cages.id', 'bookings.cage_id')
      .select(['bookings.id', 'bookings.created_at', ...PERSON_COLUMNS, ...money])
      .where('user_id', '=', id)
      .orderBy('start_time')
      .execute(),
    db
      .selectFrom('guest_bookings')
      .innerJoin('cages', 'cages.id', 'guest_bookings.cage_id')
      .select(['guest_bookings.id', 'guest_bookings.created_at', ...PERSON_COLUMNS, ...money])
      .select(['guest_name', 'guest_phone', 'guest_email'])
      .where(sql<string>`lower(guest_email)`, '=', email)
      .orderBy('start_time')
      .execute(),
  ])
  return [...own, ...asGuest]
}

const readLessons = (db: Db, { id, email }: Owner): Promise<Row[]> =>
  db
    .selectFrom('coach_bookings')
    .innerJoin('cages', 'cages.id', 'coach_bookings.cage_id')
    .innerJoin('coaches', 'coaches.id', 'coach_bookings.coach_id')
    .select(['coach_bookings.id', 'coaches.name as coach', 'cages.name as cage', 'lesson_date', 'start_time'])
    .select(['end_time', 'status', 'payment_status', 'payment_method', 'total_cost', 'customer_notes'])
    .select(['admin_notes as notes', 'guest_name', 'guest_phone', 'guest_email'])
    .select(['coach_bookings.created_at', 'canceled_at'])
    .where(({ or, eb }) => or([eb('customer_id', '=', id), eb(sql`lower(guest_email)`, '=', email)]))
    .orderBy('lesson_date')
    .execute()

const readClasses = (db: Db, { id, email }: Owner): Promise<Row[]> =>
  db
    .selectFrom('class_registrations as registration')
    .innerJoin('class_instances', 'class_instances.id', 'registration.class_instance_id')
    .innerJoin('classes', 'classes.id', 'class_instances.class_id')
    .select(['registration.id', 'classes.name as class', 'class_date', 'start_time', 'end_time'])
    .select(['registration.status', 'total_cost', 'guest_name', 'guest_phone', 'guest_email'])
    .select(['registration.created_at', 'canceled_at'])
    .where(({ or, eb }) => or([eb('user_id', '=', id), eb(sql`lower(guest_email)`, '=', email)]))
    .orderBy('class_date')
    .execute()

async function readCamps(db: Db, { id, email }: Owner): Promise<Row[]> {
  const columns = [
    'camps.name as camp',
    'start_date',
    'end_date',
    'status',
    'total_cost',
    'canceled_at',
  ] as const
  const [own, asGuest] = await Promise.all([
    db
      .selectFrom('camp_registrations as registration')
      .innerJoin('camps', 'camps.id', 'registration.camp_id')
      .select(['registration.id', 'registration.created_at', ...columns])
      .where('user_id', '=', id)
      .orderBy('start_date')
      .execute(),
    db
      .selectFrom('guest_camp_registrations as registration')
      .innerJoin('camps', 'camps.id', 'registration.camp_id')
      .select(['registration.id', 'registration.created_at', ...columns])
      .select(['guest_name', 'guest_phone', 'guest_email'])
      .where(sql<string>`lower(guest_email)`, '=', email)
      .orderBy('start_date')
      .execute(),
  ])
  return [...own, ...asGuest]
}

const readPayments = (db: Db, { id }: Owner): Promise<Row[]> =>
  db
    .selectFrom('payment_transactions')
    .select(['id', 'payment_type', 'payment_description', 'description', 'total_amount', 'refunded_amount'])
    .select(['currency', 'payment_method', 'card_brand', 'card_last4', 'status', 'receipt_url'])
    .select(['customer_name', 'customer_email', 'payment_date', 'created_at'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute()

const readMemberships = (db: Db, { id }: Owner): Promise<Row[]> =>
  db
    .selectFrom('subscriptions')
    .select(['id', 'status', 'cancel_at_period_end', 'current_period_start', 'current_period_end'])
    .select(['created_at', 'canceled_at'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute()

const readDevices = (db: Db, { id }: Owner): Promise<Row[]> =>
  db
    .selectFrom('auth_sessions')
    .select(['id', 'user_agent', 'ip_address', 'created_at as signed_in_at', 'last_used_at', 'expires_at'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute()

/** What was sent and when. The texts repeat what stands above, and some have links that open an account. */
async function readMessages(db: Db, { id }: Owner): Promise<Row[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['template', 'to_email', 'status', 'created_at', 'sent_at'])
    .where('to_user_id', '=', id)
    .orderBy('created_at')
    .execute()
  return rows.map(({ template, ...row }) => ({ about: kindOf(template)?.description ?? template, ...row }))
}

const readContactMessages = (db: Db, { email }: Owner): Promise<Row[]> =>
  db
    .selectFrom('contact_messages')
    .select(['name', 'phone', 'email', 'subject', 'message', 'created_at'])
    .where(sql<string>`lower(email)`, '=', email)
    .orderBy('created_at')
    .execute()
