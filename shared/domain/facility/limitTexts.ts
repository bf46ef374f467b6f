import { formatMinutes } from '../time/timeFormat.ts'

/** `details` of `unpaid_hours_limit`. */
export interface UnpaidTimeDetails {
  readonly limit_minutes: number
  readonly open_minutes: number
  readonly requested_minutes: number
  /** Whether it can be paid by card, which has no such limit. */
  readonly pay_by_card: boolean
  readonly phone: string
}

/** `details` of `guest_hours_limit`. They do not reveal what others booked with the same phone or e-mail. */
export interface GuestTimeDetails {
  readonly limit_minutes: number
  readonly pay_by_card: boolean
  readonly phone: string
}

/** `details` of `unpaid_camps_limit`. */
export interface UnpaidCampsDetails {
  readonly limit: number
  readonly open: number
  readonly phone: string
  /** What is counted: camps with unpaid spots; or, where siblings fill the limit, the spots of this camp: unpaid or free. */
  readonly counted: 'camps' | 'spots' | 'free_spots'
}

/** `details` of `open_checkouts_limit`. */
export interface OpenCheckoutsDetails {
  readonly limit: number
  readonly open: number
  /** Which count reached its limit: this person's checkouts, or all from this network address. */
  readonly counted_by: 'person' | 'address'
}

/** `details` of `checkout_hours_limit`. */
export interface CheckoutTimeDetails {
  readonly limit_minutes: number
  readonly open_minutes: number
  readonly requested_minutes: number
  readonly phone: string
}

/**
 * The sentence for a limit, with its figures and what to do; replaces the general sentence of the error code.
 *
 * @returns null for other codes.
 */
export function limitSentence(code: string, details: unknown): string | null {
  if (typeof details !== 'object' || details === null) return null
  switch (code) {
    case 'unpaid_hours_limit':
      return unpaidTime(details as UnpaidTimeDetails)
    case 'guest_hours_limit':
      return guestTime(details as GuestTimeDetails)
    case 'unpaid_camps_limit':
      return unpaidCamps(details as UnpaidCampsDetails)
    case 'open_checkouts_limit':
      return openCheckouts(details as OpenCheckoutsDetails)
    case 'checkout_hours_limit':
      return checkoutTime(details as CheckoutTimeDetails)
    default:
      return null
  }
}

function unpaidTime(details: UnpaidTimeDetails): string {
  const { limit_minutes, open_minutes, requested_minutes, pay_by_card, phone } = details
  const most = formatMinutes(limit_minutes)
  const card = pay_by_card ? 'pay with card, ' : ''
  if (limit_minutes === 0) {
    return `Please ${card}${pay_by_card ? 'or ' : ''}call us at ${phone}: this cannot be booked to pay on arrival.`
  }
  if (open_minutes === 0) {
    return `You can book up to ${most} at a time to pay on arrival, and this is ${formatMinutes(requested_minutes)}. Please choose less, ${card}or call us at ${phone}.`
  }
  return `You can have up to ${most} booked to pay on arrival, and you have ${formatMinutes(open_minutes)} already. Please ${card}cancel a booking, or call us at ${phone}.`
}

function guestTime({ limit_minutes, pay_by_card, phone }: GuestTimeDetails): string {
  const most =
    limit_minutes === 0
      ? 'Guests cannot book to pay on arrival.'
      : `Guests can have up to ${formatMinutes(limit_minutes)} booked to pay on arrival, and this would be more.`
  return `${most} Please ${pay_by_card ? 'pay with card, ' : ''}log in, or call us at ${phone}.`
}

function unpaidCamps({ limit, open, phone, counted }: UnpaidCampsDetails): string {
  const advice = `Please pay by card, or call us at ${phone}.`
  if (counted === 'spots') {
    return `We keep up to ${limit} spots in one camp to pay on arrival for one customer, and you have ${open} already. ${advice}`
  }
  if (counted === 'free_spots') {
    return `One customer gets up to ${limit} spots in a camp that costs nothing, and you have ${open} already. Please call us at ${phone} for more.`
  }
  const most =
    open === 0
      ? 'Camps cannot be booked to pay on arrival.'
      : `You have ${open} ${open === 1 ? 'camp' : 'camps'} to pay on arrival, which is the most we keep for one customer.`
  return `${most} ${advice}`
}

const openCheckouts = ({ open, counted_by }: OpenCheckoutsDetails): string =>
  counted_by === 'person'
    ? `You have ${open} card payments open already. Please finish or close one of them, or try again in a few minutes.`
    : `${open} card payments are open from your network already. Please try again in a few minutes.`

function checkoutTime(details: CheckoutTimeDetails): string {
  const { limit_minutes, open_minutes, requested_minutes, phone } = details
  const more =
    open_minutes === 0
      ? `this is ${formatMinutes(requested_minutes)}`
      : `we already hold ${formatMinutes(open_minutes)} for you`
  return `We hold up to ${formatMinutes(limit_minutes)} while you pay by card, and ${more}. Please pay for less at once, or call us at ${phone}.`
}
