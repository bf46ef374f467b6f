import { sql } from 'kysely'
import type { OwnTime } from '../../../shared/contract/accounts/calendar.ts'
import type { TimeRange } from '../../../shared/domain/bookings/slots.ts'
import type { Db } from '../../db/database.ts'
import type { CalendarOwner } from '../households/calendarEntries.ts'
import { isOwnRow } from '../households/ownRows.ts'

interface Row {
  id: string
  kind: OwnTime['kind']
  cage_id: string
  start_time: Date
  end_time: Date
}

/** What the owner's household has of a day's cage time: bookings, those of the front desk included, and lessons. */
export async function readOwnTimes(
  db: Db,
  owner: CalendarOwner,
  { start, end }: TimeRange,
): Promise<OwnTime[]> {
  const { rows } = await sql<Row>`
    select id, kind, cage_id, start_time, end_time
    from (
      select b.id, 'booking' as kind, b.cage_id, b.start_time, b.end_time
      from bookings b where b.status <> 'canceled' and ${isOwnRow(owner, 'b', 'user_id')}
      union all
      select b.id, 'lesson', b.cage_id,
        facility_instant(b.lesson_date + b.start_time), facility_instant(b.lesson_date + b.end_time)
      from coach_bookings b
      where b.status <> 'canceled' and b.cage_id is not null and ${isOwnRow(owner, 'b', 'customer_id')}
    ) own
    where start_time < ${end.toISOString()}::timestamptz and end_time > ${start.toISOString()}::timestamptz
    order by start_time, id`.execute(db)
  return rows.map(({ start_time, end_time, ...row }) => ({
    ...row,
    start_time: start_time.toISOString(),
    end_time: end_time.toISOString(),
  }))
}
