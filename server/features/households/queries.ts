import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Participant, UpcomingOfParticipant } from '../../../shared/contract/accounts/households.ts'
import type { Db, Tx } from '../../db/database.ts'
import { missingCareOf } from './missingCare.ts'

/** Everybody for whom this account is an adult: the account itself first, then in the order in which they were added. */
export async function listParticipants(db: Db, userId: string): Promise<Participant[]> {
  const rows = await participantsFor(db, userId)
    .orderBy(sql`participant.user_id is null`)
    .orderBy('participant.created_at')
    .orderBy('participant.id')
    .execute()
  return rows.map((row) => shown(row, userId))
}

/** One of them. Fails for anybody else. */
export async function readParticipant(db: Db, userId: string, id: string): Promise<Participant> {
  return shown(
    await participantsFor(db, userId).where('participant.id', '=', id).executeTakeFirstOrThrow(),
    userId,
  )
}

const participantsFor = (db: Db, userId: string) =>
  db
    .selectFrom('participants as participant')
    .innerJoin('participant_adults as mine', 'mine.participant_id', 'participant.id')
    .where('mine.user_id', '=', userId)
    .select(['participant.id', 'participant.user_id', 'name', 'birth_date', 'positions', 'bats', 'throws'])
    .select(['photo_consent', 'archived_at', 'mine.joined'])
    .select((eb) => [
      missingCareOf('participant.id').as('missing_care'),
      eb
        .selectFrom('participant_care as care')
        .select('care.updated_at')
        .whereRef('care.participant_id', '=', 'participant.id')
        .as('care_said_at'),
    ])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('participant_adults as adult')
          .innerJoin('profiles', 'profiles.id', 'adult.user_id')
          .select(['adult.user_id', 'profiles.full_name', 'adult.is_told', 'adult.joined'])
          .whereRef('adult.participant_id', '=', 'participant.id')
          .orderBy('adult.joined'),
      ).as('adults'),
    )

type Row = Awaited<ReturnType<ReturnType<typeof participantsFor>['execute']>>[number]

function shown(
  { user_id, archived_at, care_said_at, adults, joined, ...row }: Row,
  userId: string,
): Participant {
  return {
    ...row,
    is_self: user_id !== null,
    care_said_at: care_said_at?.toISOString() ?? null,
    archived_at: archived_at?.toISOString() ?? null,
    adults: adults.map((adult) => ({
      user_id: adult.user_id,
      full_name: adult.full_name,
      is_me: adult.user_id === userId,
      is_told: adult.is_told,
      can_be_removed:
        user_id === null && adults.length > 1 && (adult.user_id === userId || joined < adult.joined),
    })),
  }
}

/**
 * Locks the open checkouts of an account that stops looking after someone: a trigger releases them. Call it before
 * participants are locked, because settling a payment locks its hold first.
 */
export const lockCheckouts = (tx: Tx, userId: string) =>
  tx
    .selectFrom('checkout_holds')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'held')
    .orderBy('id')
    .forUpdate()
    .execute()

/** A participant of this adult, locked until the transaction ends; undefined for anybody else. */
export const lockParticipant = (tx: Tx, userId: string, id: string) =>
  tx
    .selectFrom('participants as participant')
    .innerJoin('participant_adults as mine', 'mine.participant_id', 'participant.id')
    .select(['participant.id', 'participant.user_id', 'name', 'birth_date', 'archived_at', 'mine.joined'])
    .where('participant.id', '=', id)
    .where('mine.user_id', '=', userId)
    .forUpdate('participant')
    .executeTakeFirst()

/** What is booked for a participant and not over, by whoever booked it; soonest first. */
export async function readUpcomingOf(
  db: Db,
  participantId: string,
  now: Date,
): Promise<UpcomingOfParticipant[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await sql<Omit<UpcomingOfParticipant, 'starts_at'> & { starts_at: Date | null }>`
    select 'cage_booking' as kind, cages.name as title, booking.start_time as starts_at
    from bookings booking join cages on cages.id = booking.cage_id
    where booking.participant_id = ${participantId} and booking.status <> 'canceled' and booking.end_time > ${at}
    union all
    select 'lesson', 'Lesson with ' || coaches.name, facility_instant(lesson.lesson_date + lesson.start_time)
    from coach_bookings lesson join coaches on coaches.id = lesson.coach_id
    where lesson.participant_id = ${participantId} and lesson.status <> 'canceled'
      and facility_instant(lesson.lesson_date + lesson.end_time) > ${at}
    union all
    select 'class_session', classes.name, facility_instant(session.class_date + session.start_time)
    from class_registrations seat
    join class_instances session on session.id = seat.class_instance_id
    join classes on classes.id = session.class_id
    where seat.participant_id = ${participantId} and seat.status <> 'canceled' and session.status = 'active'
      and facility_instant(session.class_date + session.end_time) > ${at}
    union all
    select 'camp', camps.name, days.first
    from camp_registrations seat
    join camps on camps.id = seat.camp_id
    cross join lateral (
      select min(facility_instant(date + start_time)) as first, max(facility_instant(date + end_time)) as last
      from camp_timeslots where camp_id = camps.id
    ) days
    where seat.participant_id = ${participantId} and seat.status <> 'canceled'
      and coalesce(days.last, nearest_facility_instant((camps.end_date + 1)::timestamp)) > ${at}
    order by starts_at nulls last`.execute(db)
  return rows.map(({ starts_at, ...row }) => ({ ...row, starts_at: starts_at?.toISOString() ?? null }))
}
