import { z } from 'zod'
import { listedBooking } from '../bookings/bookingLists.ts'
import { id, role } from '../fields.ts'
import { listedPayment } from '../payments/staffPayments.ts'
import { route } from '../route.ts'

/** What the desk's search field finds, the first of each kind. */
const foundEverywhere = z.object({
  people: z.array(
    z.object({
      id,
      full_name: z.string(),
      email: z.string().nullable(),
      phone_number: z.string().nullable(),
      role,
    }),
  ),
  participants: z
    .array(
      z.object({
        id,
        full_name: z.string(),
        customer_id: id,
        customer_name: z
          .string()
          .meta({ description: 'Of the adults who look after the participant, the first to do so.' }),
      }),
    )
    .meta({ description: 'Who takes part and has no account, such as children.' }),
  bookings: z.array(listedBooking),
  payments: z
    .array(
      listedPayment.pick({
        id: true,
        receipt_number: true,
        customer_name: true,
        total_amount: true,
        status: true,
        created_at: true,
      }),
    )
    .meta({ description: 'By customer, receipt number or what was paid; by a child those of the adults.' }),
})
export type FoundEverywhere = z.infer<typeof foundEverywhere>

export const searchStaff = route({
  operationId: 'search-staff',
  call: 'GET /api/admin/search',
  access: 'desk',
  summary:
    "People, participants, bookings and payments that have all words of a search, the first of each; or what has a ticket's number",
  query: z.object({ search_query: z.string().trim().max(100) }),
  answer: foundEverywhere,
})
