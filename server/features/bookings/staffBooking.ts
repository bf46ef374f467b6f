import type { StaffBooking } from '../../../shared/contract/bookings/staffBookings.ts'
import { dollarsFromDecimal } from '../../../shared/domain/money/money.ts'
import { nameBesideBooker } from '../households/participation.ts'
import type { Booking } from './bookingRows.ts'

/** A cage booking as staff read it. */
export const asStaffBooking = (booking: Booking): StaffBooking => ({
  id: booking.id,
  booking_type: booking.booking_type,
  user_id: booking.person.userId,
  customer_name: booking.person.name,
  customer_email: booking.person.email,
  customer_phone: booking.person.phone,
  cage_id: booking.cage_id,
  cage_name: booking.cage_name,
  status: booking.status,
  payment_method: booking.payment_method,
  start_time: booking.start_time.toISOString(),
  end_time: booking.end_time.toISOString(),
  total_cost: dollarsFromDecimal(booking.total_cost),
  participant_name: nameBesideBooker(booking),
  admin_notes: booking.admin_notes,
  created_at: booking.created_at.toISOString(),
  attendance: booking.attendance,
  revision: booking.version,
})
