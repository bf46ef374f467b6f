import { limitFields } from '../../../shared/contract/facility/facilitySettings.ts'
import type { Db } from '../../db/database.ts'

/** The limits on unpaid bookings of one person or one network address; null: no limit. */
export type Limits = { readonly [Name in keyof typeof limitFields]: number | null }

const names = Object.keys(limitFields) as (keyof Limits)[]

/** The facility's limits on what is unpaid (decision record 018); null is no limit. */
export const readLimits = (db: Db): Promise<Limits> =>
  db.selectFrom('facility').select(names).executeTakeFirstOrThrow()

/** No limits, for load tests. */
export const noLimits = Object.fromEntries(names.map((name) => [name, null])) as Limits
