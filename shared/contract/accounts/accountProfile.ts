import { z } from 'zod'
import { route } from '../route.ts'
import { oneLineOrNone, personName } from '../text.ts'
import { profile } from './accounts.ts'

/** The profile fields that customers may change (spec 2 §5). Omitted fields stay as they are. */
export const profileChange = z.object({
  full_name: personName(200, 'Full name is required.').optional(),
  phone_number: oneLineOrNone(40)
    .nullable()
    .transform((phone) => phone || null)
    .optional()
    .meta({ description: 'Null or empty: none.' }),
})
export type ProfileChange = z.output<typeof profileChange>

export const updateProfile = route({
  operationId: 'update-profile',
  call: 'PATCH /api/me/profile',
  access: 'signed-in',
  summary: "Changes the caller's name and phone number",
  body: profileChange,
  answer: profile,
})
