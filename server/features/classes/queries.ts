import { sql } from 'kysely'
import type {
  ClassCoach,
  ClassDetails,
  ClassInstance,
  ListedClass,
  OwnClassSeat,
  TrainingClass,
} from '../../../shared/contract/programs/classes.ts'
import { dollarsFromDecimal } from '../../../shared/domain/money/money.ts'
import type { Db } from '../../db/database.ts'
import { avatarUrl } from '../coaches/queries.ts'
import { isSelf } from '../households/ownRows.ts'

/** The classes that have not ended before a facility day, by name, each with coach and weekly schedule. */
export async function listClasses(db: Db, today: string, now: Date): Promise<ListedClass[]> {
  const [rows, schedules, sessions] = await Promise.all([
    classesWithCoach(db).where('class.end_date', '>=', today).execute(),
    schedulesOf(db)
      .where('class_id', 'in', (eb) =>
        eb.selectFrom('classes').select('classes.id').where('end_date', '>=', today),
      )
      .execute(),
    nextSessions(db, today, now),
  ])
  const weeks = Map.groupBy(schedules, ({ class_id }) => class_id)
  return rows.map((row) => ({
    ...classOf(row, weeks.get(row.id) ?? []),
    next_session: sessions.get(row.id) ?? null,
  }))
}

/** The first session of each class that has not started and has a free seat. */
async function nextSessions(db: Db, today: string, now: Date): Promise<Map<string, NextSession>> {
  const { rows } = await sql<NextSession & { class_id: string }>`
    select class.id as class_id, session.*
    from classes class
    cross join lateral (
      select instance.class_date, instance.start_time, instance.end_time,
        class.max_spots - class_session_seats_taken(instance.id, ${now.toISOString()}::timestamptz) as spots_left
      from class_instances instance
      where instance.class_id = class.id and instance.status = 'active' and instance.class_date >= ${today}
        and facility_instant(instance.class_date + instance.start_time) > ${now.toISOString()}::timestamptz
        and class_session_seats_taken(instance.id, ${now.toISOString()}::timestamptz) < class.max_spots
      order by instance.class_date, instance.start_time
      limit 1
    ) session
    where class.end_date >= ${today}`.execute(db)
  return new Map(rows.map(({ class_id, ...session }) => [class_id, { ...session, ...minuteTimes(session) }]))
}

/** One class, ended or not; null when there is none with this id. */
export async function findClass(db: Db, id: string): Promise<TrainingClass | null> {
  const [row, schedules] = await Promise.all([
    classesWithCoach(db).where('class.id', '=', id).executeTakeFirst(),
    schedulesOf(db).where('class_id', '=', id).execute(),
  ])
  return row ? classOf(row, schedules) : null
}

/** A class with all its sessions; null when it does not exist. */
export async function findClassDetails(db: Db, id: string, now: Date): Promise<ClassDetails | null> {
  const [found, instances] = await Promise.all([findClass(db, id), readInstances(db, id, now)])
  return found && { class: found, instances }
}

/** All sessions of a class by date, with the seats that are left at `now`; null when there is no class with this id. */
export async function listInstances(db: Db, classId: string, now: Date): Promise<ClassInstance[] | null> {
  const [row, instances] = await Promise.all([
    db.selectFrom('classes').select('id').where('id', '=', classId).executeTakeFirst(),
    readInstances(db, classId, now),
  ])
  return row ? instances : null
}

/**
 * The seats that an account itself has in the sessions of a class: what is registered, and what its open checkout holds.
 * Those of children are in `listHouseholdSeats`.
 */
export async function listOwnSeats(
  db: Db,
  person: { userId: string; classId: string; now: Date },
): Promise<OwnClassSeat[]> {
  const { userId, classId, now } = person
  return db
    .selectFrom('class_registrations as registration')
    .innerJoin('class_instances as instance', 'instance.id', 'registration.class_instance_id')
    .select('instance.id as class_instance_id')
    .select((eb) => eb.ref('registration.status').$castTo<OwnClassSeat['status']>().as('status'))
    .where('instance.class_id', '=', classId)
    .where(isSelf('registration', userId))
    .where('registration.status', '<>', 'canceled')
    .unionAll(
      db
        .selectFrom('checkout_hold_seats as seat')
        .innerJoin('checkout_holds as hold', 'hold.id', 'seat.checkout_hold_id')
        .innerJoin('class_instances as instance', 'instance.id', 'seat.class_instance_id')
        .select('instance.id as class_instance_id')
        .select(sql.lit<'held'>('held').as('status'))
        .where('instance.class_id', '=', classId)
        .where('hold.user_id', '=', userId)
        .where(isSelf('seat', userId))
        .where('hold.status', '=', 'held')
        .where('hold.expires_at', '>', now),
    )
    .execute()
}

const classesWithCoach = (db: Db) =>
  db
    .selectFrom('classes as class')
    .leftJoin('coaches as coach', 'coach.id', 'class.coach_id')
    .select(['class.id', 'class.name', 'class.description', 'class.coach_id', 'class.age_group'])
    .select(['class.min_age', 'class.max_age', 'class.what_to_bring'])
    .select(['class.price', 'class.max_spots', 'class.start_date', 'class.end_date'])
    .select(['coach.name as coach_name', 'coach.profile_image_url', 'coach.is_active'])
    .orderBy('class.name')
    .orderBy('class.id')

/** From Monday on: weeks start there (spec 1 §9). */
const schedulesOf = (db: Db) =>
  db
    .selectFrom('class_schedules')
    .select(['class_id', 'day_of_week', 'start_time', 'end_time'])
    .orderBy(sql`(day_of_week + 6) % 7`)
    .orderBy('start_time')

async function readInstances(db: Db, classId: string, now: Date): Promise<ClassInstance[]> {
  const rows = await db
    .selectFrom('class_instances as instance')
    .innerJoin('classes as class', 'class.id', 'instance.class_id')
    .select(['instance.id', 'instance.class_date', 'instance.status'])
    .select(['instance.start_time', 'instance.end_time'])
    .select(
      sql<number>`greatest(
        class.max_spots - class_session_seats_taken(instance.id, ${now.toISOString()}::timestamptz), 0
      )`.as('spots_left'),
    )
    .where('instance.class_id', '=', classId)
    .orderBy('instance.class_date')
    .orderBy('instance.start_time')
    .execute()
  return rows.map((row) => ({ ...row, ...minuteTimes(row) }))
}

type NextSession = NonNullable<ListedClass['next_session']>
type ClassRow = Awaited<ReturnType<ReturnType<typeof classesWithCoach>['execute']>>[number]
type ScheduleRow = Awaited<ReturnType<ReturnType<typeof schedulesOf>['execute']>>[number]

function classOf(row: ClassRow, schedules: readonly ScheduleRow[]): TrainingClass {
  const { coach_name, profile_image_url, is_active, ...fields } = row
  return {
    ...fields,
    price: dollarsFromDecimal(row.price),
    coach_profile: coachOf(row),
    class_schedules: schedules.map((schedule) => ({
      day_of_week: schedule.day_of_week,
      ...minuteTimes(schedule),
    })),
  }
}

function coachOf({ coach_id, coach_name, profile_image_url, is_active }: ClassRow): ClassCoach | null {
  if (coach_id === null || coach_name === null) return null
  return {
    id: coach_id,
    full_name: coach_name,
    profile_image_url: avatarUrl(profile_image_url),
    is_active: is_active === true,
  }
}

/** The database's `HH:mm:ss` as the wire's `HH:mm`. */
const minuteTimes = (row: { start_time: string; end_time: string }) => ({
  start_time: row.start_time.slice(0, 5),
  end_time: row.end_time.slice(0, 5),
})
