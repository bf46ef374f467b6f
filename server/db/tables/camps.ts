import type { Generated } from 'kysely'
import type { Attendance } from '../../../shared/contract/bookings/staffChanges.ts'
import type { CampLevel } from '../../../shared/domain/programs/camps.ts'
import type { RegistrationStatus } from './classes.ts'
import type { Day, DefaultInstant, DefaultJson, Dollars, Id, NullableInstant, WallTime } from './columns.ts'

export interface CampsTable {
  id: Id
  name: string
  description: string | null
  price: Generated<Dollars>
  max_spots: Generated<number>
  start_date: Day
  end_date: Day
  age_group: string | null
  min_age: Generated<number>
  max_age: Generated<number>
  sport: Generated<'baseball' | 'softball'>
  focus: Generated<'all-around' | 'hitting' | 'fielding' | 'pitching'>
  banner_url: string | null
  bullet_points: Generated<string[]>
  what_to_bring: string | null
  level: CampLevel | null
  published: Generated<boolean>
  registration_enabled: Generated<boolean>
  pay_on_arrival_enabled: Generated<boolean>
  called_off_at: NullableInstant
  /** Out of the list of the back office; only after it was called off. */
  put_away_at: NullableInstant
  /** Counts changes of the camp, its sessions and coaches; kept by the database. */
  revision: Generated<number>
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

export interface CampTimeslotsTable {
  id: Id
  camp_id: string
  date: Day
  start_time: WallTime
  end_time: WallTime
  /** Counts moves and cancellations; kept by the database. */
  revision: Generated<number>
}

export interface CampTimeslotCagesTable {
  camp_timeslot_id: string
  cage_id: string
}

/** Coaches of a camp are taken for each of its timeslots. */
export interface CampCoachesTable {
  camp_id: string
  coach_id: string
}

export interface CampRegistrationsTable {
  id: Id
  camp_id: string
  /** Null for guests, and once the account is deleted. */
  user_id: string | null
  /** Of a guest whom staff entered. */
  guest_name: string | null
  guest_email: string | null
  guest_phone: string | null
  status: Generated<RegistrationStatus>
  /** Counts moves and cancellations; kept by the database. */
  revision: Generated<number>
  /** Counts every change that anybody can see; kept by the database. */
  version: Generated<number>
  total_cost: Generated<Dollars>
  /** Sales tax in percent, contained in the total; by default the present rate. */
  tax_percent: Generated<string>
  /** The rule when registered. */
  cancellation_cutoff_days: Generated<number>
  /** Kept by the database: the account itself or the guest, unless it is named. Null once the person is deleted. */
  participant_id: string | null
  /** Who came, by facility day; a day that is not in it: nothing is known. */
  attendance: DefaultJson<Readonly<Record<string, Attendance>>>
  created_at: DefaultInstant
  updated_at: DefaultInstant
  canceled_at: NullableInstant
}
