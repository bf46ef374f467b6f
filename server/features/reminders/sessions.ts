/** What people are reminded of or written to about: a camp, a class session, a lesson or a cage booking. */

import { sql } from 'kysely'
import type { ErrorCode } from '../../../shared/contract/errors.ts'
import { reminderAbout } from '../../../shared/contract/messages/reminders.ts'
import { campDays, campStart } from '../../../shared/domain/programs/camps.ts'
import { dayBounds, facilityDay, instantOf } from '../../../shared/domain/time/time.ts'
import { formatDay, formatTimeRange } from '../../../shared/domain/time/timeFormat.ts'
import type { Db } from '../../db/database.ts'
import type { ReminderAbout } from '../../db/tables/reminders.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { goodToKnow, timeslotsOfCamp } from '../camps/queries.ts'
import { pleaseBring } from '../messages/templates/changes.ts'

/** One thing that people take part in, with what a mail says of it. */
export interface Session {
  readonly about: ReminderAbout
  readonly id: string
  /** Of a mail's line, e.g. 'Hitting Basics', 'Lesson with Casey Coach'. */
  readonly name: string
  /** The same with its day and time, as staff and messages name it. */
  readonly title: string
  readonly starts: Date
  readonly ends: Date
  /** It does not take place. */
  readonly isCanceled: boolean
  /** The days and times, as mails list them. */
  readonly times: readonly SessionTime[]
  /** A camp's own list, what to bring included; of a class what to bring. */
  readonly keyFeatures: readonly string[]
}

export interface SessionTime {
  /** As people read it, e.g. 'Tue, Nov 24'. */
  readonly day: string
  /** On the facility's clock, e.g. '9:00 AM–12:00 PM'; empty where only the day is known. */
  readonly time: string
  readonly cage?: string
}

const notFound = {
  camp: 'camp_not_found',
  class: 'class_session_not_found',
  lesson: 'lesson_not_found',
  booking: 'booking_not_found',
  guest_booking: 'booking_not_found',
} as const satisfies Record<ReminderAbout, ErrorCode>

/** What someone wants to write about. */
export interface Target {
  readonly about: ReminderAbout
  readonly id: string
  /** Further ones, of any kind. */
  readonly alsoIds: readonly string[]
  /** The coach who asks, for whom there are only own sessions; null for the desk and admins. */
  readonly ofCoach: string | null
}

/** The sessions of one message, in the order of their beginning. */
export type Sessions = readonly [Session, ...Session[]]

/** All that a target names, or the refusal that says what does not exist: for a coach also what is not the coach's own. */
export async function findSessions(
  db: Db,
  { about, id, alsoIds, ofCoach }: Target,
  zone: string,
): Promise<Sessions | Refusal> {
  const others = new Set(alsoIds.filter((other) => other !== id))
  const all = await existingSessions(db, { about, id, alsoIds: [...others] }, zone)
  const held = await Promise.all(
    all.map((one) => ofCoach === null || isHeldBy(db, ofCoach, one.about, one.id)),
  )
  const [first, ...more] = all.filter((_, index) => held[index])
  if (!first || ![first, ...more].some((one) => one.id === id)) return refuse(notFound[about])
  return more.length < others.size ? refuse('booking_not_found') : [first, ...more]
}

/** Those of what a target names that exist now, in the order of their beginning. */
export async function existingSessions(
  db: Db,
  { about, id, alsoIds }: Omit<Target, 'ofCoach'>,
  zone: string,
): Promise<Session[]> {
  const kinds = alsoIds.length > 0 ? reminderAbout.options : []
  const found = await Promise.all([
    readSessions(db, about, [id], zone),
    ...kinds.map((kind) => readSessions(db, kind, alsoIds, zone)),
  ])
  return found.flat().toSorted(byBeginning)
}

/** How staff read what a message is about, e.g. 'Cage 2, Tue, Nov 24, 4:00–5:00 PM and 2 more'. */
export const titleOf = ([{ title }, ...more]: Sessions): string =>
  more.length === 0 ? title : `${title} and ${more.length} more`

/** Whether a coach gives this lesson, teaches this session of a class, or is one of the camp's coaches. Cages have no coach. */
async function isHeldBy(db: Db, coachId: string, about: ReminderAbout, id: string): Promise<boolean> {
  const found = {
    lesson: () =>
      db.selectFrom('coach_bookings').select('id').where('id', '=', id).where('coach_id', '=', coachId),
    class: () =>
      db.selectFrom('class_instances').select('id').where('id', '=', id).where('coach_id', '=', coachId),
    camp: () =>
      db
        .selectFrom('camp_coaches')
        .select('camp_id as id')
        .where('camp_id', '=', id)
        .where('coach_id', '=', coachId),
  }
  if (about === 'booking' || about === 'guest_booking') return false
  return (await found[about]().executeTakeFirst()) !== undefined
}

/** The sessions of these ids that exist, in the order of their beginning. */
export async function readSessions(
  db: Db,
  about: ReminderAbout,
  ids: readonly string[],
  zone: string,
): Promise<Session[]> {
  if (ids.length === 0) return []
  const sessions = await readers[about](db, ids, zone)
  return sessions.toSorted(byBeginning)
}

const byBeginning = (one: Session, other: Session) => one.starts.getTime() - other.starts.getTime()

type Reader = (db: Db, ids: readonly string[], zone: string) => Promise<Session[]>

async function readCamps(db: Db, ids: readonly string[], zone: string): Promise<Session[]> {
  const camps = await db
    .selectFrom('camps')
    .select(['id', 'name', 'start_date', 'end_date', 'bullet_points', 'what_to_bring', 'called_off_at'])
    .select(timeslotsOfCamp.as('slots'))
    .where('id', '=', anyOf(ids))
    .execute()
  return camps.map(({ slots, ...camp }) => {
    const ends = slots.map(({ date, end_time }) => instantOf(date, end_time, zone, 'after').getTime())
    const days = campDays({ ...camp, camp_timeslots: slots })
    return {
      ...{ about: 'camp', id: camp.id, name: camp.name, keyFeatures: goodToKnow(camp) },
      title: `${camp.name}, ${days}`,
      starts: campStart({ ...camp, camp_timeslots: slots }, zone),
      ends: ends.length > 0 ? new Date(Math.max(...ends)) : dayBounds(camp.end_date, zone).end,
      isCanceled: camp.called_off_at !== null,
      times:
        slots.length > 0
          ? slots.map(({ date, start_time, end_time }) =>
              timeOf(
                instantOf(date, start_time, zone, 'after'),
                instantOf(date, end_time, zone, 'after'),
                zone,
              ),
            )
          : [{ day: days, time: '' }],
    }
  })
}

async function readClasses(db: Db, ids: readonly string[], zone: string): Promise<Session[]> {
  const sessions = await db
    .selectFrom('class_instances as session')
    .innerJoin('classes as class', 'class.id', 'session.class_id')
    .select(['session.id', 'class.name', 'session.class_date', 'session.start_time', 'session.end_time'])
    .select(['session.status', 'class.what_to_bring'])
    .where('session.id', '=', anyOf(ids))
    .execute()
  return sessions.map(({ id, name, class_date, start_time, end_time, status, what_to_bring }) => {
    const starts = instantOf(class_date, start_time, zone, 'after')
    const ends = instantOf(class_date, end_time, zone, 'after')
    const session = singleSession('class', id, name, { starts, ends }, zone)
    return { ...session, isCanceled: status === 'canceled', keyFeatures: pleaseBring(what_to_bring) }
  })
}

async function readLessons(db: Db, ids: readonly string[], zone: string): Promise<Session[]> {
  const lessons = await db
    .selectFrom('coach_bookings as lesson')
    .innerJoin('coaches', 'coaches.id', 'lesson.coach_id')
    .innerJoin('cages', 'cages.id', 'lesson.cage_id')
    .select(['lesson.id', 'coaches.name as coach', 'cages.name as cage', 'lesson.status'])
    .select(['lesson.lesson_date', 'lesson.start_time', 'lesson.end_time'])
    .where('lesson.id', '=', anyOf(ids))
    .execute()
  return lessons.map(({ id, coach, cage, lesson_date, start_time, end_time, status }) => {
    const starts = instantOf(lesson_date, start_time, zone, 'after')
    const ends = instantOf(lesson_date, end_time, zone, 'after')
    const session = singleSession('lesson', id, `Lesson with ${coach}`, { starts, ends, cage }, zone)
    return { ...session, isCanceled: status === 'canceled' }
  })
}

const readBookings =
  (about: 'booking' | 'guest_booking'): Reader =>
  async (db, ids, zone) => {
    const bookings = await db
      .selectFrom('bookings as booking')
      .innerJoin('cages', 'cages.id', 'booking.cage_id')
      .select(['booking.id', 'cages.name', 'start_time', 'end_time', 'status'])
      .where('booking.id', '=', anyOf(ids))
      .where('guest_name', about === 'guest_booking' ? 'is not' : 'is', null)
      .execute()
    return bookings.map(({ id, name, start_time: starts, end_time: ends, status }) => ({
      ...singleSession(about, id, name, { starts, ends }, zone),
      isCanceled: status === 'canceled',
    }))
  }

const readers: Readonly<Record<ReminderAbout, Reader>> = {
  camp: readCamps,
  class: readClasses,
  lesson: readLessons,
  booking: readBookings('booking'),
  guest_booking: readBookings('guest_booking'),
}

/** A session of a single time: a class session, lesson or booking; camps have several. */
function singleSession(
  about: ReminderAbout,
  id: string,
  name: string,
  { starts, ends, cage }: { starts: Date; ends: Date; cage?: string },
  zone: string,
): Omit<Session, 'isCanceled'> {
  const day = formatDay(facilityDay(starts, zone))
  return {
    ...{ about, id, name, starts, ends, keyFeatures: [] },
    title: `${name}, ${day}, ${formatTimeRange(starts, ends, zone)}`,
    times: [{ ...timeOf(starts, ends, zone), ...(cage && { cage }) }],
  }
}

const timeOf = (starts: Date, ends: Date, zone: string): SessionTime => ({
  day: formatDay(facilityDay(starts, zone)),
  time: formatTimeRange(starts, ends, zone),
})

const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`
