import type { Generated } from 'kysely'
import type { BookingStatus } from '../../../shared/contract/bookings/bookings.ts'
import type { Attendance } from '../../../shared/contract/bookings/staffChanges.ts'
import type { DefaultInstant, Dollars, Id, Instant, NullableInstant } from './columns.ts'

export type PaymentMethod =
  | 'on_arrival'
  | 'card'
  | 'pay_on_arrival'
  | 'pay_in_person'
  | 'cash'
  | 'admin_created'

export interface BookingsTable {
  id: Id
  /** Null once the account is deleted: 'Deleted user'. */
  user_id: string | null
  /** The customer, where an admin made the booking for one. */
  admin_created_for: string | null
  /** Of a guest, who has no account. */
  guest_name: string | null
  guest_email: string | null
  guest_phone: string | null
  /** Entered at the desk for someone who need not be reachable. */
  walk_in: Generated<boolean>
  /** Who entered a guest's. */
  admin_user_id: string | null
  cage_id: string
  start_time: Instant
  end_time: Instant
  status: Generated<BookingStatus>
  payment_method: Generated<PaymentMethod | 'class_reservation'>
  /** The price after the discount, with tax. */
  total_cost: Dollars
  /** Sales tax in percent, contained in the total; by default the present rate. */
  tax_percent: Generated<string>
  discount: Generated<Dollars>
  /** The rule in force when it was booked: it is free to cancel or move until so many hours before its start. */
  cancellation_cutoff_hours: Generated<number>
  /** Counts moves and cancellations; kept by the database. */
  revision: Generated<number>
  /** Counts every change; kept by the database. On the wire it is `revision`. */
  version: Generated<number>
  /** Null: nothing is known. */
  attendance: Attendance | null
  attendance_at: NullableInstant
  /** From when the time of a no-show is free for others. */
  freed_from: NullableInstant
  admin_notes: string | null
  /** Kept by the database: the account itself or the guest, unless it is named. Null once the person is deleted. */
  participant_id: string | null
  created_at: DefaultInstant
  updated_at: DefaultInstant
  /** Kept by the database whenever the status is updated. */
  canceled_at: NullableInstant
}
