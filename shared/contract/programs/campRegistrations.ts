/** The registrations of a camp as the desk and admins read and change them (spec 3 §2, §3, §4, §7). */

import { z } from 'zod'
import { registrationStatus } from '../accounts/accountRegistrations.ts'
import { refundFields } from '../accounts/changes.ts'
import { hasNote, missingCare } from '../accounts/households.ts'
import { participantErrors } from '../accounts/participation.ts'
import {
  attendance,
  cancelChoices,
  deleteChoices,
  expectedRevision,
  refundsByChoice,
  termsErrors,
  undoField,
} from '../bookings/staffChanges.ts'
import { day, dollars, id, instant } from '../fields.ts'
import { deskMethod, paymentDetails } from '../payments/staffPayments.ts'
import { route } from '../route.ts'
import { manyLines } from '../text.ts'
import { unsignedWaivers } from '../waivers/waivers.ts'

/** A registration with who takes part, who registered them and what was paid. */
export const staffCampRegistration = z.object({
  id,
  camp_id: id,
  is_guest: z.boolean().meta({ description: 'Whether someone without an account is registered.' }),
  status: registrationStatus,
  created_at: instant,
  canceled_at: instant.nullable(),
  name: z.string().nullable().meta({
    description: 'Of who takes part; null where nobody knows it any more.',
  }),
  participant: z
    .object({
      id,
      name: z.string(),
      age: z.number().int().nullable().meta({
        description: "In full years on the camp's first day; null without a birth date.",
      }),
      missing_care: missingCare,
      has_note: hasNote,
      unsigned: unsignedWaivers,
    })
    .nullable()
    .meta({ description: 'Null once the person is deleted.' }),
  registrant: z
    .object({
      id: id.nullable().meta({ description: 'The account; null for a guest.' }),
      full_name: z.string(),
      email: z.string().nullable(),
      phone_number: z.string().nullable(),
    })
    .nullable()
    .meta({ description: 'Who registered and is called; null once the account is deleted.' }),
  total_cost: dollars,
  paid_amount: dollars.meta({ description: 'What was paid and is not given back, or on its way back.' }),
  owed_amount: dollars.meta({ description: 'Still to be paid; nothing of what is canceled.' }),
  refund_by_rule: dollars.meta({ description: 'What canceling it now would give back by the rule.' }),
  paid_by_card: z.boolean(),
  attendance: z.record(day, attendance).meta({
    description: 'Who came, by facility day. A day that is not in it: nothing is known.',
  }),
  has_payment: z.boolean().meta({ description: 'Whether there is a payment to look at.' }),
  revision: z.number().int().meta({ description: 'Counts its changes; send it as `expected_revision`.' }),
})
export type StaffCampRegistration = z.infer<typeof staffCampRegistration>

export const campRegistrations = z.object({
  camp: z.object({
    id,
    name: z.string(),
    published: z.boolean(),
    start_date: day,
    end_date: day,
    price: dollars,
    min_age: z.number().int(),
    max_age: z.number().int(),
    max_spots: z.number().int(),
    spots_left: z.number().int().min(0).meta({ description: 'Seats held by open checkouts are taken.' }),
  }),
  registrations: z
    .array(staffCampRegistration)
    .meta({ description: 'Canceled ones too. By name, those without one last.' }),
})
export type CampRegistrations = z.infer<typeof campRegistrations>

export const listCampRegistrations = route({
  operationId: 'list-camp-registrations',
  call: 'GET /api/admin/camps/:camp_id/registrations',
  access: 'desk',
  summary: 'All registrations of a camp, of accounts and guests, with participants, contacts and payments',
  params: z.object({ camp_id: id }),
  answer: campRegistrations,
  errors: ['camp_not_found'],
})

const named = z.object({ id })
const changed = z.object({ message: z.string(), registration_id: id, ...refundFields, ...undoField })

export const updateCampRegistration = route({
  operationId: 'update-camp-registration',
  call: 'PATCH /api/admin/camp-registrations/:id',
  access: 'desk',
  grave: refundsByChoice,
  summary:
    'Set the status: paid at the desk, to be paid on arrival, canceled, or back again if a spot is free',
  params: named,
  body: z.object({
    status: registrationStatus,
    paid_by: deskMethod.default('other').meta({ description: "Of 'paid': how the desk took the money." }),
    note: manyLines(500).optional().meta({ description: 'For staff, with the payment.' }),
    ...cancelChoices,
  }),
  answer: changed,
  errors: [
    'registration_not_found',
    'changed_meanwhile',
    'paid_by_card',
    'refunded_by_card',
    'camp_not_found',
    'camp_called_off',
    ...participantErrors,
    'already_registered',
    'registration_closed',
    'age_outside_range',
    'birth_date_needed',
    'camp_full',
    ...termsErrors,
  ],
})

export const deleteCampRegistration = route({
  operationId: 'delete-camp-registration',
  call: 'DELETE /api/admin/camp-registrations/:id',
  access: 'desk',
  grave: refundsByChoice,
  summary: 'Delete a registration; one that is not canceled is canceled first, and what was paid comes back',
  params: named,
  query: z.object(deleteChoices),
  answer: changed,
  errors: ['registration_not_found', 'changed_meanwhile', 'sale_kept', ...termsErrors],
})

export const updateCampRegistrationAttendance = route({
  operationId: 'update-camp-registration-attendance',
  call: 'PUT /api/admin/camp-registrations/:id/attendance',
  access: 'desk',
  summary: 'Note whether someone came to a day of a camp, or that nothing is known after all',
  params: named,
  body: z.object({ day, attendance: attendance.nullable(), ...expectedRevision }),
  answer: z.object({
    message: z.string(),
    registration: staffCampRegistration.pick({ id: true, attendance: true, revision: true }),
    ...undoField,
  }),
  errors: [
    'registration_not_found',
    'already_canceled',
    'camp_not_on_this_day',
    'not_begun',
    'check_in_too_early',
    'waiver_needed',
    'changed_meanwhile',
  ],
})

export const updateCampAttendance = route({
  operationId: 'update-camp-attendance',
  call: 'PUT /api/admin/camps/:camp_id/attendance',
  access: 'desk',
  summary: 'Check in everybody of whom nothing is noted yet on a day of a camp',
  params: z.object({ camp_id: id }),
  body: z.object({ day, attendance: z.literal('checked_in') }),
  answer: z.object({
    message: z.string(),
    registrations: z.number().int().meta({ description: 'How many were checked in.' }),
    ...undoField,
  }),
  errors: ['camp_not_on_this_day', 'check_in_too_early'],
})

export const findCampRegistrationPayment = route({
  operationId: 'find-camp-registration-payment',
  call: 'GET /api/admin/camp-registrations/:id/payment',
  access: 'desk',
  summary: 'The payment of a registration, the last one where there are several',
  params: named,
  answer: paymentDetails,
  errors: ['registration_not_found', 'registration_payment_not_found'],
})
