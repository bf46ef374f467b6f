import { sql } from 'kysely'
import type { Cage, ScheduleEntry } from '../../../shared/contract/cages.ts'
import { centsFromDollars, dollarsFromCents } from '../../../shared/domain/money.ts'
import { dayBounds } from '../../../shared/domain/time.ts'
import type { Db } from '../../db/database.ts'
import { byCageName } from './cageNames.ts'

const dollars = (decimal: string): number => dollarsFromCents(centsFromDollars(decimal))

/** Cages in service, ordered by name as people count them: Cage 2 before Cage 10. */
export async function listCages(db: Db): Promise<Cage[]> {
  const rows = await db
    .selectFrom('cages')
    .select(['id', 'name', 'price_30_min', 'price_60_min', 'price_additional_30_min'])
    .where('is_active', '=', true)
    .execute()
  return rows
    .sort((a, b) => byCageName(a.name, b.name))
    .map((row) => ({
      id: row.id,
      name: row.name,
      price_30_min: dollars(row.price_30_min),
      price_60_min: dollars(row.price_60_min),
      price_additional_30_min: dollars(row.price_additional_30_min),
    }))
}

/**
 * What is taken on a facility day, from the ledger alone: one query whatever the number of cages, and
 * nothing about who or what holds it (decision 9).
 */
export async function readSchedule(db: Db, day: string, timeZone: string): Promise<ScheduleEntry[]> {
  const { start, end } = dayBounds(day, timeZone)
  const rows = await db
    .selectFrom('occupancy')
    .select(['cage_id', sql<Date>`lower(during)`.as('start_time'), sql<Date>`upper(during)`.as('end_time')])
    .where('cage_id', 'is not', null)
    .where(sql<boolean>`during && tstzrange(${start.toISOString()}, ${end.toISOString()})`)
    .orderBy('cage_id')
    .orderBy('start_time')
    .execute()
  return rows.flatMap(({ cage_id, start_time, end_time }) =>
    cage_id === null
      ? []
      : [{ cage_id, start_time: start_time.toISOString(), end_time: end_time.toISOString() }],
  )
}
