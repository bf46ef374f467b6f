/** What a coach may write about, and reads of whom it reaches: own sessions, names, no contacts (decision records 033, 070). */

import { sql } from 'kysely'
import type { Profile } from '../../../shared/contract/accounts/accounts.ts'
import type {
  CoachSession,
  ReminderPerson,
  RunRecipient,
} from '../../../shared/contract/messages/reminders.ts'
import { maskedPhone } from '../../../shared/domain/people/maskedPhone.ts'
import { addDays, facilityDay } from '../../../shared/domain/time/time.ts'
import type { Db } from '../../db/database.ts'
import type { ReminderAbout } from '../../db/tables/reminders.ts'
import { Refusal, refuse } from '../../refusal.ts'
import type { Moment } from './runs.ts'
import { findSessions, readSessions } from './sessions.ts'

/** A coach who writes. */
export interface WritingCoach {
  readonly id: string
  readonly userId: string
  /** Ends the messages. */
  readonly name: string
}

/** The coach that the account is; null for the desk and admins. Refused to a coach without a profile. */
export async function writingCoach(db: Db, { id, role }: Profile): Promise<WritingCoach | null | Refusal> {
  if (role !== 'coach') return null
  const coach = await db
    .selectFrom('coaches')
    .select(['id', 'name'])
    .where('user_id', '=', id)
    .executeTakeFirst()
  return coach ? { ...coach, userId: id } : refuse('coach_not_found')
}

/** Someone as a coach reads of them. Contacts of own clients stand with their lessons. */
export const named = <Person extends ReminderPerson>(person: Person): Person => ({
  ...person,
  email: null,
  phone: maskedPhone(person.phone),
})

/** A recipient as a coach reads of them: what a mail server says may have the address in it. */
export const namedRecipient = (recipient: RunRecipient): RunRecipient => ({
  ...named(recipient),
  error: recipient.error === null ? null : 'The mail could not be delivered.',
})

/** Whether a coach wrote this, about sessions that are all still the coach's. */
export async function isOwnRun(
  db: Db,
  runId: string,
  { id: ofCoach, userId }: WritingCoach,
  { zone }: Moment,
): Promise<boolean> {
  const run = await db
    .selectFrom('reminder_runs')
    .select(['about', 'about_id as id', 'also_ids as alsoIds'])
    .where('id', '=', runId)
    .where('created_by', '=', userId)
    .executeTakeFirst()
  return run !== undefined && !((await findSessions(db, { ...run, ofCoach }, zone)) instanceof Refusal)
}

const DAYS_AHEAD = 60
const MOST_SESSIONS = 60

/** A coach's sessions of classes that are not canceled, and camps that are not called off, from today on. */
export async function readCoachSessions(
  db: Db,
  { id: coachId }: WritingCoach,
  { now, zone }: Moment,
): Promise<CoachSession[]> {
  const today = facilityDay(now, zone)
  const last = addDays(today, DAYS_AHEAD)
  const [classes, camps] = await Promise.all([
    db
      .selectFrom('class_instances as session')
      .select(['session.id', registeredInClass])
      .where('session.coach_id', '=', coachId)
      .where('session.status', '=', 'active')
      .where('session.class_date', '>=', today)
      .where('session.class_date', '<=', last)
      .orderBy('session.class_date')
      .orderBy('session.start_time')
      .orderBy('session.id')
      .limit(MOST_SESSIONS)
      .execute(),
    db
      .selectFrom('camp_coaches as held')
      .innerJoin('camps', 'camps.id', 'held.camp_id')
      .select(['camps.id', registeredInCamp])
      .where('held.coach_id', '=', coachId)
      .where('camps.called_off_at', 'is', null)
      .where('camps.end_date', '>=', today)
      .where('camps.start_date', '<=', last)
      .orderBy('camps.start_date')
      .orderBy('camps.id')
      .limit(MOST_SESSIONS)
      .execute(),
  ])
  const read = async (about: ReminderAbout & CoachSession['about'], rows: typeof classes) => {
    const registered = new Map(rows.map((row) => [row.id, Number(row.registered)]))
    const sessions = await readSessions(db, about, [...registered.keys()], zone)
    return sessions.map(({ id, name, title, starts, ends }) => ({
      ...{ about, about_id: id, name, title },
      start_time: starts.toISOString(),
      end_time: ends.toISOString(),
      registered: registered.get(id) ?? 0,
    }))
  }
  const sessions = [...(await read('class', classes)), ...(await read('camp', camps))]
  return sessions
    .toSorted((one, other) => one.start_time.localeCompare(other.start_time))
    .slice(0, MOST_SESSIONS)
}

const registeredInClass = sql<string>`(
  select count(*) from class_registrations place
  where place.class_instance_id = session.id and place.status <> 'canceled'
)`.as('registered')

const registeredInCamp = sql<string>`(
  select count(*) from camp_registrations place where place.camp_id = camps.id and place.status <> 'canceled'
)`.as('registered')
