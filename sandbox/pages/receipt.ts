import { html } from 'hono/html'
import type Stripe from 'stripe'
import { formatDollars } from '../../shared/domain/money/money.ts'
import { facilityDay } from '../../shared/domain/time/time.ts'
import { formatDay, formatTime } from '../../shared/domain/time/timeFormat.ts'
import { layout, type Page } from './layout.ts'

const brands: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
}

/** 'Visa ending in 4242'. */
export const cardName = (card: { brand: string | null; last4: string | null }): string =>
  `${brands[card.brand ?? ''] ?? 'Card'} ending in ${card.last4 ?? '????'}`

/** The page at a charge's `receipt_url`. */
export function receiptPage(charge: Stripe.Charge, zone: string): Page {
  const at = new Date(charge.created * 1000)
  const { card } = charge.payment_method_details ?? {}
  return layout(
    'Receipt',
    html`<h1>Receipt</h1>
      <p class="quiet">${charge.description ?? 'Payment'}</p>
      <p class="amount">${formatDollars(charge.amount)}</p>
      <dl>
        ${line('Paid', `${formatDay(facilityDay(at, zone), 'long')}, ${formatTime(at, zone)}`)}
        ${card ? line('Card', cardName({ brand: card.brand, last4: card.last4 })) : ''}
        ${charge.receipt_email ? line('Sent to', charge.receipt_email) : ''}
        ${charge.amount_refunded > 0 ? line('Refunded', formatDollars(charge.amount_refunded)) : ''}
        ${line('Number', charge.id.slice(-8).toUpperCase())}
      </dl>
      <p class="quiet">This receipt is of a test payment. Nothing was taken from any card.</p>`,
  )
}

export const line = (name: string, value: string): Page => html`<div><dt>${name}</dt><dd>${value}</dd></div>`
