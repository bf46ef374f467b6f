import type { PaymentSummary, PaymentType } from '../../../shared/contract/payments/payments.ts'
import { capitalized } from '../../../shared/domain/capitalized.ts'
import { signatureOf, type TicketTab, type Told } from '../../components/ticket/useTicket.ts'

const tabs: Record<Exclude<PaymentType, 'membership'>, TicketTab> = {
  cage_booking: 'bookings',
  lesson: 'lessons',
  class_booking: 'classes',
  camp_registration: 'camps',
}

/** 'Visa ending in 4242'; empty where it is not known. */
export const cardOf = ({
  card_brand: brand,
  card_last4: last4,
}: Partial<Pick<PaymentSummary, 'card_brand' | 'card_last4'>>): string =>
  last4 ? `${brand ? capitalized(brand) : 'card'} ending in ${last4}` : ''

/** What the ticket of something that was just paid by card tells (spec 1 §4, step 4). */
export function paidTicket(payment: PaymentSummary, isGuest: boolean): Told {
  const { receiptUrl, paymentType, calendar_url, item_ids: ids } = payment
  const told = {
    heading: 'Payment Successful!',
    text: 'Your booking has been confirmed.',
    tab: tabs[paymentType === 'membership' ? 'cage_booking' : paymentType],
    ...{ ids, card: cardOf(payment), receiptUrl },
  }
  return isGuest ? { ...told, guest: { signature: signatureOf(calendar_url), newcomer: undefined } } : told
}
