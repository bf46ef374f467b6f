/** Lessons as their coach, the desk and admins change them (spec 3 §7). */

import { z } from 'zod'
import { longestLesson } from '../../domain/lessons/lessons.ts'
import { refundFields } from '../accounts/changes.ts'
import { participant_name, participantErrors, participantId } from '../accounts/participation.ts'
import { checkGuestContact, guestContact } from '../bookings/bookedGuest.ts'
import {
  attendanceNote,
  cancelChoices,
  deleteChoices,
  deskPayment,
  expectedRevision,
  noted,
  notesInput,
  refundsByChoice,
  statusInput,
  tellChoices,
  termsErrors,
  undoField,
  updateChoices,
} from '../bookings/staffChanges.ts'
import { timeErrors } from '../bookings/timeErrors.ts'
import { day, dollars, id, instant, wallTime } from '../fields.ts'
import { route } from '../route.ts'
import { manyLines } from '../text.ts'
import { bookedLesson } from './lessons.ts'

/** A lesson as staff see it, of an account or of a guest. */
export const staffLesson = bookedLesson.extend({
  booking_type: z.enum(['user', 'guest']),
  customer_id: id.nullable().meta({ description: 'Null for guests, and once the account is deleted.' }),
  customer_name: z.string(),
  customer_email: z.string().nullable(),
  customer_phone: z.string().nullable(),
  participant_name,
  cage_id: id,
  payment_method: z.string(),
  payment_status: z.enum(['pending payment', 'paid', 'refunded']),
  customer_notes: z.string().nullable(),
  coach_notes: z.string().nullable(),
  ...noted,
  paid_by_hand_at: instant.nullable().meta({
    description: 'When a payment was noted by hand; null for what a card paid.',
  }),
})
export type StaffLesson = z.infer<typeof staffLesson>

const changed = z.object({ message: z.string(), booking: staffLesson, ...refundFields, ...undoField })

export const updateLessonErrors = [
  'lesson_not_found',
  'changed_meanwhile',
  'status_refused',
  'paid_by_card',
  'payment_of_others',
  'refunded_by_card',
  'move_costs_more',
  'coach_not_found',
  'cage_not_found',
  ...timeErrors,
  'clocks_change',
  'coach_unavailable',
  'lesson_time_taken',
  'no_free_cage',
  'slots_taken',
  'price_changed',
  ...termsErrors,
] as const

export const lessonMinutes = z.number().int().min(30).max(longestLesson).multipleOf(30)

export const updateCoachBooking = route({
  operationId: 'update_coach_booking',
  call: 'PATCH /api/lessons/:booking_id',
  access: 'staff',
  grave: refundsByChoice,
  summary: "Change time, length, cage, status, price or notes of a lesson; a coach's own lessons only",
  params: z.object({ booking_id: id }),
  body: z.object({
    new_status: statusInput.optional(),
    new_coach_notes: notesInput,
    new_lesson_date: day.optional(),
    new_start_time: wallTime.optional(),
    new_duration_minutes: lessonMinutes.optional(),
    new_cage_id: id.optional(),
    ...updateChoices,
  }),
  answer: changed,
  errors: updateLessonErrors,
})

export const cancelCoachBooking = route({
  operationId: 'cancel_coach_booking',
  call: 'POST /api/lessons/:p_booking_id/cancel',
  access: 'staff',
  grave: refundsByChoice,
  summary: "Cancel a lesson; a coach's own lessons only. Coach and cage are free at once",
  params: z.object({ p_booking_id: id }),
  body: z.object({
    ...cancelChoices,
    note: manyLines(500)
      .optional()
      .meta({ description: 'Message to the customer, in the message about it.' }),
  }),
  answer: changed,
  errors: ['lesson_not_found', 'changed_meanwhile', ...termsErrors],
})

export const updateCoachBookingPaymentStatus = route({
  operationId: 'update_coach_booking_payment_status',
  call: 'PUT /api/lessons/:p_booking_id/payment-status',
  access: 'staff',
  summary: "Note that a lesson was paid by hand, or that it was not; a coach's own lessons and notes only",
  params: z.object({ p_booking_id: id }),
  body: z.object({
    p_new_status: z.enum(['paid', 'pending payment']),
    paid_by_hand_at: instant.optional().meta({
      description: 'Which payment is taken back: any other is left alone.',
    }),
    ...expectedRevision,
  }),
  answer: changed,
  errors: ['lesson_not_found', 'already_canceled', 'changed_meanwhile', 'paid_by_card', 'payment_of_others'],
})

export const updateLessonAttendance = route({
  operationId: 'update-lesson-attendance',
  call: 'PUT /api/lessons/:id/attendance',
  access: 'staff',
  summary: "Note who came to a lesson, or take it back; a coach's own lessons only",
  params: z.object({ id }),
  body: attendanceNote,
  answer: changed,
  errors: [
    'lesson_not_found',
    'already_canceled',
    'not_begun',
    'check_in_too_early',
    'waiver_needed',
    'changed_meanwhile',
    'rest_freed',
    'lesson_time_taken',
  ],
})

export const deleteLessonErrors = [
  'lesson_not_found',
  'changed_meanwhile',
  'sale_kept',
  ...termsErrors,
] as const

export const deleteCoachBooking = route({
  operationId: 'delete_coach_booking',
  call: 'DELETE /api/lessons/:booking_id',
  access: 'desk',
  grave: refundsByChoice,
  summary: 'Delete a lesson; one that is not canceled is canceled first',
  params: z.object({ booking_id: id }),
  query: z.object(deleteChoices),
  answer: z.object({ message: z.string(), ...refundFields, ...undoField }),
  errors: deleteLessonErrors,
})

export const insertCoachBookings = route({
  operationId: 'insert-coach-bookings',
  call: 'POST /api/admin/lessons',
  access: 'desk',
  summary: 'Book a lesson with any coach, for a customer, someone of their household, or a guest',
  body: z
    .object({
      user_id: id.nullish().meta({ description: 'The customer; without one the guest is named.' }),
      participant_id: participantId,
      ...guestContact,
      coach_id: id,
      cage_id: id.nullish().meta({ description: 'Without it the first free cage by name.' }),
      lesson_date: day,
      start_time: wallTime,
      duration_minutes: z
        .number()
        .int()
        .min(30)
        .max(longestLesson)
        .multipleOf(30, 'Duration must be in 30-min increments.'),
      ...deskPayment,
      customer_notes: notesInput,
      totalAmount: updateChoices.totalAmount,
      override_reason: updateChoices.override_reason,
      ...tellChoices,
    })
    .superRefine((body, context) => {
      if (!body.user_id) checkGuestContact(body, context)
    }),
  status: 201,
  answer: z.object({ message: z.string(), booking: staffLesson, total_amount: dollars, ...undoField }),
  errors: [
    'customer_not_found',
    'coach_not_found',
    'cage_not_found',
    ...timeErrors,
    'clocks_change',
    'coach_unavailable',
    'coach_away',
    'lesson_time_taken',
    'no_free_cage',
    'slots_taken',
    'price_changed',
    ...participantErrors,
  ],
})

export const updateLessonGuest = route({
  operationId: 'update-lesson-guest',
  call: 'PUT /api/lessons/:booking_id/guest',
  access: 'desk',
  summary: "Change the name, e-mail and phone number of a guest's lesson",
  params: z.object({ booking_id: id }),
  body: z.object(guestContact).superRefine(checkGuestContact),
  answer: z.object({ message: z.string(), booking: staffLesson }),
  errors: ['lesson_not_found'],
})
