import { z } from 'zod'
import type { Db } from '../../db/database.ts'

const hours = z.number().int().min(0).max(10_000).nullable()
const count = z.number().int().min(1).max(1_000_000).nullable()

/** The limits on unpaid bookings of one person or one network address; null: no limit. */
export const limitFields = {
  unpaid_hours_new_customer: hours,
  unpaid_hours_returning_customer: hours,
  unpaid_guest_hours_per_address: hours,
  unpaid_camps_per_customer: z.number().int().min(0).max(10_000).nullable(),
  checkout_hours_new_customer: count,
  checkout_hours_returning_customer: count,
  open_checkouts_per_person: count,
  open_checkouts_per_address: count,
  live_streams_per_person: count,
  live_streams_per_address: count,
}
export type Limits = { readonly [Name in keyof typeof limitFields]: number | null }

const names = Object.keys(limitFields) as (keyof Limits)[]

export const readLimits = (db: Db): Promise<Limits> =>
  db.selectFrom('facility').select(names).executeTakeFirstOrThrow()

/** No limits, for load tests. */
export const noLimits = Object.fromEntries(names.map((name) => [name, null])) as Limits
