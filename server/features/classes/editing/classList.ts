/** Classes as the back office reads them. */

import { type RawBuilder, sql } from 'kysely'
import type { PageQuery } from '../../../../shared/contract/page.ts'
import type { ClassSchedule } from '../../../../shared/contract/programs/classes.ts'
import type { ClassRow, ClassSlot, StaffClass } from '../../../../shared/contract/programs/staffClasses.ts'
import { dollarsFromDecimal } from '../../../../shared/domain/money/money.ts'
import { facilityDay, facilityWallTime } from '../../../../shared/domain/time/time.ts'
import type { Db } from '../../../db/database.ts'
import { keyId, keysetList, keyText, type Page } from '../../../db/keyset.ts'
import { hasWord, searchWords } from '../../../db/searchWords.ts'
import { Refusal } from '../../../refusal.ts'
import { avatarUrl } from '../../coaches/queries.ts'
import { type At, readLeftOut, todayOf } from './plannedClass.ts'

export type ClassesQuery = PageQuery & { readonly show: 'current' | 'ended' | 'all' }

const byName = keysetList('classes by name', [keyText('class.name'), keyId('class.id')], 'asc')

/** From Monday on: weeks start there (spec 3 §9). */
const scheduleLines = sql<ClassSchedule[]>`coalesce(
  (
    select json_agg(
      json_build_object(
        'day_of_week', day_of_week, 'start_time', to_char(start_time, 'HH24:MI'), 'end_time', to_char(end_time, 'HH24:MI')
      ) order by (day_of_week + 6) % 7, start_time
    )
    from class_schedules where class_id = class.id
  ),
  '[]'
)`

/** @returns a page of classes; `cursor_invalid` where the cursor is not of this list and query. */
export async function listStaffClasses(
  db: Db,
  query: ClassesQuery,
  at: At,
): Promise<Page<ClassRow> | Refusal> {
  const start = byName.open(query)
  if (start instanceof Refusal) return start
  const today = todayOf(at)
  const words = searchWords(query.search_query)
  const { sessionsToCome, nextSession, people } = sessionsOf(at)
  let rows = db
    .selectFrom('classes as class')
    .leftJoin('coaches as coach', 'coach.id', 'class.coach_id')
    .select(['class.id', 'class.name', 'class.age_group', 'class.price', 'class.max_spots'])
    .select(['class.start_date', 'class.end_date', 'coach.name as coach_name'])
    .select([
      scheduleLines.as('class_schedules'),
      sql<boolean>`class.end_date < ${today}`.as('has_ended'),
      sessionsToCome.as('sessions_left'),
      nextSession.as('next_session'),
      people.as('people'),
    ])
  if (query.show === 'current') rows = rows.where('class.end_date', '>=', today)
  if (query.show === 'ended') rows = rows.where('class.end_date', '<', today)
  if (words?.length === 0) rows = rows.where(sql<boolean>`false`)
  // A typed '8-10' is searched for as '810', as a part of a phone number would be.
  const ages = sql`regexp_replace(coalesce(class.age_group, ''), '\\D', '', 'g')`
  const text = sql`' ' || search_text(concat_ws(' ', class.name, class.age_group, coach.name)) || ' ' || ${ages} || ' '`
  for (const { people: anywhere } of words ?? []) rows = rows.where(hasWord(text, anywhere))
  const page = await byName.read(rows, start)
  return { ...page, items: page.items.map((row) => ({ ...row, price: dollarsFromDecimal(row.price) })) }
}

/** Of one class: the sessions that have not begun and are not canceled. */
function sessionsOf({ now, facility }: At) {
  const today = facilityDay(now, facility.time_zone)
  const wallTime = facilityWallTime(now, facility.time_zone)
  const toCome = sql`class_id = class.id and status = 'active'
    and (class_date, start_time) > (${today}::date, ${wallTime}::time)`
  const nextSession: RawBuilder<ClassSlot | null> = sql`(
    select json_build_object(
      'class_date', class_date, 'start_time', to_char(start_time, 'HH24:MI'), 'end_time', to_char(end_time, 'HH24:MI')
    )
    from class_instances where ${toCome} order by class_date, start_time limit 1
  )`
  return {
    sessionsToCome: sql<number>`(select count(*)::integer from class_instances where ${toCome})`,
    nextSession,
    people: sql<number>`(
      select coalesce(sum(class_session_seats_taken(id, ${now.toISOString()}::timestamptz)), 0)::integer
      from class_instances where ${toCome}
    )`,
  }
}

/** One class for the editor; null when there is none with this id. */
export async function findStaffClass(db: Db, id: string, at: At): Promise<StaffClass | null> {
  const [row, left_out] = await Promise.all([
    db
      .selectFrom('classes as class')
      .leftJoin('coaches as coach', 'coach.id', 'class.coach_id')
      .select(['class.id', 'class.name', 'class.description', 'class.coach_id', 'class.age_group'])
      .select(['class.min_age', 'class.max_age', 'class.what_to_bring'])
      .select(['class.price', 'class.max_spots', 'class.start_date', 'class.end_date'])
      .select(['class.cages_reserved', 'class.version as revision'])
      .select(['coach.name as coach_name', 'coach.profile_image_url', 'coach.is_active'])
      .select(scheduleLines.as('class_schedules'))
      .where('class.id', '=', id)
      .executeTakeFirst(),
    readLeftOut(db, id, todayOf(at)),
  ])
  if (!row) return null
  const { coach_name, profile_image_url, is_active, ...fields } = row
  const coach_profile =
    row.coach_id === null || coach_name === null
      ? null
      : {
          id: row.coach_id,
          full_name: coach_name,
          profile_image_url: avatarUrl(profile_image_url),
          is_active: is_active === true,
        }
  return { ...fields, price: dollarsFromDecimal(row.price), coach_profile, left_out }
}
