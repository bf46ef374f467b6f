import { sql } from 'kysely'
import type { CheckInRoster, CheckInSeat, RosterKind } from '../../../shared/contract/programs/rosters.ts'
import { centsFromDollars, dollarsFromCents } from '../../../shared/domain/money/money.ts'
import { instantOf } from '../../../shared/domain/time/time.ts'
import { describeInAudit } from '../../db/auditDescription.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { CsvColumns } from '../../http/answers/csvDownload.ts'
import { DELETED_USER } from '../accounts/bookedPerson.ts'
import { readCareOf } from '../households/care.ts'
import { missingCareOf } from '../households/missingCare.ts'
import { unsignedOf } from '../waivers/queries.ts'

/**
 * Who takes part in a camp or class session, with the care data of each, whose reading is in the audit log.
 *
 * @returns null where there is no such camp or session.
 */
export async function readCheckInRoster(
  tx: Tx,
  of: RosterOf,
  { timeZone, now }: { timeZone: string; now: Date },
): Promise<CheckInRoster | null> {
  const item = await findRosterItem(tx, of)
  if (!item) return null
  const { sessions, ...facts } = item
  const seats = await readSeats(tx, of, facts.first_day, now)
  await describeInAudit(tx, `Roster of ${facts.name}.`)
  const care = await readCareOf(tx, [...new Set(seats.flatMap(({ participant_id }) => participant_id ?? []))])
  return {
    ...of,
    ...facts,
    sessions: sessions.map(({ id, date, start_time, end_time }) => ({
      id,
      // A time that the clocks skip cannot be scheduled, but a zone may have been changed since.
      start_time: instantOf(date, start_time, timeZone, 'after').toISOString(),
      end_time: instantOf(date, end_time, timeZone, 'after').toISOString(),
    })),
    seats: seats.map((seat) => ({ ...seat, care: care.get(seat.participant_id ?? '') ?? null })),
  }
}

/** The camp or class session of a roster. */
export const findRosterItem = (db: Db, { kind, id }: RosterOf): Promise<Item | undefined> =>
  kind === 'camp' ? findCampOf(db, id) : findSessionOf(db, id)

interface RosterOf {
  readonly kind: RosterKind
  readonly id: string
}

interface Item extends Pick<CheckInRoster, 'name' | 'first_day' | 'last_day' | 'coaches' | 'max_spots'> {
  sessions: { id: string; date: string; start_time: string; end_time: string }[]
}

async function findCampOf(db: Db, id: string): Promise<Item | undefined> {
  const { rows } = await sql<Item>`
    select name, start_date as first_day, end_date as last_day, max_spots,
      array(
        select coaches.name from camp_coaches join coaches on coaches.id = camp_coaches.coach_id
        where camp_coaches.camp_id = camps.id order by coaches.name
      ) as coaches,
      coalesce((
        select jsonb_agg(
          jsonb_build_object('id', id, 'date', date, 'start_time', start_time, 'end_time', end_time)
          order by date, start_time
        )
        from camp_timeslots where camp_id = camps.id
      ), '[]') as sessions
    from camps where id = ${id}`.execute(db)
  return rows[0]
}

async function findSessionOf(db: Db, id: string): Promise<Item | undefined> {
  const { rows } = await sql<Item>`
    select classes.name, session.class_date as first_day, session.class_date as last_day, classes.max_spots,
      array(select name from coaches where id = session.coach_id) as coaches,
      jsonb_build_array(jsonb_build_object(
        'id', session.id, 'date', session.class_date, 'start_time', session.start_time, 'end_time', session.end_time
      )) as sessions
    from class_instances session join classes on classes.id = session.class_id
    where session.id = ${id}`.execute(db)
  return rows[0]
}

interface SeatRow extends Omit<CheckInSeat, 'care' | 'name' | 'owed'> {
  name: string | null
  owed: string
}

async function readSeats(
  db: Db,
  { kind, id }: RosterOf,
  firstDay: string,
  now: Date,
): Promise<Omit<CheckInSeat, 'care'>[]> {
  const seats =
    kind === 'class'
      ? sql`
        select id, user_id, participant_id, guest_name, guest_email, guest_phone, status, total_cost
        from class_registrations where class_instance_id = ${id}`
      : sql`
        select id, user_id, participant_id, guest_name, guest_email, guest_phone, status, total_cost
        from camp_registrations where camp_id = ${id}`
  const { rows } = await sql<SeatRow>`
    select seat.id, seat.participant_id, coalesce(person.name, seat.guest_name, adult.full_name) as name,
      full_years(person.birth_date, ${firstDay}::date) as age,
      case when person.user_id is distinct from seat.user_id and seat.guest_name is null then adult.full_name end
        as customer_name,
      coalesce(seat.guest_email, adult.email) as email, coalesce(seat.guest_phone, adult.phone_number) as phone,
      seat.status, ${missingCareOf('person.id')} as missing_care,
      ${unsignedOf('person.id', kind === 'camp' ? 'camps' : 'classes', now)} as unsigned,
      case seat.status when 'registered' then greatest(0, seat.total_cost - paid_for(seat.id)) else 0 end as owed
    from (${seats}) seat
    left join participants person on person.id = seat.participant_id
    left join profiles adult on adult.id = seat.user_id
    where seat.status <> 'canceled'
    order by lower(coalesce(person.name, seat.guest_name, adult.full_name)), seat.id`.execute(db)
  return rows.map(({ name, owed, ...seat }) => ({
    ...seat,
    name: name ?? DELETED_USER,
    owed: dollarsFromCents(centsFromDollars(owed)),
  }))
}

/** The columns of the file. A medical note stays out of a file that lies about: only that there is one. */
export const rosterColumns: CsvColumns<CheckInSeat> = [
  ['Name', ({ name }) => name],
  ['Age', ({ age }) => age],
  ['Registered by', ({ customer_name }) => customer_name],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone],
  ['Status', ({ status }) => (status === 'paid' ? 'Paid' : 'Pay on Arrival')],
  ['Owed', ({ owed }) => owed.toFixed(2)],
  ['Medical note', ({ care }) => (care?.medical_note ? 'Yes: ask the front desk' : '')],
  [
    'Emergency contacts',
    ({ care }) =>
      (care?.emergency_contacts ?? [])
        .map(({ name, relation, phone }) => `${name}${relation ? ` (${relation})` : ''} ${phone}`)
        .join('; '),
  ],
  [
    'May pick up',
    ({ care }) =>
      (care?.pickup_adults ?? [])
        .map(({ name, phone }) => [name, phone].filter(Boolean).join(' '))
        .join('; '),
  ],
]
