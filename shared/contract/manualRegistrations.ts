/** Registrations for camps and classes that the desk and admins enter by hand (spec 3 §8). */

import { z } from 'zod'
import { day, id } from './fields.ts'
import { participantErrors } from './participation.ts'
import { participantIds, participantRef } from './registrations.ts'
import { route } from './route.ts'
import { cancelChoices, undoField } from './staffChanges.ts'
import { deskMethod } from './staffPayments.ts'
import { emailAddress, oneLine, personName } from './text.ts'

/** Whom a registration is for: people of a customer's household, or somebody without an account. */
const who = {
  user_id: id.nullish().meta({ description: 'The customer; null for a guest.' }),
  participant_ids: participantIds.optional().meta({
    description: "Who of the customer's household takes part. Left out: the customer.",
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
  readonly guest_name?: string | null | undefined
  readonly guest_email?: string | null | undefined
  readonly guest_phone?: string | null | undefined
}

/** Adds an issue unless the body names either a customer, or a guest with a name and an e-mail or phone number. */
function checkCustomerOrGuest(body: Whom, context: z.core.$RefinementCtx<Whom>): void {
  const { user_id, participant_ids, guest_name, guest_email, guest_phone } = body
  const isGuest = Boolean(guest_name || guest_email || guest_phone)
  const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (user_id && isGuest) issue('guest_name', 'Choose a customer or name a guest, not both.')
  else if (!user_id && !isGuest) issue('user_id', 'Please select a user to register.')
  else if (!user_id && !(guest_name && (guest_email || guest_phone))) {
    issue('guest_name', 'Please provide a name and email for the guest.')
  } else if (!user_id && participant_ids) {
    issue('participant_ids', 'Guests register themselves alone.')
  }
}

const manualStatus = z.enum(['registered', 'paid']).default('paid').meta({
  description: "'paid': at the desk; 'registered': to be paid on arrival.",
})

const manualAnswer = z.object({
  message: z.string(),
  registrations: z.array(z.object({ registration_id: id, participant: participantRef })),
})

const manualErrors = [
  'customer_not_found',
  'birth_date_in_future',
  ...participantErrors,
  'override_reason_required',
] as const

export const manualCampRegistration = route({
  operationId: 'admin-manual-camp-registration',
  method: 'post',
  path: '/api/manual-camp-registrations',
  access: 'desk',
  summary: "Register people of a customer's household, or a guest, for a camp: all or none",
  body: z
    .object({
      camp_id: id,
      status: manualStatus,
      paid_by: deskMethod.optional().meta({ description: "Of 'paid': how the desk took the money." }),
      ...who,
    })
    .superRefine(checkCustomerOrGuest),
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
  method: 'post',
  path: '/api/manual-class-registrations',
  access: 'desk',
  summary: "Register people of a customer's household, or a guest, for a class session: all or none",
  body: z
    .object({
      class_instance_id: id,
      status: manualStatus,
      paid_by: deskMethod.optional().meta({
        description: "Of what is 'paid': how the desk took the money; unsaid, 'other'.",
      }),
      ...who,
    })
    .superRefine(checkCustomerOrGuest),
  status: 201,
  answer: manualAnswer.extend(undoField),
  errors: [
    ...manualErrors,
    'class_session_not_found',
    'class_session_canceled',
    'class_already_booked',
    'class_session_over',
    'class_session_full',
  ],
})
