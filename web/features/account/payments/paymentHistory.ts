import type { CustomerPayment, PaidItem } from '../../../../shared/contract/accounts/accountPayments.ts'
import { capitalized } from '../../../../shared/domain/capitalized.ts'
import type { Tone } from '../../../components/ItemCard.tsx'
import { methodLabel } from '../../payments/paymentMethods.ts'
import type { AccountSearch, AccountTab } from '../accountSearch.ts'

type Payment = CustomerPayment

/**
 * How it was paid (spec 2 §2): underscores are spaces, what went through the card provider is a Card Payment, and
 * where nothing is known it reads Card.
 */
export function methodText(method: string | null): string {
  if (method === 'card' || method?.startsWith('stripe')) return 'Card Payment'
  return methodLabel(method)
}

/** Completed and succeeded are green, pending is yellow, anything else red (spec 2 §4). */
export function statusTone(status: string): Tone {
  if (status === 'completed' || status === 'succeeded') return 'good'
  return status === 'pending' ? 'open' : 'bad'
}

/** 'Completed'. */
export const statusText = (status: string): string => capitalized(status)

const typeTexts: Record<Payment['payment_type'], string> = {
  cage_booking: 'Cage booking',
  lesson: 'Lesson',
  class_booking: 'Class booking',
  camp_registration: 'Camp registration',
  membership: 'Membership',
  goods: 'At the front desk',
}

/** What was paid, in words. */
export const descriptionText = (payment: Pick<Payment, 'payment_description' | 'payment_type'>): string =>
  payment.payment_description || typeTexts[payment.payment_type]

/** The provider's receipt where a card paid, the facility's own where the desk took it; null for neither. */
export const receiptUrl = ({
  id,
  receipt_url,
  taken_at_desk,
}: Pick<Payment, 'id' | 'receipt_url' | 'taken_at_desk'>): string | null =>
  receipt_url ?? (taken_at_desk ? `/receipt/${id}` : null)

/** Who takes part in what was paid, where it is not only the payer: 'For you and Mia'; null for nobody else. */
export function forWhom(items: readonly PaidItem[]): string | null {
  const names = new Set(items.map(({ participant }) => participant?.name ?? 'you'))
  const others = [...names].filter((name) => name !== 'you')
  if (others.length === 0) return null
  return `For ${listOf.format(names.has('you') ? ['you', ...others] : others)}`
}

/** How much was paid together: '2 people × 3 days' of a camp, else '2 sessions'; null for one. */
export function countText({ items, booking_count }: Pick<Payment, 'items' | 'booking_count'>): string | null {
  if (booking_count < 2) return null
  const isCamp = items.length > 0 && items.every(({ kind }) => kind === 'camp_registration')
  if (!isCamp) return `${booking_count} sessions`
  const days = items[0]?.days ?? 1
  return `${booking_count} people${days > 1 ? ` × ${days} days` : ''}`
}

const listOf = new Intl.ListFormat('en-US')

/** Where the paid items are shown: their own page, or else the tab of the account that lists them; null if they are gone. */
export function paidPage(items: readonly PaidItem[]): { to: string; search?: AccountSearch } | null {
  const [item] = items
  if (!item) return null
  const samePage = items.every(({ page_id }) => page_id === item.page_id)
  if (item.page_id && samePage) return { to: `${pages[item.kind]}/${item.page_id}` }
  return { to: '/account', search: { tab: tabs[item.kind] } }
}

const pages: Partial<Record<PaidItem['kind'], string>> = {
  class_registration: '/classes',
  camp_registration: '/camps',
}

const tabs: Record<PaidItem['kind'], AccountTab> = {
  booking: 'bookings',
  lesson: 'lessons',
  class_registration: 'classes',
  camp_registration: 'camps',
  subscription: 'profile',
}
