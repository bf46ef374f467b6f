import { z } from 'zod'
import { longestLesson } from '../../domain/lessons/lessons.ts'
import { change, refundFields } from '../accounts/changes.ts'
import { participantErrors, participantId, participation } from '../accounts/participation.ts'
import { bookingStatus } from '../bookings/bookings.ts'
import { tellChoices, undoField } from '../bookings/staffChanges.ts'
import { timeErrors } from '../bookings/timeErrors.ts'
import { day, dollars, id, wallTime } from '../fields.ts'
import { formCheck } from '../forms.ts'
import { route } from '../route.ts'
import { oneLine, personName } from '../text.ts'
import { lessonMinutes, lessonSlot } from './coaches.ts'

/** A missing choice has its own sentence, unlike malformed input (spec 1 §5). */
const chosen = <Schema extends z.ZodType>(schema: Schema) => schema.or(z.literal('')).nullish()

export const guestDetails = z.object({
  name: personName(200, 'Full name is required.'),
  phone: z
    .string()
    .trim()
    .min(1, { error: 'Phone number is required.', abort: true })
    .regex(/\d/, 'Please enter a phone number.')
    .pipe(oneLine(40)),
  email: z
    .union([
      z.literal(''),
      z.string().trim().toLowerCase().max(254).pipe(z.email('Please enter a valid email address.')),
    ])
    .nullish()
    .meta({ description: 'The address for the confirmation, if given.' }),
})
export type GuestDetails = z.infer<typeof guestDetails>

export const lessonRequest = z.object({
  coach_id: chosen(id),
  lesson_date: chosen(day),
  start_time: chosen(wallTime),
  duration_minutes: lessonMinutes,
  payment_method: z.string().max(50).meta({ description: "Only 'on_arrival'." }),
  guest_details: guestDetails.nullish().meta({
    description: 'The guest, when nobody is signed in or staff book for a person without an account.',
  }),
  participant_id: participantId,
  cage_id: id.nullish().meta({ description: 'Without it the first free cage by name.' }),
  totalAmount: dollars.optional().meta({
    description: 'What the customer was shown, in dollars; compared, never trusted.',
  }),
  ...formCheck.shape,
})
export type LessonRequest = z.infer<typeof lessonRequest>

const tooLong = 'Lessons last 30 minutes to 4 hours, in half hours.'

/** A lesson as coaches and staff book it, also for another account or with another length. */
export const coachBookingRequest = lessonRequest.extend({
  customer_id: id.nullish().meta({ description: 'Who comes, where staff book for an account.' }),
  duration_minutes: z
    .number()
    .int()
    .min(30, tooLong)
    .max(longestLesson, tooLong)
    .multipleOf(30, tooLong)
    .meta({ description: 'For oneself 30, 60 or 90; staff book up to 240.' }),
  as_new_guest: z.boolean().optional().meta({
    description: 'Staff book for a guest although an account has the same phone number.',
  }),
  override_reason: oneLine(500).optional().meta({
    description: 'Why staff break a rule, where their role may; kept in the audit log.',
  }),
  ...tellChoices,
})
export type CoachBookingRequest = z.infer<typeof coachBookingRequest>

/** The details of `person_exists`: who has the phone number, as much as staff may see of them. */
export const existingPeople = z.object({
  people: z.array(z.object({ id, full_name: z.string(), phone_number: z.string() })),
})
export type ExistingPeople = z.infer<typeof existingPeople>

export const bookedLesson = z.object({
  id,
  coach_id: id,
  coach_name: z.string(),
  cage_name: z.string(),
  lesson_date: day,
  start_time: wallTime,
  end_time: wallTime,
  duration_minutes: z.number().int(),
  coach_rate: dollars.meta({ description: "The coach's hourly rate." }),
  cage_cost: dollars,
  total_cost: dollars,
  status: bookingStatus,
})
export type BookedLesson = z.infer<typeof bookedLesson>

export const createCoachBooking = route({
  operationId: 'create-coach-booking',
  call: 'POST /api/lessons',
  access: 'public',
  sells: true,
  summary: 'Book a lesson, paid on arrival: for oneself, as a guest, or by staff for a customer or guest',
  body: coachBookingRequest,
  status: 201,
  answer: z.object({
    message: z.string(),
    booking: bookedLesson,
    calendar_url: z.string().meta({ description: 'Path of lesson.ics; no sign-in is needed to load it.' }),
    ...undoField,
  }),
  errors: [
    'waiver_needed',
    'not_open_yet',
    'lesson_time_required',
    'online_payment_unavailable',
    'login_or_guest_required',
    'customer_required',
    'customer_not_found',
    'person_exists',
    'second_factor_due',
    'form_check_failed',
    'too_many_requests',
    'guest_lessons_limit',
    'guest_hours_limit',
    'unpaid_hours_limit',
    'coach_not_found',
    'cage_not_found',
    ...timeErrors,
    'clocks_change',
    'coach_unavailable',
    'lesson_time_taken',
    'no_free_cage',
    'slots_taken',
    'price_changed',
    ...participantErrors,
  ],
})

/** A lesson as its customer sees it (spec 2 §3). */
export const customerLesson = bookedLesson.extend({
  booking_type: z.enum(['user', 'guest']),
  payment_method: z.string(),
  payment_status: z.enum(['pending payment', 'paid', 'refunded']),
  customer_name: z.string(),
  coach_email: z.string().nullable(),
  coach_phone: z.string().nullable(),
  cage_id: id,
  customer_notes: z.string().nullable(),
  admin_notes: z
    .string()
    .nullable()
    .meta({ description: "What the coach wrote for the customer; shown as the coach's notes." }),
  calendar_url: z.string(),
  change,
  ...participation,
})
export type CustomerLesson = z.infer<typeof customerLesson>

export const getUserCoachBookings = route({
  operationId: 'get_user_coach_bookings',
  call: 'GET /api/me/lessons',
  access: 'signed-in',
  summary: "The lessons of the caller's household, newest first",
  answer: z.array(customerLesson),
})

export const getLessonCalendar = route({
  operationId: 'get-lesson-calendar',
  call: 'GET /api/lessons/:id/lesson.ics',
  access: 'public',
  summary: 'A lesson as a calendar file (RFC 5545), by its signed address',
  params: z.object({ id }),
  query: z.object({
    signature: z.string().max(100),
    reader: id.optional().meta({ description: 'The account that the address was made for.' }),
  }),
  answer: z.string().meta({ contentType: 'text/calendar' }),
  errors: ['lesson_not_found'],
})

/** What a guest's ticket shows of a lesson: nothing that was written about the person, and no way to change it. */
export const lessonTicket = customerLesson.pick({
  ...{ id: true, coach_id: true, coach_name: true, cage_name: true, lesson_date: true, start_time: true },
  ...{ end_time: true, duration_minutes: true, total_cost: true, status: true, payment_status: true },
  ...{ customer_name: true, calendar_url: true, change: true, participant: true, booked_by: true },
})
export type LessonTicket = z.infer<typeof lessonTicket>

export const getLessonTicket = route({
  operationId: 'get-lesson-ticket',
  call: 'GET /api/lessons/:id/ticket',
  access: 'public',
  summary: "A guest's lesson as it is now, by the signature of its `calendar_url`",
  params: z.object({ id }),
  query: z.object({ signature: z.string().max(100) }),
  answer: lessonTicket,
  errors: ['lesson_not_found'],
})

export const cancelLesson = route({
  operationId: 'cancel-lesson',
  call: 'POST /api/me/lessons/:id/cancel',
  access: 'signed-in',
  summary: 'Cancel an own lesson, until its cut-off; frees coach and cage at once',
  params: z.object({ id }),
  answer: z.object({ message: z.string(), lesson: customerLesson, ...refundFields }),
  errors: ['lesson_not_found', 'already_canceled', 'already_over', 'already_started', 'change_too_late'],
})

export const listLessonMoveTimes = route({
  operationId: 'list-lesson-move-times',
  call: 'GET /api/me/lessons/:id/move-times',
  access: 'signed-in',
  summary: 'The starts on a day to which an own lesson can be moved, each with what it costs then',
  params: z.object({ id }),
  query: z.object({ lesson_date: day }),
  answer: z.array(lessonSlot),
  errors: ['lesson_not_found'],
})

export const moveLesson = route({
  operationId: 'move-lesson',
  call: 'POST /api/me/lessons/:id/move',
  access: 'signed-in',
  sells: true,
  summary: 'Move an own lesson, until its cut-off, to another time of the same coach and length',
  params: z.object({ id }),
  body: z.object({
    lesson_date: day,
    start_time: wallTime,
    totalAmount: dollars.optional().meta({
      description:
        'What the customer was shown for the new time, in dollars; compared, never trusted. Without it the new time must not cost more than the old one.',
    }),
  }),
  answer: z.object({ message: z.string(), lesson: customerLesson, ...refundFields }),
  errors: [
    'not_open_yet',
    'lesson_not_found',
    'already_canceled',
    'already_over',
    'already_started',
    'change_too_late',
    'changed_meanwhile',
    'move_changes_nothing',
    'move_costs_more',
    'coach_not_found',
    ...timeErrors,
    'clocks_change',
    'coach_unavailable',
    'lesson_time_taken',
    'no_free_cage',
    'price_changed',
  ],
})
