/** Registrations for camps and classes that the desk and admins enter by hand (spec 3 §8). */

import { z } from 'zod'
import { participantErrors } from '../accounts/participation.ts'
import { cancelChoices, undoField } from '../bookings/staffChanges.ts'
import { day, id } from '../fields.ts'
import { deskMethod } from '../payments/staffPayments.ts'
import { newUser } from '../people/people.ts'
import { route } from '../route.ts'
import { emailAddress, oneLine, personName } from '../text.ts'
import { participantIds, participantRef } from './registrations.ts'

/** A person who is not known yet: a player, or a parent with the child who plays. */
const newPerson = newUser.extend({
  birth_date: day.nullish().meta({ description: 'Of the person; for those whose age counts.' }),
  child: z
    .object({ name: personName(200), birth_date: day.nullish() })
    .nullish()
    .meta({ description: 'Takes part in place of the person, who looks after them.' }),
})
export type NewPerson = z.output<typeof newPerson>

/** Whom a registration is for: people of a customer's household, or someone without an account. */
const who = {
  user_id: id.nullish().meta({ description: 'The customer; null for a guest.' }),
  participant_ids: participantIds.optional().meta({
    description: "Who of the customer's household takes part. Left out: the customer.",
  }),
  new_person: newPerson.nullish().meta({
    description:
      'In place of `user_id`: is entered with the registration, or not at all where that is refused.',
  }),
  guest_name: personName(200).nullish(),
  guest_email: emailAddress.nullish(),
  guest_phone: oneLine(40).nullish(),
  guest_birth_date: day.nullish().meta({ description: 'Kept with the guest, unless one is known.' }),
  override_reason: cancelChoices.override_reason,
}
export const manualChoice = z.object(who)
export type ManualChoice = z.output<typeof manualChoice>

interface Whom {
  readonly user_id?: string | null | undefined
  readonly participant_ids?: readonly string[] | undefined
  readonly new_person?: object | null | undefined
  readonly guest_name?: string | null | undefined
  readonly guest_email?: string | null | undefined
  readonly guest_phone?: string | null | undefined
}

/** Adds an issue unless the body names a customer, a new person, or a guest: by name, for a class with an email or phone number too. */
const customerOrGuest =
  (contact: 'needed' | 'optional') => (body: Whom, context: z.core.$RefinementCtx<Whom>) => {
    const { user_id, participant_ids, new_person, guest_name, guest_email, guest_phone } = body
    const isGuest = Boolean(guest_name || guest_email || guest_phone)
    const issue = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (new_person) {
      if (user_id || participant_ids || isGuest)
        issue('new_person', 'Enter a new person, or choose a known one, not both.')
    } else if (user_id && isGuest) issue('guest_name', 'Choose a customer or name a guest, not both.')
    else if (!user_id && !isGuest) issue('user_id', 'Please select a user to register.')
    else if (!user_id && contact === 'needed' && !(guest_name && (guest_email || guest_phone))) {
      issue('guest_name', 'Please provide a name and email for the guest.')
    } else if (!user_id && !guest_name) issue('guest_name', 'Please provide a name for the guest.')
    else if (!user_id && participant_ids) {
      issue('participant_ids', 'A guest can only be registered for themselves.')
    }
  }

/** @param omitted what is meant where nothing is said, as the specification has it. */
const manualStatus = (omitted: 'registered' | 'paid') =>
  z
    .enum(['registered', 'unpaid', 'paid'])
    .default(omitted)
    .transform((status) => (status === 'unpaid' ? 'registered' : status))
    .meta({ description: "'paid': at the desk; 'registered' or 'unpaid': to be paid on arrival." })

const manualAnswer = z.object({
  message: z.string(),
  registrations: z.array(z.object({ registration_id: id, participant: participantRef })),
})

const manualErrors = [
  'customer_not_found',
  'user_exists',
  'account_under_age',
  'participant_exists',
  'birth_date_in_future',
  ...participantErrors,
  'override_reason_required',
] as const

export const manualCampRegistration = route({
  operationId: 'admin-manual-camp-registration',
  call: 'POST /api/manual-camp-registrations',
  access: 'desk',
  summary: "Register people of a customer's household, or a guest, for a camp: all or none",
  body: z
    .object({
      camp_id: id,
      status: manualStatus('registered'),
      paid_by: deskMethod.optional().meta({ description: "Of 'paid': how the desk took the money." }),
      ...who,
    })
    .superRefine(customerOrGuest('optional')),
  status: 201,
  answer: manualAnswer.extend(undoField),
  errors: [
    ...manualErrors,
    'camp_not_found',
    'camp_called_off',
    'already_registered',
    'registration_closed',
    'age_outside_range',
    'birth_date_needed',
    'camp_full',
  ],
})

export const manualClassRegistration = route({
  operationId: 'admin-manual-class-registration',
  call: 'POST /api/manual-class-registrations',
  access: 'desk',
  summary: "Register people of a customer's household, or a guest, for a class session: all or none",
  body: z
    .object({
      class_instance_id: id,
      status: manualStatus('paid'),
      paid_by: deskMethod.optional().meta({
        description: "Of what is 'paid': how the desk took the money; unsaid, 'other'.",
      }),
      ...who,
    })
    .superRefine(customerOrGuest('needed')),
  status: 201,
  answer: manualAnswer.extend(undoField),
  errors: [
    ...manualErrors,
    'class_session_not_found',
    'class_session_canceled',
    'class_already_booked',
    'class_session_over',
    'class_session_full',
    'age_outside_range',
    'birth_date_needed',
  ],
})
