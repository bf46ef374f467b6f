/** What the desk, admins and coaches may add to a change of a booking or lesson (shared/domain/terms.ts has their rules). */

import { z } from 'zod'
import { readBookingStatus } from '../domain/bookingStatus.ts'
import { bookingStatus } from './bookings.ts'
import { dollars } from './fields.ts'
import { deskMethod } from './staffPayments.ts'
import { manyLines, oneLine } from './text.ts'

/** A status as forms send it: 'cancelled' means 'canceled' (decision 12). */
export const statusInput = z
  .enum([...bookingStatus.options, 'cancelled'])
  .transform((text) => readBookingStatus(text) ?? 'canceled')

/** Notes that the customer reads; empty or null for none any more, left out to leave them as they are. */
export const notesInput = z
  .union([z.literal(''), manyLines(2_000)])
  .nullish()
  .transform((text) => (text === '' ? null : text))

/** Some invisible characters count as letters. */
const LEGIBLE = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u
const overrideReason = oneLine(500)
  .refine((text) => LEGIBLE.test(text), 'Write a reason.')
  .optional()
  .meta({
    description:
      'Why a rule is broken, where the role may: opening hours, a time that has passed, a price, a refund. Kept in the audit log.',
  })

const refund = z.enum(['by_rule', 'full', 'none'])
const aboutRefund = {
  description:
    'What a cancellation gives back: by default all until it begins; else all, nothing or an amount.',
}

/** How a cancellation differs from the rule. */
export const cancelChoices = {
  refund: z.union([refund, dollars]).default('by_rule').meta(aboutRefund),
  override_reason: overrideReason,
}

/** The same in a query. */
export const deleteChoices = {
  refund: z
    .union([refund, z.coerce.number().pipe(dollars)])
    .default('by_rule')
    .meta(aboutRefund),
  override_reason: overrideReason,
}

/** How an update differs from the rules. */
export const updateChoices = {
  ...cancelChoices,
  price: z
    .union([z.enum(['by_rule', 'kept']), dollars])
    .default('by_rule')
    .meta({ description: 'What it costs then: what the prices say, what it cost before, or an amount.' }),
  totalAmount: dollars.optional().meta({
    description:
      'What staff were shown, in dollars; compared, never trusted. Without it the price is as computed.',
  }),
  take_difference: deskMethod.optional().meta({
    description: 'How the difference is taken at the desk, where it is paid and costs more then.',
  }),
}

/** Codes of what the terms refuse and a written reason, or another role, would allow. */
export const termsErrors = [
  'already_canceled',
  'already_over',
  'already_started',
  'override_reason_required',
  'override_refused',
  'refund_above_limit',
  'refund_exceeds_paid',
] as const
