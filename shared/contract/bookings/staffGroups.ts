/**
 * Bookings and lessons that are one row of the staff's lists (bookingLists.ts), changed or deleted together: all of them, or
 * none. A refusal names the first one that is in the way, as `refused` in its details.
 */

import { z } from 'zod'
import { refundFields } from '../accounts/changes.ts'
import { day, dollars, id, instant, revision, wallTime } from '../fields.ts'
import {
  deleteLessonErrors,
  lessonMinutes,
  staffLesson,
  updateLessonErrors,
} from '../lessons/staffLessons.ts'
import { route } from '../route.ts'
import { deleteBookingErrors, staffBooking, updateBookingErrors } from './staffBookings.ts'
import {
  cancelChoices,
  notesInput,
  refundsByChoice,
  statusInput,
  undoField,
  updateChoices,
} from './staffChanges.ts'

/** As many as can be booked at once. */
const most = 64

const seen = z.object({
  id,
  expected_revision: revision.optional().meta({ description: 'The `revision` that was looked at.' }),
})

/** One that is changed. */
const changedOne = seen.extend({
  totalAmount: dollars.optional().meta({
    description:
      'What staff were shown for this one, in dollars; compared, never trusted. Without it the price is as computed.',
  }),
})

const group = <One extends typeof seen>(one: One) =>
  z
    .array(one)
    .min(1)
    .max(most)
    .refine(
      (all) => new Set(all.map((each) => each.id.toLowerCase())).size === all.length,
      'Name each one once.',
    )

/** The choices of one apply to each; revisions and totals are said of each. */
const { expected_revision: _, ...deleteOfEach } = cancelChoices
const { expected_revision: __, totalAmount: ___, ...updateOfEach } = updateChoices

export const updateBookingGroup = route({
  operationId: 'update-booking-group',
  call: 'PATCH /api/admin/booking-groups',
  access: 'desk',
  grave: refundsByChoice,
  summary:
    'Change time, status, price or notes of cage bookings made together, all or none; each keeps its cage',
  body: z.object({
    bookings: group(changedOne),
    new_start_time: instant.optional(),
    new_end_time: instant.optional(),
    new_status: statusInput.optional(),
    new_admin_notes: notesInput,
    ...updateOfEach,
  }),
  answer: z.object({ message: z.string(), bookings: z.array(staffBooking), ...refundFields, ...undoField }),
  errors: [...updateBookingErrors, 'not_one_group'],
})

export const deleteBookingGroup = route({
  operationId: 'delete-booking-group',
  call: 'POST /api/admin/booking-groups/delete',
  access: 'desk',
  grave: refundsByChoice,
  summary: 'Delete cage bookings made together, all or none; those that are not canceled are canceled first',
  body: z.object({ bookings: group(seen), ...deleteOfEach }),
  answer: z.object({ message: z.string(), ...refundFields, ...undoField }),
  errors: [...deleteBookingErrors, 'not_one_group'],
})

export const updateLessonGroup = route({
  operationId: 'update-lesson-group',
  call: 'PATCH /api/admin/lesson-groups',
  access: 'desk',
  grave: refundsByChoice,
  summary: 'Change time, length, status, price or notes of lessons at one time for one person, all or none',
  body: z.object({
    bookings: group(changedOne),
    new_status: statusInput.optional(),
    new_coach_notes: notesInput,
    new_lesson_date: day.optional(),
    new_start_time: wallTime.optional(),
    new_duration_minutes: lessonMinutes.optional(),
    ...updateOfEach,
  }),
  answer: z.object({ message: z.string(), bookings: z.array(staffLesson), ...refundFields, ...undoField }),
  errors: [...updateLessonErrors, 'not_one_group'],
})

export const deleteLessonGroup = route({
  operationId: 'delete-lesson-group',
  call: 'POST /api/admin/lesson-groups/delete',
  access: 'desk',
  grave: refundsByChoice,
  summary:
    'Delete lessons at one time for one person, all or none; those that are not canceled are canceled first',
  body: z.object({ bookings: group(seen), ...deleteOfEach }),
  answer: z.object({ message: z.string(), ...refundFields, ...undoField }),
  errors: [...deleteLessonErrors, 'not_one_group'],
})

export const staffGroupsContract = [
  updateBookingGroup,
  deleteBookingGroup,
  updateLessonGroup,
  deleteLessonGroup,
] as const
