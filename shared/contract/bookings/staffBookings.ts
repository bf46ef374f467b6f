/** Cage bookings as the desk and admins change them (spec 3 §7). */

import { z } from 'zod'
import { refundFields } from '../accounts/changes.ts'
import {
  participant_name,
  participantErrors,
  participantId,
  participantName,
} from '../accounts/participation.ts'
import { dollars, id, instant } from '../fields.ts'
import { route } from '../route.ts'
import { checkGuestContact, guestContact } from './bookedGuest.ts'
import { bookingStatus } from './bookings.ts'
import {
  attendanceNote,
  cancelChoices,
  deleteChoices,
  deskPayment,
  noted,
  notesInput,
  refundsByChoice,
  statusInput,
  tellChoices,
  termsErrors,
  undoField,
  updateChoices,
} from './staffChanges.ts'
import { timeErrors } from './timeErrors.ts'

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

export const updateBookingErrors = [
  'booking_not_found',
  'changed_meanwhile',
  'status_refused',
  'paid_by_card',
  'refunded_by_card',
  'move_costs_more',
  'cage_not_found',
  ...timeErrors,
  'slots_taken',
  'price_changed',
  ...termsErrors,
] as const

export const updateBooking = route({
  operationId: 'update_booking',
  call: 'PATCH /api/bookings/:booking_id',
  access: 'desk',
  grave: refundsByChoice,
  summary: "Change time, cage, status, price or notes of an account's cage booking",
  params: named,
  body: update,
  answer: changed,
  errors: updateBookingErrors,
})

export const updateGuestBooking = route({
  operationId: 'update_guest_booking',
  call: 'PATCH /api/guest-bookings/:booking_id',
  access: 'desk',
  grave: refundsByChoice,
  summary: "Change time, cage, status, price or notes of a guest's cage booking",
  params: named,
  body: update,
  answer: changed,
  errors: updateBookingErrors,
})

export const updateBookingStatus = route({
  operationId: 'update-booking-status',
  call: 'PUT /api/bookings/:id/status',
  access: 'desk',
  grave: refundsByChoice,
  summary: "Set the status of an account's cage booking: paid at the desk, not paid, canceled",
  params: z.object({ id }),
  body: z.object({ status: statusInput, ...cancelChoices }),
  answer: changed,
  errors: updateBookingErrors,
})

export const updateBookingAttendance = route({
  operationId: 'update-booking-attendance',
  call: 'PUT /api/bookings/:id/attendance',
  access: 'desk',
  summary: 'Note who came to a cage booking, of an account or of a guest, or take it back',
  params: z.object({ id }),
  body: attendanceNote,
  answer: z.object({ message: z.string(), booking: staffBooking, ...undoField }),
  errors: [
    'booking_not_found',
    'already_canceled',
    'not_begun',
    'check_in_too_early',
    'waiver_needed',
    'changed_meanwhile',
    'rest_freed',
    'slots_taken',
  ],
})

const deleted = z.object({ message: z.string(), ...refundFields, ...undoField })
export const deleteBookingErrors = [
  'booking_not_found',
  'changed_meanwhile',
  'sale_kept',
  ...termsErrors,
] as const

export const deleteBooking = route({
  operationId: 'delete_booking',
  call: 'DELETE /api/bookings/:booking_id',
  access: 'desk',
  grave: refundsByChoice,
  summary: "Delete an account's cage booking; one that is not canceled is canceled first",
  params: named,
  query: z.object(deleteChoices),
  answer: deleted,
  errors: deleteBookingErrors,
})

export const deleteGuestBooking = route({
  operationId: 'delete_guest_booking',
  call: 'DELETE /api/guest-bookings/:booking_id',
  access: 'desk',
  grave: refundsByChoice,
  summary: "Delete a guest's cage booking; one that is not canceled is canceled first",
  params: named,
  query: z.object(deleteChoices),
  answer: deleted,
  errors: deleteBookingErrors,
})

const inserted = {
  cage_ids: z.array(id).min(1).max(64).meta({ description: 'One booking is made for each.' }),
  start_time: instant,
  end_time: instant,
  ...deskPayment,
  admin_notes: notesInput,
  check_in: z.boolean().default(false).meta({
    description: 'They are there: checks them in as well. Who must sign a waiver first is booked only.',
  }),
  totalAmount: updateChoices.totalAmount,
  override_reason: updateChoices.override_reason,
  ...tellChoices,
}
const insertErrors = [
  'no_slots',
  'slots_overlap_in_request',
  'cage_not_found',
  ...timeErrors,
  'slots_taken',
  'price_changed',
  'check_in_too_early',
] as const
const insertAnswer = z.object({
  message: z.string(),
  bookings: z.array(staffBooking),
  total_amount: dollars,
  ...undoField,
})

export const insertBookings = route({
  operationId: 'insert-bookings',
  call: 'POST /api/customers/:user_id/bookings',
  access: 'desk',
  summary: 'Book cages for a customer, all or none, at the price for that customer',
  params: z.object({ user_id: id }),
  body: z.object({ participant_id: participantId, ...inserted }),
  status: 201,
  answer: insertAnswer,
  errors: ['customer_not_found', ...participantErrors, ...insertErrors],
})

export const getBookingCustomer = route({
  operationId: 'get-booking-customer',
  call: 'GET /api/customers/:user_id/booking',
  access: 'desk',
  summary: 'Who of a household can take part in what the desk books, and what comes off the price of cages',
  params: z.object({ user_id: id }),
  answer: z.object({
    id,
    full_name: z.string(),
    participants: z.array(participantName).meta({ description: 'The customer first.' }),
    cage_discount_percent: z.number().meta({ description: "A member's; 0 for everybody else." }),
  }),
  errors: ['customer_not_found'],
})

export const insertGuestBookings = route({
  operationId: 'insert-guest-bookings',
  call: 'POST /api/guest-bookings',
  access: 'desk',
  summary: 'Book cages for someone without an account, all or none',
  body: z
    .object({
      ...guestContact,
      walk_in: z.boolean().default(false).meta({
        description: "Someone at the desk who need not say more: without a name 'Walk-in', without contact.",
      }),
      ...inserted,
    })
    .superRefine((body, context) => {
      if (!body.walk_in) checkGuestContact(body, context)
    }),
  status: 201,
  answer: insertAnswer,
  errors: insertErrors,
})

export const updateGuestContact = route({
  operationId: 'update-guest-contact',
  call: 'PUT /api/guest-bookings/:booking_id/contact',
  access: 'desk',
  summary: "Change the name, e-mail and phone number of a guest's cage booking",
  params: named,
  body: z.object(guestContact).superRefine(checkGuestContact),
  answer: z.object({ message: z.string(), booking: staffBooking }),
  errors: ['booking_not_found'],
})
