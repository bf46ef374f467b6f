/** The sessions of a class as staff see them. */

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { PageQuery } from '../../../shared/contract/page.ts'
import type { AdminClassInstance } from '../../../shared/contract/programs/classSessions.ts'
import { facilityDay, facilityWallTime } from '../../../shared/domain/time/time.ts'
import type { Db } from '../../db/database.ts'
import { keyDay, keysetList, keyTime, type Page } from '../../db/keyset.ts'
import { Refusal, refuse } from '../../refusal.ts'

type SessionQuery = Omit<PageQuery, 'search_query'> & { readonly when: 'upcoming' | 'past' }

/** A class has one session at a time: its start is unique. */
const start = [keyDay('session.class_date'), keyTime('session.start_time')]
const lists = {
  upcoming: keysetList('sessions to come', start, 'asc'),
  past: keysetList('sessions that are over', start, 'desc'),
} as const

/**
 * A page of the sessions of a class: those that are not over, soonest first, or those that are, latest first.
 *
 * @returns `class_not_found`; `cursor_invalid` where the cursor is not of this list.
 */
export async function listSessions(
  db: Db,
  classId: string,
  query: SessionQuery,
  at: { now: Date; zone: string },
): Promise<Page<AdminClassInstance> | Refusal> {
  const { when } = query
  const list = lists[when]
  // The cursor is only of this class.
  const from = list.open({ ...query, search_query: classId.toLowerCase() })
  if (from instanceof Refusal) return from
  const found = await db.selectFrom('classes').select('id').where('id', '=', classId).executeTakeFirst()
  if (!found) return refuse('class_not_found')
  const isOver = over(at)
  const rows = sessionRows(db, at.now)
    .where('session.class_id', '=', classId)
    .where(when === 'past' ? isOver : sql<boolean>`not ${isOver}`)
  const page = await list.read(rows, from)
  return { ...page, items: page.items.map(adminInstance) }
}

/** One session; undefined when there is none with this id. */
export const findSession = (db: Db, id: string, now: Date) =>
  sessionRows(db, now)
    .select(['session.class_id', 'class.name as class_name', 'class.price'])
    .where('session.id', '=', id)
    .executeTakeFirst()

/** On the facility's clock, so that the index on the days serves it. */
function over({ now, zone }: { now: Date; zone: string }): RawBuilder<SqlBool> {
  const [today, time] = [facilityDay(now, zone), facilityWallTime(now, zone)]
  return sql<SqlBool>`(session.class_date, session.end_time) <= (${today}::date, ${time}::time)`
}

const sessionRows = (db: Db, now: Date) =>
  db
    .selectFrom('class_instances as session')
    .innerJoin('classes as class', 'class.id', 'session.class_id')
    .leftJoin('coaches as coach', 'coach.id', 'session.coach_id')
    .select(['session.id', 'session.class_date', 'session.start_time', 'session.end_time', 'session.status'])
    .select(['class.max_spots', 'coach.name as coach_name'])
    .select(
      sql<number>`greatest(
        class.max_spots - class_session_seats_taken(session.id, ${now.toISOString()}::timestamptz), 0
      )`.as('spots_left'),
    )
    .select(openCheckouts(now).as('held'))
    .select(
      sql<string[]>`array(
        select cage.name from class_instance_cages taken join cages cage on cage.id = taken.cage_id
        where taken.class_instance_id = session.id order by cage.name
      )`.as('cages'),
    )
    .select(
      sql<AdminClassInstance['class_registrations']>`(
        select coalesce(json_agg(json_build_object(
          'id', seat.id, 'status', case seat.status when 'paid' then 'paid' else 'unpaid' end,
          'attendance', seat.attendance
        ) order by seat.created_at, seat.id), '[]')
        from class_registrations seat
        where seat.class_instance_id = session.id and seat.status <> 'canceled'
      )`.as('class_registrations'),
    )

/** How many seats of `session` are held by card checkouts that are open now, as an SQL expression. */
export const openCheckouts = (now: Date): RawBuilder<number> => sql<number>`(
  select count(*)::integer from checkout_hold_seats held
  join checkout_holds hold on hold.id = held.checkout_hold_id
  where held.class_instance_id = session.id and hold.status = 'held'
    and hold.expires_at > ${now.toISOString()}::timestamptz
)`

type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>

/** The database's `HH:mm:ss` as the wire's `HH:mm`. */
export const adminInstance = <Row extends Pick<SessionRow, 'start_time' | 'end_time'>>(row: Row): Row => ({
  ...row,
  start_time: row.start_time.slice(0, 5),
  end_time: row.end_time.slice(0, 5),
})
