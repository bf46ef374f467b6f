import { z } from 'zod'
import { dollars, instant } from '../fields.ts'

/** Why a customer can no longer cancel or move something; each is a code of errors.ts with its sentence. */
export const changeRefusal = z.enum([
  'already_canceled',
  'already_over',
  'already_started',
  'change_too_late',
])
export type ChangeRefusal = z.infer<typeof changeRefusal>

/** How money is refunded, in part by each where both were used; null when there is no refund. */
export const refundMethod = z.enum(['card', 'front_desk', 'card_and_front_desk']).nullable()
export type RefundMethod = z.infer<typeof refundMethod>

/** What the customer may do with a booking or lesson now, and what canceling it now refunds. */
export const change = z.object({
  allowed: z.boolean().meta({ description: 'Whether it can be canceled or moved now.' }),
  until: instant.meta({ description: 'The cut-off, by the rule in force when it was booked.' }),
  refund_amount: dollars.meta({ description: 'The refund when it is canceled now.' }),
  refund_method: refundMethod,
  reason: changeRefusal.nullable().meta({ description: 'Why not; null when it is allowed.' }),
})
export type Change = z.infer<typeof change>

/** What came back, with the answer to a cancellation or move. */
/** Of what was paid for something that a customer sees in a list. */
export const refundedAmount = dollars.meta({
  description: 'What came back of what was paid, or is on its way to the card.',
})

export const refundFields = { refund_amount: dollars, refund_method: refundMethod }
