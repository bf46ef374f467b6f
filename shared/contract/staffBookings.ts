/** Cage bookings as the desk and admins change them (spec 3 §7). */

import { z } from 'zod'
import { bookingStatus } from './bookings.ts'
import { refundFields } from './changes.ts'
import { dollars, id, instant } from './fields.ts'
import { participant_name, participantErrors, participantId } from './participation.ts'
import { route } from './route.ts'
import {
  attendance,
  cancelChoices,
  deleteChoices,
  expectedRevision,
  noted,
  notesInput,
  statusInput,
  tellChoices,
  termsErrors,
  undoField,
  updateChoices,
} from './staffChanges.ts'
import { emailAddress, oneLine } from './text.ts'

/** A cage booking as staff see it, of an account or of a guest. */
export const staffBooking = z.object({
  id,
  booking_type: z.enum(['user', 'guest']),
  user_id: id.nullable().meta({ description: 'Null for guests, and once the account is deleted.' }),
  customer_name: z.string(),
  customer_email: z.string().nullable(),
  customer_phone: z.string().nullable(),
  participant_name,
  cage_id: id,
  cage_name: z.string(),
  status: bookingStatus,
  payment_method: z.string(),
  start_time: instant,
  end_time: instant,
  total_cost: dollars,
  admin_notes: z.string().nullable(),
  created_at: instant,
  ...noted,
})
export type StaffBooking = z.infer<typeof staffBooking>

const changed = z.object({ message: z.string(), booking: staffBooking, ...refundFields, ...undoField })
const named = z.object({ booking_id: id })

const update = z.object({
  new_start_time: instant.optional(),
  new_end_time: instant.optional(),
  new_cage_id: id.optional(),
  new_status: statusInput.optional(),
  new_admin_notes: notesInput,
  ...updateChoices,
})
export type BookingUpdateRequest = z.infer<typeof update>

const updateErrors = [
  'booking_not_found',
  'changed_meanwhile',
  'status_refused',
  'paid_by_card',
  'refunded_by_card',
  'move_costs_more',
  'cage_not_found',
  'slot_unaligned',
  'slot_in_past',
  'slot_too_far_ahead',
  'facility_closed',
  'slots_taken',
  'price_changed',
  ...termsErrors,
] as const

export const updateBooking = route({
  operationId: 'update_booking',
  method: 'patch',
  path: '/api/bookings/:booking_id',
  access: 'desk',
  summary: "Change time, cage, status, price or notes of an account's cage booking",
  params: named,
  body: update,
  status: 200,
  answer: changed,
  errors: updateErrors,
})

export const updateGuestBooking = route({
  operationId: 'update_guest_booking',
  method: 'patch',
  path: '/api/guest-bookings/:booking_id',
  access: 'desk',
  summary: "Change time, cage, status, price or notes of a guest's cage booking",
  params: named,
  body: update,
  status: 200,
  answer: changed,
  errors: updateErrors,
})

export const updateBookingStatus = route({
  operationId: 'update-booking-status',
  method: 'put',
  path: '/api/bookings/:id/status',
  access: 'desk',
  summary: "Set the status of an account's cage booking: paid at the desk, not paid, canceled",
  params: z.object({ id }),
  body: z.object({ status: statusInput, ...cancelChoices }),
  status: 200,
  answer: changed,
  errors: updateErrors,
})

export const updateBookingAttendance = route({
  operationId: 'update-booking-attendance',
  method: 'put',
  path: '/api/bookings/:id/attendance',
  access: 'desk',
  summary: 'Note who came to a cage booking, of an account or of a guest, or take it back',
  params: z.object({ id }),
  body: z.object({ attendance: attendance.nullable(), ...expectedRevision }),
  status: 200,
  answer: z.object({ message: z.string(), booking: staffBooking, ...undoField }),
  errors: ['booking_not_found', 'already_canceled', 'not_begun', 'check_in_too_early', 'changed_meanwhile'],
})

const deleted = z.object({ message: z.string(), ...refundFields, ...undoField })
const deleteErrors = ['booking_not_found', 'changed_meanwhile', 'sale_kept', ...termsErrors] as const

export const deleteBooking = route({
  operationId: 'delete_booking',
  method: 'delete',
  path: '/api/bookings/:booking_id',
  access: 'desk',
  summary: "Delete an account's cage booking; one that is not canceled is canceled first",
  params: named,
  query: z.object(deleteChoices),
  status: 200,
  answer: deleted,
  errors: deleteErrors,
})

export const deleteGuestBooking = route({
  operationId: 'delete_guest_booking',
  method: 'delete',
  path: '/api/guest-bookings/:booking_id',
  access: 'desk',
  summary: "Delete a guest's cage booking; one that is not canceled is canceled first",
  params: named,
  query: z.object(deleteChoices),
  status: 200,
  answer: deleted,
  errors: deleteErrors,
})

/** How the desk is paid (spec 3 §9). */
export const deskPaymentMethod = z
  .enum(['pay_on_arrival', 'pay_in_person', 'cash', 'admin_created'])
  .default('pay_on_arrival')

const inserted = {
  cage_ids: z.array(id).min(1).max(64).meta({ description: 'One booking is made for each.' }),
  start_time: instant,
  end_time: instant,
  payment_method: deskPaymentMethod,
  status: z.enum(['pending payment', 'paid']).default('pending payment'),
  admin_notes: notesInput,
  totalAmount: updateChoices.totalAmount,
  override_reason: updateChoices.override_reason,
  ...tellChoices,
}
const insertErrors = [
  'no_slots',
  'slots_overlap_in_request',
  'cage_not_found',
  'slot_unaligned',
  'slot_in_past',
  'slot_too_far_ahead',
  'facility_closed',
  'slots_taken',
  'price_changed',
] as const
const insertAnswer = z.object({
  message: z.string(),
  bookings: z.array(staffBooking),
  total_amount: dollars,
  ...undoField,
})

export const insertBookings = route({
  operationId: 'insert-bookings',
  method: 'post',
  path: '/api/customers/:user_id/bookings',
  access: 'desk',
  summary: 'Book cages for a customer, all or none, at the price for that customer',
  params: z.object({ user_id: id }),
  body: z.object({ participant_id: participantId, ...inserted }),
  status: 201,
  answer: insertAnswer,
  errors: ['customer_not_found', ...participantErrors, ...insertErrors],
})

export const insertGuestBookings = route({
  operationId: 'insert-guest-bookings',
  method: 'post',
  path: '/api/guest-bookings',
  access: 'desk',
  summary: 'Book cages for somebody without an account, all or none',
  body: z
    .object({
      guest_name: oneLine(200),
      guest_email: emailAddress.nullish(),
      guest_phone: oneLine(40).nullish(),
      ...inserted,
    })
    .refine(({ guest_email, guest_phone }) => guest_email || guest_phone, {
      path: ['guest_email'],
      error: 'Either email or phone number is required.',
    }),
  status: 201,
  answer: insertAnswer,
  errors: insertErrors,
})
