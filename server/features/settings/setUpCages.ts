import { sql } from 'kysely'
import type { CageEntry } from '../../../shared/contract/facility/facilitySettings.ts'
import { centsFromDollars, decimalFromCents, dollarsFromDecimal } from '../../../shared/domain/money/money.ts'
import { type Db, isDatabaseError, type Tx, UNIQUE_VIOLATION } from '../../db/database.ts'
import { stillTakes } from '../places/occupancy.ts'
import { UnusableSettings } from './facilityFile.ts'

export const cagePrices = ['price_30_min', 'price_60_min', 'price_additional_30_min'] as const

type KnownCage = Awaited<ReturnType<typeof readRows>>[number]

/** Every cage, those out of service too, in name order. */
export async function readCages(db: Db): Promise<Required<Omit<CageEntry, 'rename_to'>>[]> {
  const rows = await readRows(db)
  return rows.map(({ name, is_active, ...row }) => ({
    name,
    price_30_min: dollarsFromDecimal(row.price_30_min),
    price_60_min: dollarsFromDecimal(row.price_60_min),
    price_additional_30_min: dollarsFromDecimal(row.price_additional_30_min),
    details: row.details,
    is_active,
  }))
}

const readRows = (db: Db) =>
  db
    .selectFrom('cages')
    .select(['id', 'name', 'is_active', 'details', ...cagePrices])
    .orderBy('name')
    .execute()

/**
 * Adds the cages that are new, by name, and changes those that are known. One that the list leaves out stays
 * as it is; none is ever deleted, because bookings refer to it.
 *
 * @returns a line for each cage that is now different.
 * @throws {UnusableSettings} for a new cage without its prices, and for a name that is taken.
 */
export async function setUpCages(tx: Tx, cages: readonly CageEntry[], now: Date): Promise<string[]> {
  const known = new Map((await readRows(tx)).map((row) => [row.name, row]))
  const lines: string[] = []
  for (const [index, cage] of cages.entries()) {
    const row = known.get(cage.name)
    try {
      lines.push(...(row ? await change(tx, row, cage, now) : await add(tx, cage, index)))
    } catch (error) {
      if (!isDatabaseError(error, UNIQUE_VIOLATION)) throw error
      throw new UnusableSettings([
        { path: ['cages', index, 'rename_to'], message: `There is a "${cage.rename_to}" already.` },
      ])
    }
  }
  return lines
}

async function add(tx: Tx, cage: CageEntry, index: number): Promise<string[]> {
  const {
    name,
    rename_to,
    price_30_min,
    price_60_min,
    price_additional_30_min,
    details = '',
    is_active = true,
  } = cage
  if (rename_to !== undefined) {
    throw new UnusableSettings([
      { path: ['cages', index, 'name'], message: `There is no cage "${name}" to rename.` },
    ])
  }
  if (price_30_min === undefined || price_60_min === undefined || price_additional_30_min === undefined) {
    const missing = cagePrices.filter((price) => cage[price] === undefined)
    throw new UnusableSettings(
      missing.map((price) => ({
        path: ['cages', index, price],
        message: `"${name}" is new and needs all three prices.`,
      })),
    )
  }
  const row = { price_30_min, price_60_min, price_additional_30_min }
  await tx
    .insertInto('cages')
    .values({ name, is_active, details, ...decimals(row) })
    .execute()
  return [`cages: "${name}" added`]
}

async function change(tx: Tx, row: KnownCage, cage: CageEntry, now: Date): Promise<string[]> {
  const { rename_to, price_30_min, price_60_min, price_additional_30_min } = cage
  const name = rename_to ?? row.name
  const is_active = cage.is_active ?? row.is_active
  const wanted = {
    name,
    is_active,
    price_30_min: decimal(price_30_min ?? row.price_30_min),
    price_60_min: decimal(price_60_min ?? row.price_60_min),
    price_additional_30_min: decimal(price_additional_30_min ?? row.price_additional_30_min),
    details: cage.details ?? row.details,
  }
  const different = (Object.keys(wanted) as (keyof typeof wanted)[]).filter(
    (field) => wanted[field] !== row[field],
  )
  if (different.length === 0) return []
  await tx.updateTable('cages').set(wanted).where('id', '=', row.id).execute()
  const lines = [`cages: "${row.name}" changed (${different.join(', ')})`]
  const planned = row.is_active && !is_active ? await plannedTimes(tx, row.id, now) : 0
  return planned === 0
    ? lines
    : [...lines, `cages: "${name}" is out of service; what is planned in it stays (${planned} from now on).`]
}

async function plannedTimes(db: Db, cageId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ planned: number }>`
    select count(*)::int as planned from occupancy
    where cage_id = ${cageId} and upper(during) > ${now} and ${stillTakes(now)}`.execute(db)
  return rows[0]?.planned ?? 0
}

const decimal = (dollars: number | string): string => decimalFromCents(centsFromDollars(dollars))

const decimals = (row: Record<(typeof cagePrices)[number], number>) => ({
  price_30_min: decimal(row.price_30_min),
  price_60_min: decimal(row.price_60_min),
  price_additional_30_min: decimal(row.price_additional_30_min),
})
