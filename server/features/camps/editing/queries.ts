/** Camps as the back office sees them, drafts included. */

import { expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { z } from 'zod'
import type { PageQuery } from '../../../../shared/contract/page.ts'
import type { CampStatusFilter, StaffCamp } from '../../../../shared/contract/programs/staffCamps.ts'
import type { Db } from '../../../db/database.ts'
import { type KeyColumn, keyId, keysetList, type Page } from '../../../db/keyset.ts'
import type { Database } from '../../../db/tables.ts'
import { Refusal } from '../../../refusal.ts'
import { byCageName } from '../../cages/queries.ts'
import { avatarUrl } from '../../coaches/queries.ts'
import { campAsSold, type Moment, offeredColumns, seatsTaken, withoutSeconds } from '../queries.ts'

const keyStart: KeyColumn = {
  read: sql`start_date::text`,
  sort: sql.ref('start_date'),
  schema: z.iso.date(),
  literal: (day) => sql`${day}::date`,
}
const list = keysetList('camps-admin', [keyStart, keyId('camps.id')], 'desc')

const timeslots = jsonArrayFrom(
  expressionBuilder<Database, 'camps'>()
    .selectFrom('camp_timeslots as slot')
    .select(['slot.id', 'slot.date', 'slot.start_time', 'slot.end_time'])
    .select(
      sql<string[]>`array(
        select cages.name from camp_timeslot_cages taken join cages on cages.id = taken.cage_id
        where taken.camp_timeslot_id = slot.id
      )`.as('cages'),
    )
    .whereRef('slot.camp_id', '=', 'camps.id')
    .orderBy('slot.date')
    .orderBy('slot.start_time'),
)

const coaches = jsonArrayFrom(
  expressionBuilder<Database, 'camps'>()
    .selectFrom('camp_coaches')
    .innerJoin('coaches', 'coaches.id', 'camp_coaches.coach_id')
    .select(['coaches.id', 'coaches.name', 'bio', 'specialties', 'profile_image_url', 'coaches.is_active'])
    .whereRef('camp_coaches.camp_id', '=', 'camps.id')
    .orderBy('coaches.name')
    .orderBy('coaches.id'),
)

const staffCamps = (db: Db, now: Date) =>
  db
    .selectFrom('camps')
    .select(['camps.id', ...offeredColumns, 'published', 'called_off_at', 'revision'])
    .select([seatsTaken(now).as('taken'), timeslots.as('slots'), coaches.as('coaches')])
    .where('put_away_at', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof staffCamps>['executeTakeFirstOrThrow']>>

function staffCampOf({ slots, coaches: row_coaches, ...row }: Row, moment: Moment): StaffCamp {
  const camp_timeslots = slots.map((slot) => ({
    ...withoutSeconds(slot),
    cages: slot.cages.toSorted(byCageName),
  }))
  return {
    ...campAsSold({ ...row, camp_timeslots }, moment),
    called_off_at: row.called_off_at?.toISOString() ?? null,
    camp_coaches: row_coaches.map((coach) => ({
      coach: { ...coach, profile_image_url: avatarUrl(coach.profile_image_url) },
    })),
  }
}

/** Camps, the latest start date first (spec 3 §7). The search looks at names. */
export async function listStaffCamps(
  db: Db,
  query: PageQuery & { readonly status_filter: CampStatusFilter },
  moment: Moment,
): Promise<Page<StaffCamp> | Refusal> {
  const start = list.open(query)
  if (start instanceof Refusal) return start
  const { search_query: search, status_filter: status } = query
  let rows = staffCamps(db, moment.now)
  if (search) rows = rows.where(sql<boolean>`strpos(lower(name), lower(${search})) > 0`)
  if (status === 'called_off') rows = rows.where('called_off_at', 'is not', null)
  else if (status !== 'all')
    rows = rows.where('called_off_at', 'is', null).where('published', '=', status === 'published')
  const { items, cursor } = await list.read(rows, start)
  return { items: items.map((row) => staffCampOf(row, moment)), cursor }
}

/** One camp, whatever its state; null when there is none with this id, or it was put away. */
export async function findStaffCamp(db: Db, id: string, moment: Moment): Promise<StaffCamp | null> {
  const row = await staffCamps(db, moment.now).where('camps.id', '=', id).executeTakeFirst()
  return row ? staffCampOf(row, moment) : null
}

/** A camp that this transaction has written; throws when it does not exist. */
export async function readStaffCamp(db: Db, id: string, moment: Moment): Promise<StaffCamp> {
  const found = await findStaffCamp(db, id, moment)
  if (!found) throw new Error(`camp ${id} is gone within the transaction that wrote it`)
  return found
}

/** The coaches that a camp may be given, by name. */
export const listCampCoaches = (db: Db) =>
  db
    .selectFrom('coaches')
    .select(['id', 'name', 'phone_number'])
    .where('is_active', '=', true)
    .orderBy('name')
    .orderBy('id')
    .execute()
