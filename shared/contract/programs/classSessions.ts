/** The sessions of a class with who takes part, as the desk and admins see and change them (spec 3 §2, §7). */

import { z } from 'zod'
import { refundFields } from '../accounts/changes.ts'
import { hasNote, missingCare } from '../accounts/households.ts'
import {
  attendance,
  cancelChoices,
  deleteChoices,
  expectedRevision,
  refundsByChoice,
  tellChoices,
  termsErrors,
  undoField,
} from '../bookings/staffChanges.ts'
import { day, dollars, id, instant, wallTime } from '../fields.ts'
import { pageOf, pageQuery } from '../page.ts'
import { route } from '../route.ts'
import { unsignedWaivers } from '../waivers/waivers.ts'

const paymentState = z.enum(['paid', 'unpaid']).meta({
  description: "'unpaid': to be paid on arrival; the database and customers have 'registered'.",
})

const attendanceNoted = attendance.nullable().meta({ description: 'Null: nothing is known.' })

/** A session as staff see it (spec 3 §3). */
export const adminClassInstance = z.object({
  id,
  class_date: day,
  start_time: wallTime,
  end_time: wallTime,
  status: z.enum(['active', 'canceled']).meta({ description: "Only an 'active' one allows actions." }),
  max_spots: z.number().int(),
  spots_left: z.number().int().min(0),
  held: z.number().int().meta({ description: 'Spots of open card checkouts; they count as taken.' }),
  cages: z.array(z.string()),
  coach_name: z.string().nullable(),
  class_registrations: z
    .array(z.object({ id, status: paymentState, attendance: attendanceNoted }))
    .meta({ description: 'Those that are not canceled.' }),
})
export type AdminClassInstance = z.infer<typeof adminClassInstance>

export const getAdminClassInstances = route({
  operationId: 'get_admin_class_instances',
  call: 'GET /api/admin/classes/:class_id_param/instances',
  access: 'desk',
  summary: 'The sessions of a class: those to come, soonest first, or those that are over, latest first',
  params: z.object({ class_id_param: id }),
  query: pageQuery
    .omit({ search_query: true })
    .extend({ when: z.enum(['upcoming', 'past']).default('upcoming') }),
  answer: pageOf(adminClassInstance),
  errors: ['class_not_found', 'cursor_invalid'],
})

/** Someone's seat in a session as staff see it (spec 3 §3). */
export const adminClassRegistration = z.object({
  id,
  status: z.enum([...paymentState.options, 'canceled']),
  isGuest: z.boolean().meta({ description: 'Entered without an account.' }),
  user_id: id.nullable().meta({ description: 'Null for guests, and once the account is deleted.' }),
  guest_name: z.string().nullable(),
  guest_email: z.string().nullable(),
  guest_phone: z.string().nullable(),
  customer_name: z.string().meta({ description: 'The account or guest that answers for it.' }),
  customer_email: z.string().nullable(),
  customer_phone: z.string().nullable(),
  participant: z.object({
    id: id.nullable().meta({ description: 'Null once the person is deleted.' }),
    name: z.string(),
    age: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'In full years on the day of the session; null: not known.' }),
    missing_care: missingCare,
    has_note: hasNote,
    unsigned: unsignedWaivers,
    is_customer: z.boolean(),
  }),
  registered_by: z
    .string()
    .nullable()
    .meta({ description: 'Name of the staff who entered it by hand; null: booked online.' }),
  total_cost: dollars,
  owed: dollars.meta({ description: 'Still to be paid.' }),
  paid_amount: dollars.meta({ description: 'What was paid and is not given back.' }),
  paid_by: z.enum(['card', 'desk']).nullable().meta({ description: 'What the last payment came by.' }),
  payment_id: id.nullable().meta({ description: 'The last payment for it.' }),
  attendance: attendanceNoted,
  attendance_at: instant.nullable(),
  created_at: instant,
  canceled_at: instant.nullable(),
  revision: z.number().int().meta({ description: 'Counts its changes; send it as `expected_revision`.' }),
})
export type AdminClassRegistration = z.infer<typeof adminClassRegistration>

const sessionWithRegistrations = z.object({
  session: adminClassInstance.extend({
    class_id: id,
    class_name: z.string(),
    price: dollars.meta({ description: 'Per person, before any member discount.' }),
    starts_at: instant,
    ends_at: instant,
  }),
  registrations: z.array(adminClassRegistration).meta({ description: 'By name; canceled ones last.' }),
})
export type SessionWithRegistrations = z.infer<typeof sessionWithRegistrations>

export const getClassRegistrationsForAdmin = route({
  operationId: 'get_class_registrations_for_admin',
  call: 'GET /api/admin/class-instances/:instance_id_param/registrations',
  access: 'desk',
  summary: 'A class session with everybody who has or had a seat in it: who, what is owed, who came',
  params: z.object({ instance_id_param: id }),
  answer: sessionWithRegistrations,
  errors: ['class_session_not_found'],
})

const named = z.object({ id })

export const previewClassSessionCancellation = route({
  operationId: 'preview-class-session-cancellation',
  call: 'GET /api/admin/class-instances/:id/cancellation',
  access: 'desk',
  summary: 'What canceling a class session would do now: who is told, and what comes back',
  params: named,
  answer: z.object({
    registrations: z.number().int().meta({ description: 'Seats that would be canceled.' }),
    told: z.number().int().meta({ description: 'People who would get a message.' }),
    ...refundFields,
    refund_by_hand: dollars.meta({ description: 'How much of it the desk gives back by hand.' }),
    checkouts: z.number().int().meta({ description: 'Card checkouts of its seats that are open now.' }),
    has_begun: z.boolean().meta({ description: 'Then a reason is needed, and nothing comes back by rule.' }),
  }),
  errors: ['class_session_not_found', 'already_canceled', 'refund_above_limit'],
})

export const cancelClassSession = route({
  operationId: 'cancel-class-session',
  call: 'POST /api/admin/class-instances/:id/cancel',
  access: 'desk',
  // It gives back what everybody paid, and tells them all.
  grave: true,
  summary:
    'Cancel a class session with its registrations: everybody is told and refunded, its cages are free',
  params: named,
  body: z.object({ ...tellChoices, override_reason: cancelChoices.override_reason }),
  answer: z.object({
    message: z.string(),
    registrations: z.number().int().meta({ description: 'How many were canceled with it.' }),
    ...refundFields,
    ...undoField,
  }),
  errors: ['class_session_not_found', ...termsErrors],
})

export const deleteClassSession = route({
  operationId: 'delete-class-session',
  call: 'DELETE /api/admin/class-instances/:id',
  access: 'admin',
  grave: true,
  summary: 'Delete a class session; its registrations are canceled first, with refunds and messages',
  params: named,
  query: z.object({
    tell: deleteChoices.tell,
    message: deleteChoices.message,
    override_reason: deleteChoices.override_reason,
  }),
  answer: z.object({
    message: z.string(),
    registrations: z.number().int().meta({ description: 'How many were canceled first.' }),
    ...refundFields,
    ...undoField,
  }),
  errors: ['class_session_not_found', 'class_session_in_checkout', 'sale_kept', ...termsErrors],
})

export const updateClassSessionAttendance = route({
  operationId: 'update-class-session-attendance',
  call: 'PUT /api/admin/class-instances/:id/attendance',
  access: 'desk',
  summary: 'Check in everybody of a class session of whom nothing is noted yet',
  params: named,
  body: z.object({ attendance: z.literal('checked_in') }),
  answer: z.object({
    message: z.string(),
    registrations: z.number().int().meta({ description: 'How many were checked in.' }),
    ...undoField,
  }),
  errors: ['class_session_not_found', 'class_session_canceled', 'check_in_too_early'],
})

export const updateClassRegistrationAttendance = route({
  operationId: 'update-class-registration-attendance',
  call: 'PUT /api/admin/class-registrations/:id/attendance',
  access: 'desk',
  summary: 'Note whether someone came to a class session, or take it back',
  params: named,
  body: z.object({ attendance: attendance.nullable(), ...expectedRevision }),
  answer: z.object({ message: z.string(), registration: adminClassRegistration, ...undoField }),
  errors: [
    'registration_not_found',
    'already_canceled',
    'not_begun',
    'check_in_too_early',
    'waiver_needed',
    'changed_meanwhile',
  ],
})

const changeErrors = ['registration_not_found', 'changed_meanwhile', ...termsErrors] as const

export const cancelClassRegistrationAdmin = route({
  operationId: 'cancel-class-registration-admin',
  call: 'POST /api/admin/class-registrations/:id/cancel',
  access: 'desk',
  grave: refundsByChoice,
  summary: 'Cancel one seat in a class session: its spot is free, its people are told and refunded',
  params: named,
  body: z.object(cancelChoices),
  answer: z.object({ message: z.string(), ...refundFields, ...undoField }),
  errors: changeErrors,
})

export const deleteClassRegistration = route({
  operationId: 'delete-class-registration',
  call: 'DELETE /api/admin/class-registrations/:id',
  access: 'desk',
  grave: refundsByChoice,
  summary: 'Delete one seat in a class session; one that is not canceled is canceled first',
  params: named,
  query: z.object(deleteChoices),
  answer: z.object({ message: z.string(), ...refundFields, ...undoField }),
  errors: [...changeErrors, 'sale_kept'],
})

/** In the list of `staffApi.ts`. */
export const classSessionContract = [
  getAdminClassInstances,
  getClassRegistrationsForAdmin,
  previewClassSessionCancellation,
  cancelClassSession,
  deleteClassSession,
  updateClassSessionAttendance,
  updateClassRegistrationAttendance,
  cancelClassRegistrationAdmin,
  deleteClassRegistration,
] as const
