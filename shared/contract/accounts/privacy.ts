import { z } from 'zod'
import { instant } from '../fields.ts'
import { route } from '../route.ts'
import { enteredPassword } from '../text.ts'

/** The word to type before an account is deleted. */
export const DELETION_WORD = 'DELETE'

export const downloadMyData = route({
  operationId: 'download-my-data',
  call: 'GET /api/me/data',
  access: 'signed-in',
  grave: true,
  summary: 'All stored data of the caller as a JSON file, without data of others or secrets',
  answer: z.record(z.string(), z.unknown()),
  errors: ['too_many_requests'],
})

/** An upcoming booking, registration or payment, or a running membership. */
export const upcomingThing = z.object({
  kind: z.enum(['cage_booking', 'lesson', 'class_session', 'camp', 'membership', 'payment']),
  title: z.string().meta({ description: "e.g. 'Cage 2' or 'Lesson with Casey'" }),
  starts_at: instant.nullable().meta({ description: 'Null for items without a time.' }),
})
export type UpcomingThing = z.infer<typeof upcomingThing>

export const accountDeletion = z.object({
  staff: z.boolean().meta({ description: 'Coaches and admins cannot delete themselves.' }),
  blocking: z.array(upcomingThing).meta({ description: 'Paid for or running: to be ended first.' }),
  canceled: z.array(upcomingThing).meta({ description: 'Not paid yet: canceled together with the account.' }),
})
export type AccountDeletion = z.infer<typeof accountDeletion>

export const previewAccountDeletion = route({
  operationId: 'preview-account-deletion',
  call: 'GET /api/me/deletion',
  access: 'signed-in',
  summary: 'What blocks the deletion of the account, and what would be canceled with it',
  answer: accountDeletion,
})

export const deleteMyAccount = route({
  operationId: 'delete-my-account',
  call: 'POST /api/me/deletion',
  access: 'signed-in',
  summary: "Delete the caller's account; the facility's bookings and payments stay under 'Deleted user'",
  body: z.object({
    current_password: enteredPassword,
    confirmation: z
      .string()
      .max(50)
      .meta({ description: `The word ${DELETION_WORD}.` }),
  }),
  answer: z.object({ deleted: z.literal(true) }),
  errors: [
    'current_password_wrong',
    'deletion_not_confirmed',
    'deletion_blocked',
    'staff_account_kept',
    'too_many_requests',
  ],
})
