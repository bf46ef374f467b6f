/** For whom a coach books: the form's fields, and the request that they make (spec 3 §5). */

import { z } from 'zod'
import { coachBookingRequest } from '../../../../shared/contract/lessons/lessons.ts'
import type { PickedPerson } from '../../../components/staff/PersonPicker.tsx'

export interface ClientValues {
  kind: 'user' | 'guest'
  customer: PickedPerson | null
  /** Empty: the customer takes part. */
  participant: string
  name: string
  phone: string
  email: string
  /** Book for a guest although the phone number is of a person with an account. */
  asNewGuest: boolean
}

export const noClient: ClientValues = {
  kind: 'user',
  customer: null,
  participant: '',
  name: '',
  phone: '',
  email: '',
  asNewGuest: false,
}

export type BookingRequest = z.input<typeof coachBookingRequest>

/** The part of the request that says for whom. */
export const clientOf = (values: ClientValues): Partial<BookingRequest> =>
  values.kind === 'user'
    ? {
        customer_id: values.customer?.id ?? null,
        ...(values.participant && { participant_id: values.participant }),
      }
    : {
        guest_details: { name: values.name, phone: values.phone, email: values.email },
        ...(values.asNewGuest && { as_new_guest: true }),
      }

/** The contract's rules, in the specification's words where nobody is chosen. */
export const clientRequest = z.custom<BookingRequest>().superRefine((request, context) => {
  const problem = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message })
  const guest = request.guest_details
  if (!guest && !request.customer_id) return problem('customer', 'Please select a customer')
  const missing = guest ? (['name', 'phone'] as const).filter((field) => !guest[field].trim()) : []
  for (const field of missing) problem(field, 'Please provide guest name and phone number')
  if (missing.length > 0) return
  for (const { path, message } of coachBookingRequest.safeParse(request).error?.issues ?? []) {
    context.addIssue({ code: 'custom', path, message })
  }
})
