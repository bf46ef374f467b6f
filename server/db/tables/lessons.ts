import type { Generated, GeneratedAlways } from 'kysely'
import type { BookingStatus } from '../../../shared/contract/bookings/bookings.ts'
import type { Attendance } from '../../../shared/contract/bookings/staffChanges.ts'
import type { PaymentMethod } from './bookings.ts'
import type { Day, DefaultInstant, Dollars, Id, NullableInstant, WallTime } from './columns.ts'

/** Lessons: a coach and a cage together, at facility wall time. */
export interface CoachBookingsTable {
  id: Id
  coach_id: string
  customer_type: 'user' | 'guest'
  /** Null for guests, and once the account is deleted: 'Deleted user'. */
  customer_id: string | null
  guest_name: string | null
  guest_email: string | null
  guest_phone: string | null
  /** Keyed digests of the device and the network address from which a guest booked. */
  guest_origins: Generated<string[]>
  cage_id: string
  lesson_date: Day
  start_time: WallTime
  end_time: WallTime
  duration_minutes: number
  /** The coach's hourly rate when booked. */
  coach_rate: Dollars
  cage_cost: Dollars
  /** Sales tax that came on top of the two. */
  tax_on_top: Generated<Dollars>
  /** Sales tax in percent, contained in the total; by default the present rate. */
  tax_percent: Generated<string>
  /** The coach's fee plus the cage's, and tax on top, computed by the database. */
  total_cost: GeneratedAlways<Dollars>
  status: Generated<BookingStatus>
  payment_status: Generated<'pending payment' | 'paid' | 'refunded'>
  payment_method: Generated<PaymentMethod>
  /** The rule in force when it was booked: it is free to cancel or move until so many hours before its start. */
  cancellation_cutoff_hours: Generated<number>
  /** Whether the coach booked it for someone: then it makes nobody a client before it has begun. */
  booked_by_coach: Generated<boolean>
  /** Null: nothing is known. */
  attendance: Attendance | null
  attendance_at: NullableInstant
  /** From when the time of a no-show is free for others. */
  freed_from: NullableInstant
  /** When and by which account a payment was noted by hand; null for what a card paid. */
  paid_by_hand_at: NullableInstant
  paid_by_hand_by: string | null
  customer_notes: string | null
  coach_notes: string | null
  admin_notes: string | null
  /** Counts moves and cancellations; kept by the database. */
  revision: Generated<number>
  /** Counts every change; kept by the database. On the wire it is `revision`. */
  version: Generated<number>
  /** Kept by the database: the account itself or the guest, unless it is named. Null once the person is deleted. */
  participant_id: string | null
  created_at: DefaultInstant
  updated_at: DefaultInstant
  canceled_at: NullableInstant
}
