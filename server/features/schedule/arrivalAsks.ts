import { sql } from 'kysely'
import type { ArrivalAsk } from '../../../shared/contract/bookings/scheduleDay.ts'
import { dayBounds } from '../../../shared/domain/time/time.ts'
import type { Db } from '../../db/database.ts'
import { missingCareOf } from '../households/missingCare.ts'
import { unsignedOf } from '../waivers/queries.ts'

/**
 * What is to be asked at check-in of whoever comes to cages and lessons of a facility day; nobody of whom there is nothing.
 *
 * @param of a coach has it of their own lessons, and as `read-participant-care` only of today's.
 */
export async function readArrivalAsks(
  db: Db,
  day: string,
  of: { timeZone: string; now: Date; coach: string | null },
): Promise<ArrivalAsk[]> {
  const { start, end } = dayBounds(day, of.timeZone)
  const { coach, now } = of
  const { rows } = await sql<ArrivalAsk>`
    select * from (
      select e.source_id as booking_id, who.id as participant_id, who.name,
        case when exists (select from participant_adults adult where adult.participant_id = who.id)
          then ${missingCareOf('who.id')} else '{}' end as missing_care, has_medical_note(who.id) as has_note,
        case e.kind when 'lesson' then ${unsignedOf('who.id', 'lessons', now)}
          else ${unsignedOf('who.id', 'cages', now)} end as unsigned
      from booking_entries e join participants who on who.id = e.participant_id
      where e.starts_at >= ${start} and e.starts_at < ${end} and e.kind <> 'class' and e.status <> 'canceled'
        and (${coach}::uuid is null or (
          e.coach_id in (select id from coaches where user_id = ${coach})
          and coach_has_participant(${coach}::uuid, who.id, ${now.toISOString()}::timestamptz)
        ))
    ) ask
    where missing_care <> '{}' or has_note or unsigned <> '[]'
    order by name, booking_id`.execute(db)
  return rows
}
