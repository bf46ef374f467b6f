import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { findFeed } from '../calendar/feeds.ts'
import { isOwnRow, participantsOf } from '../households/ownRows.ts'
import { participantOf } from '../households/participation.ts'
import { kindOf } from '../messages/compose.ts'
import { type Owner, type Row, readCheckouts, readMemberships, readPayments } from './ownMoney.ts'

const PERSON_COLUMNS = ['cages.name as cage', 'start_time', 'end_time', 'status', 'payment_method'] as const

/**
 * All stored data of one person and of the participants for whom they are an adult. Of other people it contains
 * only the names of coaches, and it contains no secrets. Amounts are dollars as text.
 */
export async function readOwnData(db: Db, owner: Owner, now: Date) {
  const [
    profile,
    family,
    invitations,
    waivers,
    bookings,
    lessons,
    classes,
    camps,
    payments,
    checkouts,
    memberships,
    devices,
    messages,
    contact,
    coach,
    acts,
    feed,
    coachFeed,
  ] = await Promise.all([
    readProfile(db, owner),
    readFamily(db, owner),
    readInvitations(db, owner),
    readWaivers(db, owner),
    readBookings(db, owner),
    readLessons(db, owner),
    readClasses(db, owner),
    readCamps(db, owner),
    readPayments(db, owner),
    readCheckouts(db, owner),
    readMemberships(db, owner),
    readDevices(db, owner),
    readMessages(db, owner),
    readContactMessages(db, owner),
    readCoach(db, owner),
    readActs(db, owner),
    findFeed(db, 'calendar_feeds', owner.id),
    findFeed(db, 'coach_calendar_feeds', owner.id),
  ])
  const { terms_accepted_at, marketing_opt_in, unsubscribed_at, ...person } = profile
  return {
    made_at: now,
    profile: person,
    consents: { terms_accepted_at, newsletter: marketing_opt_in && !unsubscribed_at, unsubscribed_at },
    family,
    family_invitations: invitations,
    waivers,
    cage_bookings: bookings,
    lessons,
    class_registrations: classes,
    camp_registrations: camps,
    payments,
    checkouts,
    memberships,
    devices,
    calendar_address_made_at: feed,
    coach_calendar_address_made_at: coachFeed,
    messages_from_us: messages,
    messages_to_us: contact,
    coach_profile: coach ?? null,
    acts,
  }
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

/** Who takes part; null for the person. */
const nameOf = (owner: Owner, row: string) =>
  sql<string | null>`${participantOf(owner, row)} ->> 'name'`.as('participant')

/** The person as a participant, and their children with what is kept for emergencies. */
const readFamily = (db: Db, { id }: Owner): Promise<Row[]> =>
  db
    .selectFrom('participant_adults as own')
    .innerJoin('participants', 'participants.id', 'own.participant_id')
    .leftJoin('participant_care as care', 'care.participant_id', 'participants.id')
    .select(['participants.id', 'name', 'birth_date', 'positions', 'bats', 'throws', 'photo_consent'])
    .select(['guest_email', 'guest_phone', 'archived_at', 'participants.created_at'])
    .select(['own.is_told as told_of_bookings', 'own.created_at as adult_since'])
    .select(['medical_note', 'nothing_to_note', 'emergency_contacts', 'pickup_adults'])
    .where('own.user_id', '=', id)
    .orderBy('participants.created_at')
    .orderBy('participants.id')
    .execute()

/** Waivers that the person signed, or that were signed for someone of the family. */
const readWaivers = (db: Db, owner: Owner): Promise<Row[]> =>
  db
    .selectFrom('waiver_signatures as signature')
    .innerJoin('waivers', 'waivers.id', 'signature.waiver_id')
    .select(['signature.id', 'waivers.title', 'signature.version', 'participant_name', 'signer_name'])
    .select(['relation', 'how', 'drawing', 'hash', 'address_class', 'device', 'signed_at', 'kept_years'])
    .where(sql<boolean>`(signed_by = ${owner.id} or participant_id = any(array(${participantsOf(owner)})))`)
    .orderBy('signed_at')
    .orderBy('signature.id')
    .execute()

/** Invitations to look after someone, sent and received; those received without the people in them. */
const readInvitations = (db: Db, { id, email }: Owner): Promise<Row[]> =>
  db
    .selectFrom('household_invitations as invitation')
    .select(['id', 'email as to_email', 'created_at', 'expires_at', 'accepted_at', 'declined_at'])
    .select(({ eb }) => eb('invited_by', '=', id).as('sent_by_me'))
    .where(({ or, eb }) =>
      or([eb('invited_by', '=', id), eb('email', '=', email), eb('accepted_by', '=', id)]),
    )
    .orderBy('created_at')
    .execute()

async function readBookings(db: Db, owner: Owner): Promise<Row[]> {
  const money = ['total_cost', 'discount', 'admin_notes as notes', 'canceled_at'] as const
  const rows = await db
    .selectFrom('bookings')
    .innerJoin('cages', 'cages.id', 'bookings.cage_id')
    .select(['bookings.id', 'bookings.created_at', ...PERSON_COLUMNS, ...money])
    .select(['guest_name', 'guest_phone', 'guest_email'])
    .select(nameOf(owner, 'bookings'))
    .where(isOwnRow(owner, 'bookings', 'user_id'))
    .orderBy(sql`guest_name is not null`)
    .orderBy('start_time')
    .execute()
  return rows.map(({ guest_name, guest_phone, guest_email, ...row }) =>
    guest_name === null ? row : { ...row, guest_name, guest_phone, guest_email },
  )
}

const readLessons = (db: Db, owner: Owner): Promise<Row[]> =>
  db
    .selectFrom('coach_bookings')
    .innerJoin('cages', 'cages.id', 'coach_bookings.cage_id')
    .innerJoin('coaches', 'coaches.id', 'coach_bookings.coach_id')
    .select(['coach_bookings.id', 'coaches.name as coach', 'cages.name as cage', 'lesson_date', 'start_time'])
    .select(['end_time', 'status', 'payment_status', 'payment_method', 'total_cost', 'customer_notes'])
    .select(['coach_notes', 'admin_notes as notes', 'guest_name', 'guest_phone', 'guest_email'])
    .select(['coach_bookings.created_at', 'canceled_at'])
    .select(nameOf(owner, 'coach_bookings'))
    .where(isOwnRow(owner, 'coach_bookings', 'customer_id'))
    .orderBy('lesson_date')
    .execute()

const readClasses = (db: Db, owner: Owner): Promise<Row[]> =>
  db
    .selectFrom('class_registrations as registration')
    .innerJoin('class_instances', 'class_instances.id', 'registration.class_instance_id')
    .innerJoin('classes', 'classes.id', 'class_instances.class_id')
    .select(['registration.id', 'classes.name as class', 'class_date', 'start_time', 'end_time'])
    .select(['registration.status', 'total_cost', 'guest_name', 'guest_phone', 'guest_email'])
    .select(['registration.created_at', 'canceled_at'])
    .select(nameOf(owner, 'registration'))
    .where(isOwnRow(owner, 'registration', 'user_id'))
    .orderBy('class_date')
    .execute()

const readCamps = (db: Db, owner: Owner): Promise<Row[]> =>
  db
    .selectFrom('camp_registrations as registration')
    .innerJoin('camps', 'camps.id', 'registration.camp_id')
    .select(['registration.id', 'camps.name as camp', 'start_date', 'end_date', 'status', 'total_cost'])
    .select(['guest_name', 'guest_phone', 'guest_email', 'registration.created_at', 'canceled_at'])
    .select(nameOf(owner, 'registration'))
    .where(isOwnRow(owner, 'registration', 'user_id'))
    .orderBy('start_date')
    .execute()

const readDevices = (db: Db, { id }: Owner): Promise<Row[]> =>
  db
    .selectFrom('auth_sessions')
    .select(['id', 'user_agent', 'ip_address', 'created_at as signed_in_at', 'last_used_at', 'expires_at'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute()

/** Messages to the account or its address, without their texts, which repeat other data and can contain links with access to the account. */
async function readMessages(db: Db, { id, email }: Owner): Promise<Row[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'template', 'to_email', 'status', 'created_at', 'sent_at'])
    .where(({ or, and, eb }) =>
      or([eb('to_user_id', '=', id), and([eb('to_user_id', 'is', null), eb('to_email', '=', email)])]),
    )
    .orderBy('created_at')
    .execute()
  return rows.map(({ template, ...row }) => ({ about: kindOf(template)?.description ?? template, ...row }))
}

/** What the person wrote by the contact form, and what staff replied. */
const readContactMessages = (db: Db, { email }: Owner): Promise<Row[]> =>
  db
    .selectFrom('contact_messages')
    .select(['id', 'name', 'phone', 'email', 'subject', 'message', 'created_at'])
    .select(
      sql<unknown>`(
        select coalesce(json_agg(json_build_object('body', body, 'created_at', reply.created_at) order by reply.created_at), '[]')
        from contact_replies reply where contact_message_id = contact_messages.id
      )`.as('replies'),
    )
    .where(sql<string>`lower(email)`, '=', email)
    .orderBy('created_at')
    .execute()

/** The person's profile as a coach. */
const readCoach = (db: Db, { id }: Owner) =>
  db
    .selectFrom('coaches')
    .select(['id', 'name', 'email', 'phone_number', 'bio', 'specialties', 'hourly_rate'])
    .select(['profile_image_url', 'created_at'])
    .where('user_id', '=', id)
    .executeTakeFirst()

/** The person's entries in the audit log: time, action and device, without the changed data. */
const readActs = (db: Db, { id }: Owner): Promise<Row[]> =>
  db
    .selectFrom('audit_log')
    .select(['created_at', 'action', 'table_name', 'record_id', 'client_info as device'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute()
