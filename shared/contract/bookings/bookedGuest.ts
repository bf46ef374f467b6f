/** Someone without an account for whom the desk books, in the specification's words (spec 3 §5). */

import { z } from 'zod'
import { emailAddressOr, oneLine, personName } from '../text.ts'

/** Left out, null and empty mean the same in a form. */
const orNone = (schema: z.ZodType<string, string>) =>
  z
    .union([z.literal(''), schema])
    .nullish()
    .transform((text) => text || null)

/** What is kept of a guest. */
export const guestContact = {
  guest_name: orNone(personName(200)),
  guest_email: orNone(emailAddressOr('Valid email is required if provided.')),
  guest_phone: orNone(oneLine(40)),
}

interface Contact {
  readonly guest_name: string | null
  readonly guest_email: string | null
  readonly guest_phone: string | null
}

/** A guest has a name and a way to be reached. */
export function checkGuestContact(
  { guest_name, guest_email, guest_phone }: Contact,
  context: z.core.$RefinementCtx<unknown>,
): void {
  const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (!guest_name) issue('guest_name', 'Customer name is required.')
  if (!guest_email && !guest_phone) issue('guest_email', 'Either email or phone number is required.')
}
