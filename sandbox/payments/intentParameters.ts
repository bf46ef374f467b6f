import { z } from 'zod'
import {
  addressParameter,
  anything,
  boolean,
  emptyable,
  integer,
  metadata,
  parameters,
  text,
} from '../http/parameters.ts'
import { methodData } from './paymentMethods.ts'

const SMALLEST_CENTS = 50
const LARGEST_CENTS = 99_999_999

export const amount = () =>
  integer()
    .refine((cents) => cents >= SMALLEST_CENTS, {
      error: 'Amount must be at least $0.50 usd',
      params: { stripeCode: 'amount_too_small' },
    })
    .refine((cents) => cents <= LARGEST_CENTS, {
      error: 'Amount must be no more than $999,999.99',
      params: { stripeCode: 'amount_too_large' },
    })

const currencies = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()))
export const currency = () =>
  z
    .string()
    .transform((code) => code.toLowerCase())
    .refine((code) => currencies.has(code), 'not a currency')

const email = () => emptyable(z.email({ error: 'not an e-mail address' }).max(512))
const futureUsage = () => emptyable(z.enum(['on_session', 'off_session']))
const descriptor = () => emptyable(text(22))
const shipping = () =>
  emptyable(
    z.strictObject({
      name: text().optional(),
      phone: emptyable(text()).optional(),
      address: addressParameter().optional(),
      carrier: text().optional(),
      tracking_number: text().optional(),
    }),
  )

/** Payment method types; the sandbox has only cards. */
export const methodTypes = () => z.array(z.string().regex(/^[a-z0-9_]{1,40}$/)).max(60)

/** Parameters for creating and for updating an intent. */
const descriptive = {
  description: emptyable(text(1_000)).optional(),
  metadata: metadata().optional(),
  receipt_email: email().optional(),
  setup_future_usage: futureUsage().optional(),
  shipping: shipping().optional(),
  statement_descriptor: descriptor().optional(),
  statement_descriptor_suffix: descriptor().optional(),
  transfer_group: text().optional(),
  payment_method_options: anything().optional(),
  payment_method_configuration: text(200).optional(),
  allowed_payment_method_types: methodTypes().optional(),
  excluded_payment_method_types: methodTypes().optional(),
  payment_method: text(200).optional(),
  payment_method_data: z.strictObject(methodData).optional(),
}

/** Parameters of one attempt. */
const attempt = {
  off_session: z.union([boolean(), z.enum(['one_off', 'recurring']).transform(() => true)]).optional(),
  return_url: z
    .url({ protocol: /^https?$/, error: 'not a valid URL' })
    .max(2_000)
    .optional(),
  use_stripe_sdk: boolean().optional(),
  mandate_data: anything().optional(),
  radar_options: anything().optional(),
  client_secret: text(200).optional(),
}

export const createParameters = parameters({
  ...descriptive,
  ...attempt,
  amount: amount(),
  currency: currency(),
  customer: text(200).optional(),
  automatic_payment_methods: z
    .strictObject({ enabled: boolean(), allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
  capture_method: z.enum(['automatic', 'automatic_async']).optional(),
  confirmation_method: z.enum(['automatic']).optional(),
  confirm: boolean().optional(),
})

export const updateParameters = parameters({
  ...descriptive,
  amount: amount().optional(),
  currency: currency().optional(),
  customer: text(200).optional(),
})

export const confirmParameters = parameters({
  ...attempt,
  payment_method: descriptive.payment_method,
  payment_method_data: descriptive.payment_method_data,
  payment_method_options: descriptive.payment_method_options,
  allowed_payment_method_types: descriptive.allowed_payment_method_types,
  excluded_payment_method_types: descriptive.excluded_payment_method_types,
  receipt_email: descriptive.receipt_email,
  setup_future_usage: descriptive.setup_future_usage,
  shipping: descriptive.shipping,
})

export const cancelParameters = parameters({
  cancellation_reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned']).optional(),
})

export type CreateParameters = z.output<typeof createParameters>
export type UpdateParameters = z.output<typeof updateParameters>
export type ConfirmParameters = z.output<typeof confirmParameters>
