import { sql } from 'kysely'
import type { Cage, ScheduleEntry } from '../../../shared/contract/bookings/cages.ts'
import { dollarsFromDecimal } from '../../../shared/domain/money/money.ts'
import { dayBounds } from '../../../shared/domain/time/time.ts'
import type { Db } from '../../db/database.ts'

const collator = new Intl.Collator('en-US', { numeric: true })

/** Natural order of names: Cage 2 before Cage 10. */
export const byCageName = (a: string, b: string): number => collator.compare(a, b)

/** Cages in service, in natural order of their names: Cage 2 before Cage 10. */
export async function listCages(db: Db): Promise<Cage[]> {
  const rows = await db
    .selectFrom('cages')
    .select(['id', 'name', 'price_30_min', 'price_60_min', 'price_additional_30_min', 'details'])
    .where('is_active', '=', true)
    .execute()
  return rows
    .sort((a, b) => byCageName(a.name, b.name))
    .map((row) => ({
      id: row.id,
      name: row.name,
      price_30_min: dollarsFromDecimal(row.price_30_min),
      price_60_min: dollarsFromDecimal(row.price_60_min),
      price_additional_30_min: dollarsFromDecimal(row.price_additional_30_min),
      ...(row.details && { details: row.details }),
    }))
}

/** The schedule of a facility day. */
export interface Schedule {
  readonly entries: readonly ScheduleEntry[]
  /** When the first hold of the day expires, after which the schedule must be read again; null without holds. */
  readonly until: Date | null
}

/**
 * The taken times of a facility day, from the ledger only: one query for any number of cages, and
 * nothing about who or what takes them (decision 9). An expired hold takes nothing (decision 16).
 */
export async function readSchedule(
  db: Db,
  { day, timeZone, now }: { day: string; timeZone: string; now: Date },
): Promise<Schedule> {
  const { start, end } = dayBounds(day, timeZone)
  const rows = await db
    .selectFrom('occupancy')
    .leftJoin('checkout_holds as hold', 'hold.id', 'occupancy.checkout_hold_id')
    .select(['cage_id', 'hold.expires_at'])
    .select([sql<Date>`lower(during)`.as('start_time'), sql<Date>`upper(during)`.as('end_time')])
    .where('cage_id', 'is not', null)
    .where(({ or, eb }) => or([eb('hold.expires_at', 'is', null), eb('hold.expires_at', '>', now)]))
    .where(sql<boolean>`during && tstzrange(${start.toISOString()}, ${end.toISOString()})`)
    .orderBy('cage_id')
    .orderBy('start_time')
    .execute()
  const entries = rows.flatMap(({ cage_id, start_time, end_time }) =>
    cage_id === null
      ? []
      : [{ cage_id, start_time: start_time.toISOString(), end_time: end_time.toISOString() }],
  )
  const ends = rows.flatMap(({ expires_at }) => expires_at?.getTime() ?? [])
  return { entries, until: ends.length > 0 ? new Date(Math.min(...ends)) : null }
}
