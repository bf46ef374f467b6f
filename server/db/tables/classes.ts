import type { Generated } from 'kysely'
import type { Attendance } from '../../../shared/contract/bookings/staffChanges.ts'
import type { Day, DefaultInstant, Dollars, Id, NullableInstant, WallTime } from './columns.ts'

/** Of classes and camps: 'registered' pays on arrival. */
export type RegistrationStatus = 'registered' | 'paid' | 'canceled'

export interface ClassesTable {
  id: Id
  name: string
  description: string | null
  coach_id: string | null
  age_group: string | null
  /** In full years on the first day, as is the highest age; null: no limit. */
  min_age: number | null
  max_age: number | null
  what_to_bring: string | null
  price: Dollars
  max_spots: number
  start_date: Day
  end_date: Day
  cages_reserved: Generated<number>
  /** Counts every save; kept by the database. */
  version: Generated<number>
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

export interface ClassSchedulesTable {
  id: Id
  class_id: string
  /** 0 = Sunday … 6 = Saturday. */
  day_of_week: number
  start_time: WallTime
  end_time: WallTime
}

export interface ClassInstancesTable {
  id: Id
  class_id: string
  /** Teaches this session; the ledger takes the coach's time. */
  coach_id: string | null
  class_date: Day
  start_time: WallTime
  end_time: WallTime
  status: Generated<'active' | 'canceled'>
  /** Counts moves and cancellations; kept by the database. */
  revision: Generated<number>
  /** The line of the schedule for which a session stands that was moved by hand; kept by the database. */
  moved_from_date: Day | null
  moved_from_start: WallTime | null
  /** Canceled because the schedule no longer had it. */
  off_schedule: Generated<boolean>
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

/** Dates of the schedule without a session, because staff left them out or deleted their session. */
export interface ClassLeftOutTable {
  class_id: string
  class_date: Day
  start_time: WallTime
}

export interface ClassInstanceCagesTable {
  class_instance_id: string
  cage_id: string
}

export interface ClassRegistrationsTable {
  id: Id
  class_instance_id: string
  user_id: string | null
  guest_name: string | null
  guest_email: string | null
  guest_phone: string | null
  status: Generated<RegistrationStatus>
  total_cost: Generated<Dollars>
  /** Sales tax in percent, contained in the total; by default the present rate. */
  tax_percent: Generated<string>
  registered_by: string | null
  /** The rule when registered. */
  cancellation_cutoff_hours: Generated<number>
  /** Counts moves and cancellations; kept by the database. */
  revision: Generated<number>
  /** Counts every change that anybody can see; kept by the database. */
  version: Generated<number>
  /** Kept by the database: the account itself or the guest, unless it is named. Null once the person is deleted. */
  participant_id: string | null
  /** Who came; null: nothing is known. */
  attendance: Attendance | null
  attendance_at: NullableInstant
  created_at: DefaultInstant
  updated_at: DefaultInstant
  canceled_at: NullableInstant
}
