import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { CampConflict, StaffCamp } from '../../../../shared/contract/programs/staffCamps.ts'
import { facilityWallTime } from '../../../../shared/domain/time/time.ts'
import type { Db } from '../../../db/database.ts'
import { bodyOf } from '../../../test/answers.ts'
import { group, ZONE } from '../../../test/cageTime.ts'
import type { Person } from '../../../test/factories.ts'
import type { TestApp } from '../../../test/testApp.ts'

export const CAMPS = '/api/admin/camps'

/** Three mornings of one camp on these days, as a form sends it. */
export const entered = (days: readonly string[], more: object = {}) => ({
  p_name: 'Summer Skills',
  p_start_date: days[0],
  p_end_date: days.at(-1),
  p_timeslots: days.map((date) => ({ date, start_time: '09:00', end_time: '12:00' })),
  ...more,
})

/** A camp as `update_camp` takes it: what it has, with the given changes. */
export const changed = (camp: StaffCamp, more: object = {}) => ({
  p_camp_id: camp.id,
  p_name: camp.name,
  p_start_date: camp.start_date,
  p_end_date: camp.end_date,
  p_price: camp.price,
  p_age_group: camp.age_group,
  p_max_spots: camp.max_spots,
  p_banner_url: camp.banner_url,
  p_published: camp.published,
  p_min_age: camp.min_age,
  p_max_age: camp.max_age,
  p_sport: camp.sport,
  p_focus: camp.focus,
  p_level: camp.level,
  p_description: camp.description,
  p_bullet_points: camp.bullet_points,
  p_what_to_bring: camp.what_to_bring,
  p_timeslots: camp.camp_timeslots.map(({ cages: _, ...slot }) => slot),
  p_coach_ids: camp.camp_coaches.map(({ coach }) => coach.id),
  p_registration_enabled: camp.registration_enabled,
  p_pay_on_arrival_enabled: camp.pay_on_arrival_enabled,
  expected_revision: camp.revision,
  ...more,
})

export interface Conflicts {
  code: string
  message: string
  details: { conflicts: CampConflict[] }
}

/** How one of the staff edits camps over HTTP. */
export function editing(app: TestApp, { cookie }: Pick<Person, 'cookie'>) {
  const send = (method: string, path: string, json?: object, key: string = randomUUID()) =>
    app.request(path, {
      method,
      cookie,
      ...(json ? { json } : {}),
      ...(method === 'GET' ? {} : { headers: { 'idempotency-key': key } }),
    })
  return {
    send,
    create: (json: object, key?: string) => send('POST', CAMPS, json, key),
    update: (json: object, key?: string) => send('PUT', CAMPS, json, key),
    status: (id: string, json: object) => send('PATCH', `${CAMPS}/${id}/status`, json),
    get: (id: string) => send('GET', `${CAMPS}/${id}`),
    list: (query = '') => send('GET', `${CAMPS}${query}`),
    copy: (id: string, json: object) => send('POST', `${CAMPS}/${id}/copies`, json),
    previewCopies: (id: string, start_dates: readonly string[]) =>
      send('POST', `${CAMPS}/${id}/copies/preview`, { start_dates }),
    cancellation: (id: string) => send('GET', `${CAMPS}/${id}/cancellation`),
    callOff: (id: string, json: object) => send('POST', `${CAMPS}/${id}/cancellation`, json),
    delete: (id: string) => send('DELETE', `${CAMPS}/${id}`),
    /** A camp that can be made; fails where it cannot. */
    async made(json: object): Promise<StaffCamp> {
      const answer = await send('POST', CAMPS, json)
      if (answer.status !== 201) throw new Error(`create_camp: ${answer.status} ${await answer.text()}`)
      return (await bodyOf<{ camp: StaffCamp }>(answer)).camp
    },
  }
}

/** What the ledger has of a camp: the day and start of each row, with the names of its cage or coach. */
export async function ledgerOf(app: TestApp, campId: string): Promise<string[]> {
  const { rows } = await sql<{ place: string; start: Date; date: string }>`
    select coalesce(cages.name, coaches.name) as place, lower(during) as start, slot.date
    from occupancy
    join camp_timeslots slot on slot.id = occupancy.camp_timeslot_id
    left join cages on cages.id = occupancy.cage_id
    left join coaches on coaches.id = occupancy.coach_id
    where slot.camp_id = ${campId}
    order by slot.date, start, place`.execute(app.db)
  return rows.map(({ place, start, date }) => `${date} ${facilityWallTime(start, ZONE)} ${place}`)
}

/** Books a cage as the desk would enter it. */
export const bookCage = (
  db: Db,
  {
    cageId,
    day,
    from,
    to,
    userId,
  }: { cageId: string; day: string; from: string; to: string; userId: string },
) => {
  const { startTime, endTime } = group(cageId, day, from, to)
  return db
    .insertInto('bookings')
    .values({
      user_id: userId,
      cage_id: cageId,
      start_time: startTime,
      end_time: endTime,
      total_cost: '30.00',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}
