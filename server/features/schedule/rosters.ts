import { sql } from 'kysely'
import type { Roster, RosterSeat } from '../../../shared/contract/programs/rosters.ts'
import { centsFromDollars, dollarsFromCents } from '../../../shared/domain/money/money.ts'
import { instantOf } from '../../../shared/domain/time/time.ts'
import type { Db } from '../../db/database.ts'
import { DELETED_USER } from '../accounts/bookedPerson.ts'
import { missingCareOf } from '../households/missingCare.ts'
import { unsignedOf } from '../waivers/queries.ts'

interface SessionRow {
  id: string
  kind: Roster['kind']
  /** Whose registrations these are: the class session's own, or the camp's. */
  of_id: string
  name: string
  start_time: string
  end_time: string
  cages: string[]
  coaches: string[]
  max_spots: number
}

interface SeatRow {
  of_id: string
  id: string
  participant_id: string | null
  name: string | null
  age: number | null
  customer_name: string | null
  phone: string | null
  status: RosterSeat['status']
  total_cost: string
  missing_care: RosterSeat['missing_care']
  unsigned: RosterSeat['unsigned']
}

/** The class and camp sessions of a facility day, in order of time, with all who have a seat that is not canceled. */
export async function readRosters(
  db: Db,
  day: string,
  { timeZone, now }: { timeZone: string; now: Date },
): Promise<Roster[]> {
  const [sessions, seats] = await Promise.all([readSessions(db, day), readSeats(db, day, now)])
  const bySession = Map.groupBy(seats, ({ of_id }) => of_id)
  // A time that the clocks skip cannot be scheduled, but a zone may have been changed since.
  const instant = (wallTime: string) => instantOf(day, wallTime, timeZone, 'after').toISOString()
  return sessions.map(({ of_id, start_time, end_time, ...session }) => ({
    ...session,
    start_time: instant(start_time),
    end_time: instant(end_time),
    seats: (bySession.get(of_id) ?? []).map(shownSeat),
  }))
}

const shownSeat = ({ of_id: _, name, total_cost, ...seat }: SeatRow): RosterSeat => ({
  ...seat,
  name: name ?? DELETED_USER,
  owed: seat.status === 'paid' ? 0 : dollarsFromCents(centsFromDollars(total_cost)),
})

async function readSessions(db: Db, day: string): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select session.id, 'class' as kind, session.id as of_id, classes.name, session.start_time, session.end_time,
      array(
        select cages.name from class_instance_cages taken join cages on cages.id = taken.cage_id
        where taken.class_instance_id = session.id order by cages.name
      ) as cages,
      array(select name from coaches where id = session.coach_id) as coaches, classes.max_spots
    from class_instances session join classes on classes.id = session.class_id
    where session.class_date = ${day} and session.status = 'active'
    union all
    select slot.id, 'camp', camps.id, camps.name, slot.start_time, slot.end_time,
      array(
        select cages.name from camp_timeslot_cages taken join cages on cages.id = taken.cage_id
        where taken.camp_timeslot_id = slot.id order by cages.name
      ),
      array(
        select coaches.name from camp_coaches join coaches on coaches.id = camp_coaches.coach_id
        where camp_coaches.camp_id = camps.id order by coaches.name
      ), camps.max_spots
    from camp_timeslots slot join camps on camps.id = slot.camp_id
    where slot.date = ${day}
    order by start_time, name`.execute(db)
  return rows
}

async function readSeats(db: Db, day: string, now: Date): Promise<SeatRow[]> {
  const { rows } = await sql<SeatRow>`
    select seat.of_id, seat.id, seat.participant_id, coalesce(person.name, seat.guest_name, adult.full_name) as name,
      full_years(person.birth_date, ${day}::date) as age,
      case when person.user_id is distinct from seat.user_id and seat.guest_name is null then adult.full_name end
        as customer_name,
      coalesce(seat.guest_phone, adult.phone_number) as phone, seat.status, seat.total_cost,
      ${missingCareOf('person.id')} as missing_care,
      case seat.kind when 'camp' then ${unsignedOf('person.id', 'camps', now)}
        else ${unsignedOf('person.id', 'classes', now)} end as unsigned
    from (
      select 'class' as kind, class_instance_id as of_id, id, user_id, participant_id, guest_name, guest_phone, status, total_cost
      from class_registrations
      where class_instance_id in (select id from class_instances where class_date = ${day} and status = 'active')
      union all
      select 'camp', camp_id, id, user_id, participant_id, guest_name, guest_phone, status, total_cost
      from camp_registrations where camp_id in (select camp_id from camp_timeslots where date = ${day})
    ) seat
    left join participants person on person.id = seat.participant_id
    left join profiles adult on adult.id = seat.user_id
    where seat.status <> 'canceled'
    order by name, seat.id`.execute(db)
  return rows
}
