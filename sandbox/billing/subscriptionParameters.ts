import { z } from 'zod'
import {
  anything,
  boolean,
  emptyable,
  integer,
  metadata,
  parameters,
  text,
  unixTime,
} from '../http/parameters.ts'

const cancellationDetails = () =>
  z.strictObject({
    comment: emptyable(text()).optional(),
    feedback: emptyable(
      z.enum([
        'customer_service',
        'low_quality',
        'missing_features',
        'other',
        'switched_service',
        'too_complex',
        'too_expensive',
        'unused',
      ]),
    ).optional(),
  })

const paymentSettings = z.strictObject({
  payment_method_options: anything().optional(),
  payment_method_types: emptyable(z.array(z.enum(['card', 'link']))).optional(),
  save_default_payment_method: z.enum(['off', 'on_subscription']).optional(),
})

const shared = {
  automatic_tax: z.strictObject({ enabled: z.enum(['false']) }).optional(),
  cancel_at_period_end: boolean().optional(),
  collection_method: z.enum(['charge_automatically']).optional(),
  default_payment_method: text(200).optional(),
  description: emptyable(text(500)).optional(),
  metadata: metadata().optional(),
  off_session: boolean().optional(),
  payment_settings: paymentSettings.optional(),
  proration_behavior: z.enum(['create_prorations', 'none', 'always_invoice']).optional(),
  trial_settings: anything().optional(),
}

export const createParameters = parameters({
  ...shared,
  billing_mode: anything().optional(),
  currency: z.enum(['usd']).optional(),
  customer: text(200),
  items: z
    .array(
      z.strictObject({
        price: text(200),
        quantity: integer()
          .refine((count) => count >= 1, 'must be at least 1')
          .optional(),
        metadata: metadata().optional(),
      }),
    )
    .length(1, 'the sandbox has one price, so a subscription has one item'),
  payment_behavior: z.enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete']).optional(),
  trial_end: z.union([z.literal('now'), unixTime()]).optional(),
  trial_period_days: integer()
    .refine((days) => days >= 0 && days <= 730, 'must be 0 to 730')
    .optional(),
})

export const updateParameters = parameters({
  ...shared,
  billing_cycle_anchor: z.strictObject({ type: z.enum(['now', 'unchanged']) }).optional(),
  cancel_at: emptyable(unixTime()).optional(),
  cancellation_details: cancellationDetails().optional(),
  payment_behavior: z
    .enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete', 'pending_if_incomplete'])
    .optional(),
  pause_collection: emptyable(
    z.strictObject({ behavior: z.enum(['void']), resumes_at: unixTime().optional() }),
  ).optional(),
})

export const cancelParameters = parameters({
  cancellation_details: cancellationDetails().optional(),
  invoice_now: boolean().optional(),
  prorate: boolean().optional(),
})

export type CreateParameters = z.output<typeof createParameters>
export type UpdateParameters = z.output<typeof updateParameters>
export type CancelParameters = z.output<typeof cancelParameters>
