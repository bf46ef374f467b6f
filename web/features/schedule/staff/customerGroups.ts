import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import { centsFromDollars } from '../../../../shared/domain/money/money.ts'

/** The state of money of one booking, or of several together. */
export type MoneyState = 'paid' | 'pending payment' | 'mixed'

/** A part of what a customer has that day: its cage time or its coaching. */
export interface MoneyPart {
  readonly cents: number
  readonly state: MoneyState
}

/** All that one customer has on a day (spec 3 §2, Detailed Booking Summary). */
export interface CustomerGroup {
  readonly key: string
  readonly name: string
  /** The account's; null for guests, and for class sessions, which are everybody's. */
  readonly customerId: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly bookings: readonly ListedBooking[]
  /** Null for class sessions: each seat is paid for by itself. */
  readonly state: MoneyState | null
  readonly total: MoneyPart | null
  /** What is still owed, in cents. */
  readonly owed: number
  /** Both only where the customer has cage bookings and lessons, or a lesson's cage has its own price. */
  readonly cage: MoneyPart | null
  readonly coach: MoneyPart | null
}

/** The bookings of a day by customer, in the order of each one's first. */
export function customerGroups(bookings: readonly ListedBooking[]): CustomerGroup[] {
  return [...Map.groupBy(bookings, customerKey)].map(([key, own]) => groupOf(key, own))
}

/**
 * Guests are the same by name, e-mail and phone. Without either, only what was booked at once is one guest's: two walk-ins
 * are two people.
 */
function customerKey(booking: ListedBooking): string {
  const { kind, id, customer_id, customer_name, customer_email, customer_phone, created_at } = booking
  if (kind === 'class') return `session ${id}`
  if (customer_id) return customer_id
  const contact = [customer_email, customer_phone].filter(Boolean)
  return [customer_name, ...(contact.length > 0 ? contact : [created_at])].join('\n').toLowerCase()
}

function groupOf(key: string, bookings: readonly ListedBooking[]): CustomerGroup {
  const [first] = bookings
  const isSession = first?.kind === 'class'
  const parts = bookings.flatMap(partsOf)
  const total = isSession ? null : sumOf(parts)
  const cage = sumOf(parts.filter(({ of }) => of === 'cage'))
  const coach = sumOf(parts.filter(({ of }) => of === 'coach'))
  const isBoth = cage !== null && coach !== null
  return {
    key,
    name: (isSession ? first.item_name : first?.customer_name) ?? '',
    customerId: first?.customer_id ?? null,
    email: first?.customer_email ?? null,
    phone: first?.customer_phone ?? null,
    bookings,
    state: total?.state ?? null,
    total,
    owed: isSession ? 0 : parts.reduce((sum, { cents, state }) => sum + (state === 'paid' ? 0 : cents), 0),
    cage: isBoth ? cage : null,
    coach: isBoth ? coach : null,
  }
}

interface Part {
  readonly of: 'cage' | 'coach'
  readonly cents: number
  readonly state: 'paid' | 'pending payment'
}

/** A lesson takes coach and cage together (decision 10): its price has a part for each, and one payment settles both. */
function partsOf(booking: ListedBooking): Part[] {
  if (booking.kind === 'class') return []
  const state = moneyStateOf(booking)
  const cents = centsFromDollars(booking.total_cost)
  if (booking.kind !== 'lesson') return [{ of: 'cage', cents, state }]
  const cage = Math.min(cents, centsFromDollars(booking.cage_cost ?? 0))
  const coach: Part = { of: 'coach', cents: cents - cage, state }
  return cage > 0 ? [{ of: 'cage', cents: cage, state }, coach] : [coach]
}

const moneyStateOf = ({ status }: Pick<ListedBooking, 'status'>): 'paid' | 'pending payment' =>
  status === 'paid' ? 'paid' : 'pending payment'

function sumOf(parts: readonly Part[]): MoneyPart | null {
  const [first] = parts
  if (!first) return null
  const same = parts.every(({ state }) => state === first.state)
  return { cents: parts.reduce((sum, { cents }) => sum + cents, 0), state: same ? first.state : 'mixed' }
}
