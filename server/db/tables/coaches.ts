import type { Generated } from 'kysely'
import type { DefaultInstant, Dollars, Id, WallTime } from './columns.ts'

export interface CoachesTable {
  id: Id
  name: string
  email: string | null
  phone_number: string | null
  bio: string | null
  specialties: Generated<string[]>
  hourly_rate: Generated<Dollars>
  profile_image_url: string | null
  user_id: string | null
  is_active: Generated<boolean>
  /** Entered whole by an admin: customers can book the coach although there is no account. */
  without_account: Generated<boolean>
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

export interface CoachAvailabilityTable {
  id: Id
  coach_id: string
  /** 0 = Sunday … 6 = Saturday. */
  day_of_week: number
  start_time: Generated<WallTime>
  end_time: Generated<WallTime>
  is_available: Generated<boolean>
}

/** Whole days, or hours of one day, at which a coach gives no lessons. */
export interface CoachTimeOffTable {
  id: Id
  coach_id: string
  start_date: string
  /** The last day of it. */
  end_date: string
  /** Null for whole days. */
  start_time: WallTime | null
  end_time: WallTime | null
  /** Only for the coach. */
  note: Generated<string>
  /** A `tstzrange`, set by a trigger. */
  during: Generated<string>
  /** A `tstzmultirange`, set by a trigger: what the ledger takes of it. */
  taken: Generated<string>
  created_at: DefaultInstant
  updated_at: DefaultInstant
}
