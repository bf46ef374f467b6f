import { sql } from 'kysely'
import type { StrandedBooking } from '../../../../shared/contract/lessons/coachHours.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { type Refusal, refuse } from '../../../refusal.ts'
import { DELETED_USER } from '../../accounts/bookedPerson.ts'
import { endExpiredHolds, takeLocks, workLock } from '../../places/occupancy.ts'

/** What takes a coach's time from now on, in facility time. A hold is a customer who is paying for a lesson. */
export interface Engagement extends Omit<StrandedBooking, 'kind'> {
  readonly kind: StrandedBooking['kind'] | 'hold'
}

/**
 * Takes the lock that every command takes which books the coach, so that nothing is booked between what is read and what is
 * written; then expired holds end.
 */
export async function lockWork(tx: Tx, coachId: string, now: Date): Promise<void> {
  await takeLocks(tx, [workLock(coachId)])
  await endExpiredHolds(tx, now)
}

/**
 * The lessons, classes, camps and open checkouts of a coach that are not over, soonest first.
 *
 * @param range null for all of them.
 */
export async function readEngagements(
  db: Db,
  coachId: string,
  now: Date,
  range: { readonly start: Date; readonly end: Date } | null,
): Promise<Engagement[]> {
  const within = range
    ? sql`and taken.during && tstzrange(${range.start.toISOString()}, ${range.end.toISOString()})`
    : sql``
  const { rows } = await sql<Engagement>`
    select
      coalesce(lesson.id, class.id, slot.id, taken.checkout_hold_id) as id,
      taken.kind,
      coalesce(participants.name, lesson.guest_name, customer.full_name, classes.name, camps.name, ${DELETED_USER}) as title,
      (lower(taken.during) at time zone facility.time_zone)::date as date,
      to_char(lower(taken.during) at time zone facility.time_zone, 'HH24:MI') as start_time,
      to_char(upper(taken.during) at time zone facility.time_zone, 'HH24:MI') as end_time,
      cages.name as cage_name
    from occupancy taken
    cross join facility
    left join coach_bookings lesson on lesson.id = taken.coach_booking_id
    left join participants on participants.id = lesson.participant_id
    left join profiles customer on customer.id = lesson.customer_id
    left join cages on cages.id = lesson.cage_id
    left join class_instances class on class.id = taken.class_instance_id
    left join classes on classes.id = class.class_id
    left join camp_timeslots slot on slot.id = taken.camp_timeslot_id
    left join camps on camps.id = slot.camp_id
    where taken.coach_id = ${coachId} and upper(taken.during) > ${now.toISOString()}::timestamptz
      and taken.kind in ('lesson', 'class', 'camp', 'hold') ${within}
    order by lower(taken.during), id`.execute(db)
  return rows
}

/**
 * Asks before bookings lose the hours around them. They stay booked; the caller confirms by naming exactly these.
 *
 * @returns null when there are none, or all of them and no others were confirmed.
 */
export function refuseStranded(
  stranded: readonly Engagement[],
  confirmed: readonly string[],
): Refusal | null {
  if (stranded.some(({ kind }) => kind === 'hold')) return refuse('checkout_open')
  const ids = new Set(stranded.map(({ id }) => id))
  const agreed = new Set(confirmed)
  if (ids.size === 0 || (ids.size === agreed.size && [...ids].every((id) => agreed.has(id)))) return null
  return refuse('bookings_stranded', { bookings: stranded })
}
