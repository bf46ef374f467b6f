import { z } from 'zod'
import { participantErrors } from '../accounts/participation.ts'
import { bookingRequest } from '../bookings/bookings.ts'
import { timeErrors } from '../bookings/timeErrors.ts'
import { dollars, id, instant } from '../fields.ts'
import { lessonRequest } from '../lessons/lessons.ts'
import { classInstanceIds } from '../programs/classes.ts'
import { mostParticipants, participantIds } from '../programs/registrations.ts'
import { route } from '../route.ts'

/** What a payment pays (spec 2 §9). */
export const paymentType = z.enum([
  'cage_booking',
  'lesson',
  'class_booking',
  'camp_registration',
  'membership',
])
export type PaymentType = z.infer<typeof paymentType>

/** Integer cents, as the specification sends them to payment functions: price times 100. */
const cents = z.number().int().min(0).max(99_999_999)
const shownCents = cents.meta({
  description: 'What the customer was shown, in cents; compared, never trusted.',
})

export const campPurchase = z.object({
  campId: id,
  registrationId: id
    .optional()
    .meta({ description: 'Pays for a registration that was to be paid on arrival.' }),
  registrationIds: z
    .array(id)
    .min(1)
    .max(mostParticipants)
    .optional()
    .meta({ description: "The same for several of the household's registrations at once." }),
  participantIds: participantIds.optional().meta({ description: 'Who takes part. Left out: the caller.' }),
  amount: shownCents,
  description: z.string().max(500).optional(),
})
export type CampPurchase = z.infer<typeof campPurchase>

export const classPurchase = z.object({
  instanceIds: classInstanceIds,
  participantIds: participantIds.optional().meta({
    description: 'Who takes part in each of the sessions. Left out: the caller.',
  }),
  isMultiple: z.boolean().optional(),
  amount: shownCents,
  description: z.string().max(500).optional(),
})
export type ClassPurchase = z.infer<typeof classPurchase>

export const lessonLatePayment = z.object({
  lessonId: id.meta({ description: 'A lesson that was to be paid on arrival.' }),
  signature: z.string().max(200).optional().meta({
    description: 'Of its `calendar_url`: the ticket of a guest. A customer’s lesson needs none.',
  }),
  amount: shownCents,
})
export type LessonLatePayment = z.infer<typeof lessonLatePayment>

export const bookingLatePayment = z.object({
  bookingIds: z
    .array(id)
    .min(1)
    .max(50)
    .meta({ description: 'Cage bookings that were booked together, to be paid on arrival.' }),
  amount: shownCents,
})
export type BookingLatePayment = z.infer<typeof bookingLatePayment>

/** The fields present decide the product: cage groups, a coach or a lesson, a camp or class sessions. */
export const purchaseRequest = z.union([
  bookingRequest,
  bookingLatePayment,
  lessonRequest,
  lessonLatePayment,
  campPurchase,
  classPurchase,
])
export type PurchaseRequest = z.infer<typeof purchaseRequest>

export const intentId = z.string().regex(/^pi_\w{1,250}$/, 'This is not the id of a payment intent.')
const clientSecret = z.string().max(500)

export const createPaymentIntent = route({
  operationId: 'create-payment-intent',
  call: 'POST /api/payments/intents',
  access: 'public',
  sells: true,
  summary: 'Hold slots or seats for 15 minutes and open a card payment for them',
  body: purchaseRequest,
  status: 201,
  answer: z.object({
    clientSecret,
    paymentIntentId: z.string(),
    payment_type: paymentType,
    description: z.string(),
    total_amount: dollars,
    expires_at: instant.meta({ description: 'When the hold expires.' }),
  }),
  errors: [
    'waiver_needed',
    'not_open_yet',
    'payment_login_required',
    'booking_login_required',
    'payments_unavailable',
    'payment_configuration',
    'payment_provider_unavailable',
    'nothing_to_pay',
    'below_card_minimum',
    'open_checkouts_limit',
    'checkout_hours_limit',
    'price_changed',
    ...participantErrors,
    // Cages.
    'no_slots',
    'cage_not_found',
    ...timeErrors,
    'slots_overlap_in_request',
    'slots_taken',
    'member_reservation_limit',
    // Lessons.
    'lesson_time_required',
    'booking_not_found',
    'lesson_not_found',
    'already_canceled',
    'online_payment_unavailable',
    'login_or_guest_required',
    'form_check_failed',
    'too_many_requests',
    'guest_lessons_limit',
    'coach_not_found',
    'clocks_change',
    'coach_unavailable',
    'lesson_time_taken',
    'no_free_cage',
    // Camps and classes.
    'birth_date_needed',
    'age_outside_range',
    'care_needed',
    'camp_not_found',
    'registration_not_found',
    'registration_closed',
    'camp_full',
    'already_registered',
    'class_session_not_found',
    'class_session_canceled',
    'class_session_over',
    'class_session_full',
    'class_already_booked',
  ],
})

/** The content of the dialog after a payment (spec 2 §2, §3: payment summary). */
export const paymentSummary = z.object({
  payment_transaction_id: id,
  amount: dollars,
  description: z.string(),
  receiptUrl: z.string().nullable(),
  paymentType: paymentType,
  card_brand: z.string().nullable(),
  card_last4: z.string().nullable(),
  booking_count: z.number().int(),
  calendar_url: z
    .string()
    .nullable()
    .meta({ description: 'The calendar file of what is booked; null before, and for a membership.' }),
  item_ids: z.array(id).meta({
    description: 'The bookings, the lesson or the registrations; none before, and for a membership.',
  }),
})
export type PaymentSummary = z.infer<typeof paymentSummary>

export const paymentState = z.object({
  status: z
    .enum(['succeeded', 'processing', 'requires_payment_method', 'requires_action', 'canceled', 'refunded'])
    .meta({ description: "'refunded': the place was taken before the payment, which is refunded in full." }),
  message: z.string().meta({ description: 'A sentence for a person.' }),
  payment: paymentSummary,
})
export type PaymentState = z.infer<typeof paymentState>

/** A guest proves with the client secret that the payment is theirs; a signed-in person needs none. */
const ownIntent = z.object({ payment_intent_id: intentId, client_secret: clientSecret.optional() })

export const confirmPayment = route({
  operationId: 'confirm-payment',
  call: 'POST /api/payments/confirm',
  access: 'public',
  summary: "Read a payment's state from the provider and apply it; may be repeated",
  body: ownIntent,
  answer: paymentState,
  errors: [
    'payment_not_found',
    'payments_unavailable',
    'payment_configuration',
    'payment_provider_unavailable',
  ],
})

export const cancelPaymentIntent = route({
  operationId: 'cancel-payment-intent',
  call: 'POST /api/payments/cancel',
  access: 'public',
  summary: 'Cancel a checkout: its slots or seats are free again at once',
  body: ownIntent,
  answer: paymentState,
  errors: [
    'payment_not_found',
    'payments_unavailable',
    'payment_configuration',
    'payment_provider_unavailable',
  ],
})

export const updatePaymentTransactionStatus = route({
  operationId: 'update_payment_transaction_status',
  call: 'POST /api/payments/status',
  access: 'signed-in',
  summary: "Set the caller's payment to completed, if it is at the provider (decision 2)",
  body: z.object({ p_payment_intent_id: intentId, p_new_status: z.literal('completed') }),
  answer: z.object({ status: z.literal('completed') }),
  errors: [
    'payment_not_found',
    'payment_not_completed',
    'payments_unavailable',
    'payment_configuration',
    'payment_provider_unavailable',
  ],
})

export const getPaymentConfiguration = route({
  operationId: 'get-payment-configuration',
  call: 'GET /api/payments/configuration',
  access: 'public',
  summary: "The browser's configuration for the payment provider",
  answer: z.object({
    mode: z.enum(['stripe', 'sandbox', 'unavailable', 'misconfigured']).meta({
      description:
        "'sandbox': the card form speaks to `api_base`; 'misconfigured': a key is not what it should be.",
    }),
    publishable_key: z.string().nullable(),
    api_base: z.string().nullable().meta({ description: "Where the sandbox's card form sends cards." }),
  }),
})
