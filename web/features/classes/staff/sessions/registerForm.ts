import { z } from 'zod'
import { deskMethod } from '../../../../../shared/contract/payments/staffPayments.ts'
import type { manualClassRegistration } from '../../../../../shared/contract/programs/manualRegistrations.ts'
import { emailAddress } from '../../../../../shared/contract/text.ts'
import { nameProblem } from '../../../../../shared/domain/people/personName.ts'
import { birthDateProblem, readTyped } from '../../../../components/participants/birthDate.ts'

/** What the dialog asks; its messages are the specification's (spec 3 §5). */
export const registerForm = z
  .object({
    who: z.enum(['user', 'guest']),
    user_id: z.object({ id: z.uuid(), full_name: z.string() }).nullable(),
    /** The people of the user's household who can take part; empty until they are known. */
    household: z.array(z.string()),
    participant_ids: z.array(z.string()),
    guest_name: z.string(),
    guest_email: z.string(),
    guest_phone: z.string(),
    /** As typed; for classes of certain ages. */
    guest_birth_date: z.string(),
    status: z.enum(['paid', 'registered']),
    paid_by: deskMethod,
    override_reason: z.string(),
  })
  .superRefine((form, context) => {
    const issue = (path: keyof RegisterForm, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (form.who === 'user' && form.user_id === null) issue('user_id', 'Please select a user to register.')
    // Who is registered must not depend on whether the family was there in time.
    if (form.who === 'user' && form.user_id !== null && form.household.length === 0) {
      issue('user_id', 'Their family is still loading. Please press Register again.')
    }
    if (form.who === 'user' && form.household.length > 1 && form.participant_ids.length === 0) {
      issue('participant_ids', 'Choose who is coming.')
    }
    if (form.who === 'user') return
    const email = form.guest_email.trim()
    if (!form.guest_name.trim() || !email) {
      issue(
        form.guest_name.trim() ? 'guest_email' : 'guest_name',
        'Please provide a name and email for the guest.',
      )
    } else if (nameProblem(form.guest_name)) issue('guest_name', nameProblem(form.guest_name) ?? '')
    else if (!emailAddress.safeParse(email).success) issue('guest_email', 'Please enter a valid email.')
    // The server knows the facility's day.
    const wrong = birthDateProblem(form.guest_birth_date, '9999-12-31', false)
    if (wrong) issue('guest_birth_date', wrong)
  })
export type RegisterForm = z.infer<typeof registerForm>

/** Paid, because who is entered by hand stands at the desk (spec 3 §5). */
export const emptyRegisterForm: RegisterForm = {
  who: 'user',
  user_id: null,
  household: [],
  participant_ids: [],
  guest_name: '',
  guest_email: '',
  guest_phone: '',
  guest_birth_date: '',
  status: 'paid',
  paid_by: 'cash',
  override_reason: '',
}

/** The form as the operation takes it. */
export const registerRequest = (
  class_instance_id: string,
  form: RegisterForm,
): z.input<(typeof manualClassRegistration)['body']> => ({
  class_instance_id,
  status: form.status,
  ...(form.status === 'paid' && { paid_by: form.paid_by }),
  ...(form.override_reason.trim() && { override_reason: form.override_reason.trim() }),
  ...(form.who === 'user'
    ? {
        user_id: form.user_id?.id ?? null,
        ...(form.participant_ids.length > 0 && { participant_ids: form.participant_ids }),
      }
    : {
        guest_name: form.guest_name.trim(),
        guest_email: form.guest_email.trim(),
        ...(form.guest_phone.trim() && { guest_phone: form.guest_phone.trim() }),
        ...(form.guest_birth_date && { guest_birth_date: readTyped(form.guest_birth_date) }),
      }),
})
