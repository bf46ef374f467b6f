import { z } from 'zod'
import { route } from './route.ts'

/**
 * What a guest form sends along for the invisible bot check (decision 27): the token that `get-form-token` gave
 * when the form was opened, and a field that no person sees and that must stay empty.
 */
export const formCheck = z.object({
  form_token: z.string().max(200).optional(),
  website: z.string().max(500).optional().meta({ description: 'Leave empty: people do not see this field.' }),
})
export type FormCheck = z.infer<typeof formCheck>

export const getFormToken = route({
  operationId: 'get-form-token',
  call: 'GET /api/form-token',
  access: 'public',
  summary: 'A signed note of when a form was opened; good from two seconds later, for a day',
  answer: z.object({ form_token: z.string() }),
})
