import type { PaymentSummary, PaymentType } from '../../../shared/contract/payments/payments.ts'
import { shortNumber } from '../../../shared/domain/bookings/shortNumber.ts'
import { capitalized } from '../../../shared/domain/capitalized.ts'
import { centsFromDollars } from '../../../shared/domain/money/money.ts'
import { readPurchaseText } from '../../../shared/domain/money/purchaseText.ts'
import type { TicketFacts } from '../../components/ticket/Ticket.tsx'
import type { TicketTab, Told } from '../../components/ticket/useTicket.ts'

const kinds: Record<Exclude<PaymentType, 'membership'>, { tab: TicketTab; kind: TicketFacts['kind'] }> = {
  cage_booking: { tab: 'bookings', kind: 'cage' },
  lesson: { tab: 'lessons', kind: 'lesson' },
  class_booking: { tab: 'classes', kind: 'class' },
  camp_registration: { tab: 'camps', kind: 'camp' },
}

/** 'Visa ending in 4242'; empty where it is not known. */
export const cardOf = ({
  card_brand: brand,
  card_last4: last4,
}: Partial<Pick<PaymentSummary, 'card_brand' | 'card_last4'>>): string =>
  last4 ? `${brand ? capitalized(brand) : 'card'} ending in ${last4}` : ''

/** What the ticket of something that was just paid by card tells (spec 1 §4, step 4). A guest's is made of the payment. */
export function paidTicket(payment: PaymentSummary, isGuest: boolean): Told {
  const { amount, description, receiptUrl, paymentType, calendar_url: calendar, item_ids: ids } = payment
  const { tab, kind } = kinds[paymentType === 'membership' ? 'cage_booking' : paymentType]
  const card = cardOf(payment)
  const told = {
    heading: 'Payment Successful!',
    text: 'Your booking has been confirmed.',
    ...{ tab, ids, card, receiptUrl },
  }
  if (!isGuest) return told
  const { title, sessions } = readPurchaseText(description)
  const [what = title, ...when] = title.split(/, (?=\d|[A-Z][a-z]+day, )/)
  const facts: TicketFacts = {
    ...{ kind, title: what, day: when.slice(0, -1).join(', '), time: when.at(-1) ?? '', sessions },
    number: ids[0] ? shortNumber(ids[0]) : null,
    side: null,
    who: null,
    bring: '',
    total: centsFromDollars(amount),
    paid: { good: true, text: card ? `Paid · ${card}` : 'Paid' },
    of: '',
  }
  return { ...told, guest: { facts, calendar, newcomer: undefined } }
}
