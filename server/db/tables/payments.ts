import type { Generated, GeneratedAlways } from 'kysely'
import type { Attendance } from '../../../shared/contract/bookings/staffChanges.ts'
import type { MemberState, MembershipChangeKind } from '../../../shared/domain/memberships/memberLife.ts'
import type { SubscriptionStatus } from '../../../shared/domain/memberships/memberships.ts'
import type { DifferenceReason } from '../../../shared/domain/money/drawer.ts'
import type { TaxClass } from '../../../shared/domain/money/salesTax.ts'
import type { PaymentMethod } from './bookings.ts'
import type {
  DefaultInstant,
  DefaultJson,
  Dollars,
  Id,
  Instant,
  Json,
  NullableInstant,
  NullableJson,
} from './columns.ts'

export interface SubscriptionsTable {
  id: Id
  user_id: string | null
  status: SubscriptionStatus
  cancel_at_period_end: Generated<boolean>
  current_period_start: NullableInstant
  current_period_end: NullableInstant
  stripe_subscription_id: string | null
  stripe_customer_id: string | null
  stripe_price_id: string | null
  canceled_at: NullableInstant
  /** When the read of the provider that this row reflects began. */
  provider_read_at: NullableInstant
  /** When the provider is asked about it next if no event arrives. */
  next_check_at: NullableInstant
  agreement_version: string | null
  agreement_accepted_at: NullableInstant
  /** Counts what staff can see change. */
  version: Generated<number>
  /** When it became a membership; null for a sign-up that never did. Kept by the database. */
  joined_at: NullableInstant
  /** The price that this member pays; null where nothing is billed. */
  monthly_price: Dollars | null
  /** Sales tax in percent, contained in the price; by default the present rate. */
  tax_percent: Generated<string>
  owed_amount: Generated<Dollars>
  /** When the provider tries the card again. */
  next_attempt_at: NullableInstant
  /** Its day and time of the month are those of every charge. */
  billing_anchor: NullableInstant
  card_brand: string | null
  card_last4: string | null
  frozen_from: NullableInstant
  frozen_until: NullableInstant
  /** The freeze has begun. */
  is_frozen: Generated<boolean>
  /** What staff call it; null for what never was a membership. */
  state: GeneratedAlways<MemberState | null>
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

/** What staff asked for; written before the provider is called. */
export interface MembershipChangesTable {
  id: Id
  subscription_id: string
  kind: MembershipChangeKind
  /** True: takes effect at once; false: with the period's end or the next charge. */
  at_once: Generated<boolean>
  frozen_from: NullableInstant
  frozen_until: NullableInstant
  refund_amount: Generated<Dollars>
  reason: string | null
  asked_by: string | null
  asked_at: Instant
  state: Generated<'asked' | 'done' | 'failed'>
  settled_at: NullableInstant
  failure: string | null
  next_attempt_at: Instant
}

/** A charge of a month that did not go through at once. */
export interface MembershipAttemptsTable {
  id: Id
  subscription_id: string
  stripe_charge_id: string
  stripe_invoice_id: string
  amount: Dollars
  succeeded: boolean
  reason: string | null
  attempted_at: Instant
}

/** The provider's prices of the membership: one for each amount that was sold. */
export interface MembershipPricesTable {
  id: Id
  stripe_price_id: string
  amount: Dollars
  created_at: DefaultInstant
}

export type PaymentPurpose = 'cage_booking' | 'lesson' | 'class_booking' | 'camp_registration' | 'membership'

/** A view: whose subscription is active or trialing and not frozen, so that the members' rules apply. */
export interface MembersView {
  user_id: string
}

/** Slots or seats kept while a card is charged; kept after its end so that a late payment can be honoured. */
export interface CheckoutHoldsTable {
  id: Id
  user_id: string | null
  purpose: PaymentPurpose
  status: Generated<'held' | 'completed' | 'released' | 'expired'>
  amount: Dollars
  /** What will be booked once it is paid. */
  details: DefaultJson<Record<string, unknown>>
  /** A hash of the purchase and its buyer: the same purchase requested again is the same checkout. */
  request_hash: string | null
  /** Keyed digests of the person and the network address that opened it; the limits on open checkouts count by them. */
  opened_by: Generated<string[]>
  expires_at: Instant
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

export interface CheckoutHoldSlotsTable {
  id: Id
  checkout_hold_id: string
  cage_id: string | null
  coach_id: string | null
  start_time: Instant
  end_time: Instant
}

/** One seat per row, of a class session or of a camp. */
export interface CheckoutHoldSeatsTable {
  id: Id
  checkout_hold_id: string
  class_instance_id: string | null
  camp_id: string | null
  participant_id: string | null
}

export interface PaymentTransactionsTable {
  id: Id
  user_id: string | null
  customer_name: string | null
  customer_email: string | null
  payment_type: PaymentPurpose | 'goods'
  description: string | null
  payment_description: string | null
  total_amount: Dollars
  refunded_amount: Generated<Dollars>
  currency: Generated<string>
  payment_method: Generated<PaymentMethod | 'desk_card' | 'other'>
  payment_method_details: NullableJson<Record<string, unknown>>
  card_brand: string | null
  card_last4: string | null
  status: Generated<'pending' | 'completed' | 'failed' | 'refunded' | 'canceled' | 'voided'>
  receipt_url: string | null
  payment_date: NullableInstant
  booking_count: Generated<number>
  admin_notes: string | null
  checkout_hold_id: string | null
  stripe_charge_id: string | null
  stripe_payment_intent_id: string | null
  stripe_checkout_session_id: string | null
  /** The invoice of a membership's month. */
  stripe_invoice_id: string | null
  /** When the provider is asked about it next, while it is open. */
  next_check_at: NullableInstant
  failure_message: string | null
  /** The bank is still working on it. */
  processing: Generated<boolean>
  /** Taken by staff, in cash or with a card reader of the desk's own. */
  taken_at_desk: Generated<boolean>
  taken_by: string | null
  /** An id that all payments of one receipt share. */
  receipt_group: string | null
  /** When it was taken back; what is voided never came. */
  voided_at: NullableInstant
  voided_by: string | null
  void_reason: string | null
  /** For the search; kept by the database. */
  search: GeneratedAlways<string>
  created_at: DefaultInstant
  completed_at: NullableInstant
  updated_at: DefaultInstant
}

/** What a payment pays: at most one of the references is set, none once the item is deleted. */
export interface PaymentItemsTable {
  id: Id
  payment_transaction_id: string
  amount: Dollars
  booking_id: string | null
  coach_booking_id: string | null
  class_registration_id: string | null
  camp_registration_id: string | null
  subscription_id: string | null
  good_id: string | null
  /** Of goods, as they were sold. */
  good_name: string | null
  quantity: Generated<number>
  tax_class: TaxClass | null
  /** The sales tax that the amount contains; kept by the database. */
  tax_percent: Generated<string>
  tax: Generated<Dollars>
}

/** What the desk sells by itself. */
export interface GoodsTable {
  id: Id
  name: string
  price: Dollars
  tax_class: Generated<TaxClass>
  /** How many are left; null: nobody counts them. Kept by the database as they are sold. */
  count: number | null
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

/** A drawer from its opening to its closing; the database numbers closings and computes what had to be in it. */
export interface DrawerShiftsTable {
  id: Id
  drawer: string
  opening_float: Dollars
  opened_at: DefaultInstant
  opened_by: string | null
  keeper_id: string | null
  closed_at: NullableInstant
  closed_by: string | null
  number: number | null
  expected: Dollars | null
  /** Pieces by cents. */
  counts: NullableJson<Record<string, number>>
  counted: Dollars | null
  difference_reason: DifferenceReason | null
  difference_note: string | null
  left_in_drawer: Dollars | null
  reader_total: Dollars | null
}

/** Money that went in or out at the desk. */
export interface DrawerMovesTable {
  id: Id
  shift_id: string | null
  kind: 'payment' | 'void' | 'refund' | 'paid_in' | 'paid_out'
  method: 'cash' | 'desk_card' | 'other'
  /** Below 0 for what went out. */
  amount: Dollars
  payment_transaction_id: string | null
  payment_refund_id: string | null
  reason: string | null
  made_by: string | null
  made_at: DefaultInstant
}

/** A document of what was sold, voided or given back; the database issues and numbers it, and it never changes. */
export interface SalesTable {
  id: Id
  number: number
  kind: 'sale' | 'void' | 'refund'
  of_sale_id: string | null
  issued_at: Instant
  made_by: string | null
  shift_id: string | null
  net: Dollars
  tax: Dollars
  total: Dollars
}

/** A line of a document, below 0 for what goes back, with the payment or refund that it explains. */
export interface SaleLinesTable {
  id: Id
  sale_id: string
  position: number
  description: string
  /** What reports sum up by. */
  item_name: string
  /** Below 0 where they were voided, 0 in a refund. */
  quantity: number
  tax_class: TaxClass
  tax_percent: string
  net: Dollars
  tax: Dollars
  total: Dollars
  payment_transaction_id: string | null
  payment_item_id: string | null
  payment_refund_id: string | null
}

export interface SaleTendersTable {
  id: Id
  sale_id: string
  method: 'cash' | 'desk_card' | 'other' | 'online'
  amount: Dollars
  /** What was given and what came back; null where nobody said. */
  tendered: Dollars | null
  change: Dollars | null
}

/** A view: everything that is paid by itself, with its customer and its price. */
export interface PayablesView {
  kind:
    | 'booking'
    | 'guest_booking'
    | 'lesson'
    | 'class_registration'
    | 'camp_registration'
    | 'guest_camp_registration'
  id: string
  payment_type: PaymentPurpose
  user_id: string | null
  customer_name: string | null
  customer_email: string | null
  status: 'pending payment' | 'registered' | 'paid' | 'canceled'
  total_cost: string
  payment_method: string | null
  created_at: Date
  starts_at: Date
  updated_at: Date
  item_name: string
  ends_at: Date
  cutoff_hours: number
  participant_id: string | null
  tax_percent: string
  /** Null for what people come to by a list of seats. */
  attendance: Attendance | null
  freed_from: Date | null
}

export type RefundReason =
  | 'place_gone'
  | 'duplicate'
  | 'wrong_amount'
  | 'registration_canceled'
  | 'customer_canceled'
  | 'customer_moved'
  | 'staff'
  | 'provider'

/** Refunds: written in the transaction that decides them, sent to the provider afterwards. */
export interface PaymentRefundsTable {
  id: Id
  payment_transaction_id: string
  /** Null when the whole payment is refunded. */
  payment_item_id: string | null
  amount: Dollars
  /** The sales tax that goes back with it; kept by the database. */
  tax: Generated<Dollars>
  reason: RefundReason
  status: Generated<'pending' | 'succeeded' | 'failed'>
  stripe_refund_id: string | null
  /** By hand it is pending until someone has given it. */
  way: Generated<'card' | 'desk'>
  note: string | null
  given_by: string | null
  attempts: Generated<number>
  next_attempt_at: DefaultInstant
  failure_message: string | null
  requested_by: string | null
  created_at: DefaultInstant
  completed_at: NullableInstant
  updated_at: DefaultInstant
  /** The change by staff that decided it, which may be undone until it is sent; kept by the database. */
  staff_change_id: Generated<string | null>
}

/** A cardholder's complaint about a payment, as it is at the provider. */
export interface PaymentDisputesTable {
  id: Id
  payment_transaction_id: string
  stripe_dispute_id: string
  amount: Dollars
  /** Both in the provider's words. */
  reason: string
  status: string
  respond_by: NullableInstant
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

export interface StripeCustomersTable {
  user_id: string
  stripe_customer_id: string
  created_at: DefaultInstant
}

export interface PaymentEventsTable {
  id: Id
  provider_event_id: string
  type: string
  payload: Json<Record<string, unknown>>
  received_at: DefaultInstant
  processed_at: NullableInstant
}
