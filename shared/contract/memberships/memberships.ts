import { z } from 'zod'
import { dollars, id, instant } from '../fields.ts'
import { paymentSummary } from '../payments/payments.ts'
import { route } from '../route.ts'

/** The live states; subscriptions in other states are never loaded (spec 2 §4, 'Subscription loading'). */
export const liveSubscriptionStatus = z.enum(['active', 'trialing', 'past_due', 'unpaid'])

export const subscription = z.object({
  id,
  status: liveSubscriptionStatus,
  cancel_at_period_end: z
    .boolean()
    .meta({ description: 'It runs until the period ends and does not renew.' }),
  current_period_start: instant.nullable(),
  current_period_end: instant.nullable(),
  stripe_subscription_id: z.string().nullable().meta({ description: 'Null: not billed.' }),
  created_at: instant,
  freeze: z
    .object({
      from: instant,
      until: instant.meta({ description: "The next charge; members' prices apply again." }),
      begun: z.boolean(),
    })
    .nullable()
    .meta({ description: "Whole months without a charge and without members' prices; null: none." }),
})
export type Subscription = z.infer<typeof subscription>

export const getSubscription = route({
  operationId: 'get-subscription',
  call: 'GET /api/me/subscription',
  access: 'signed-in',
  summary: "The caller's live membership, the newest if there were several; null without one",
  answer: z.object({ subscription: subscription.nullable() }),
})

export const agreementSection = z.object({ title: z.string(), text: z.string() })
export type AgreementSection = z.infer<typeof agreementSection>

export const membershipOffer = z.object({
  price_id: z.string().nullable().meta({ description: 'To be sent back on sign-up; null: not sold online.' }),
  monthly_price: dollars,
  monthly_charge: dollars.meta({
    description: 'What is charged each month: the price, and the tax added to it.',
  }),
  monthly_tax: dollars.optional().meta({ description: 'The sales tax in the charge; left out where none.' }),
  founders_cap: z.number().int(),
  spots_left: z.number().int().meta({
    description: "The cap minus live memberships and other people's checkouts (decision 20).",
  }),
  member_cage_discount_percent: z.number(),
  member_class_discount_percent: z.number(),
  membership_notice_days: z.number().int().meta({
    description: 'Days before the next billing date by which members are asked to cancel.',
  }),
  member_reservation_limit: z.number().int().nullable().meta({
    description: 'Cage reservations that a member may have coming up at a time; null: no limit.',
  }),
  agreement: z.array(agreementSection),
  agreement_version: z.string().meta({ description: 'Identifies the agreement and the price.' }),
})
export type MembershipOffer = z.infer<typeof membershipOffer>

export const getMembershipOffer = route({
  operationId: 'get-membership-offer',
  call: 'GET /api/memberships/offer',
  access: 'public',
  summary: "The membership's price, agreement and remaining founders spots",
  answer: membershipOffer,
})

/** The provider's ids. */
const providerId = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_\\w{1,250}$`))
const priceId = z.string().min(1).max(255)
const customerId = providerId('cus')
const paymentMethodId = providerId('pm')

/** The refusals that any call to the payment provider may end in. */
const providerErrors = [
  'payments_unavailable',
  'payment_configuration',
  'payment_provider_unavailable',
] as const

/** The setup of a card to be charged every month. */
const cardSetup = z.object({
  clientSecret: z.string(),
  setupIntentId: z.string(),
  customerId: z.string(),
  paymentMethodId: z.string().nullable().meta({
    description: 'Set when the card has been given already.',
  }),
})

export const createSubscriptionSetupIntent = route({
  operationId: 'create-subscription-setup-intent',
  call: 'POST /api/memberships/setup-intents',
  access: 'signed-in',
  sells: true,
  summary: 'Hold a founders spot for 15 minutes and set up a card; repeated, it continues the same sign-up',
  body: z.object({
    priceId,
    agreementVersion: z.string().max(100).optional().meta({
      description: 'The accepted version; stored with the membership.',
    }),
  }),
  status: 201,
  answer: cardSetup.extend({ expires_at: instant }),
  errors: [
    'not_open_yet',
    'membership_login_required',
    'already_enrolled',
    'membership_full',
    'membership_price_unknown',
    'membership_agreement_changed',
    ...providerErrors,
  ],
})

/** The state of a sign-up or card change, as read from the provider. */
export const membershipProgress = z.object({
  status: z.enum(['active', 'processing', 'requires_action', 'owing']).meta({
    description: "'requires_action': the bank requires authentication; see `client_secret`.",
  }),
  message: z.string().meta({ description: 'A sentence for a person.' }),
  client_secret: z.string().nullable().meta({ description: 'Of the payment that requires authentication.' }),
  payment: paymentSummary.nullable().meta({ description: 'What was paid, once it was.' }),
})
export type MembershipProgress = z.infer<typeof membershipProgress>

export const createSubscription = route({
  operationId: 'create-subscription',
  call: 'POST /api/memberships',
  access: 'signed-in',
  sells: true,
  summary: 'Join the club: the first month is charged at once',
  body: z.object({ customerId, priceId, paymentMethodId }),
  status: 201,
  answer: membershipProgress,
  errors: [
    'not_open_yet',
    'membership_login_required',
    'stripe_customer_not_found',
    'payment_method_not_found',
    'already_enrolled',
    'membership_full',
    'membership_price_unknown',
    'membership_agreement_changed',
    'membership_in_progress',
    'membership_declined',
    ...providerErrors,
  ],
})

export const confirmSubscription = route({
  operationId: 'confirm-subscription',
  call: 'POST /api/memberships/confirm',
  access: 'signed-in',
  summary: "Read the state of the caller's membership from the provider and apply it",
  answer: membershipProgress,
  errors: ['membership_not_found', 'membership_declined', ...providerErrors],
})

export const cancelMembershipSignUp = route({
  operationId: 'cancel-membership-sign-up',
  call: 'POST /api/memberships/sign-up/cancel',
  access: 'signed-in',
  summary: 'Cancel an unfinished sign-up: its founders spot is free again at once',
  answer: z.object({ released: z.boolean() }),
  errors: ['payment_provider_unavailable'],
})

export const cancelSubscription = route({
  operationId: 'cancel-subscription',
  call: 'POST /api/memberships/cancel',
  access: 'signed-in',
  summary: "Ends the caller's membership with its current period",
  answer: z.object({ message: z.string(), current_period_end: instant.nullable() }),
  errors: ['subscription_not_found', ...providerErrors],
})

export const resumeSubscription = route({
  operationId: 'resume-subscription',
  call: 'POST /api/memberships/resume',
  access: 'signed-in',
  summary: 'Undo a cancellation while the membership still runs',
  answer: z.object({ message: z.string(), current_period_end: instant.nullable() }),
  errors: ['membership_not_found', ...providerErrors],
})

export const createBillingSetupIntent = route({
  operationId: 'create-billing-setup-intent',
  call: 'POST /api/memberships/billing/setup-intents',
  access: 'signed-in',
  summary: 'Set up another card for a membership',
  body: z.object({
    setupIntentId: providerId('seti').optional().meta({ description: 'Continues this setup.' }),
  }),
  status: 201,
  answer: cardSetup.extend({
    amount_due: dollars.meta({
      description: 'What the new card is charged at once; 0 when nothing is owed.',
    }),
  }),
  errors: ['membership_not_found', 'membership_not_billed', ...providerErrors],
})

export const updatePaymentMethod = route({
  operationId: 'update-payment-method',
  call: 'POST /api/memberships/billing/payment-method',
  access: 'signed-in',
  summary: 'Charge another card from now on, at once for what is owed',
  body: z.object({ paymentMethodId }),
  answer: membershipProgress,
  errors: [
    'membership_not_found',
    'membership_not_billed',
    'payment_method_not_found',
    'membership_declined',
    ...providerErrors,
  ],
})
