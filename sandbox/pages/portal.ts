import { html } from 'hono/html'
import type Stripe from 'stripe'
import { formatDollars } from '../../shared/domain/money/money.ts'
import { layout, type Page } from './layout.ts'
import { cardName, line } from './receipt.ts'

/** The content of the billing portal. */
export interface CardOnFile {
  readonly card: Stripe.PaymentMethod.Card | undefined
  /** Amount due, in cents. */
  readonly due: number
  readonly returnUrl: string | null
  /** The outcome of the submitted form. */
  readonly outcome?: { readonly done: boolean; readonly message: string } | undefined
}

/** The billing portal, where only the card can be replaced. */
export const portalPage = ({ card, due, returnUrl, outcome }: CardOnFile): Page =>
  layout(
    'Your card',
    html`<h1>Your card</h1>
      ${outcome ? html`<p class="${outcome.done ? 'done' : 'error'}" role="status">${outcome.message}</p>` : ''}
      <dl>
        ${line('On file', card ? cardName(card) : 'No card yet')}
        ${card ? line('Expires', `${String(card.exp_month).padStart(2, '0')}/${card.exp_year}`) : ''}
        ${due > 0 ? line('Waiting to be paid', formatDollars(due)) : ''}
      </dl>
      <form method="post">
        ${cardFields()}
        <button>${due > 0 ? 'Replace card and pay' : 'Replace card'}</button>
        ${returnUrl === null ? '' : html`<a class="button second" href="${returnUrl}">Back to the site</a>`}
      </form>`,
  )

/** The page of an invoice; an open one can be paid there with another card. */
export const invoicePage = (invoice: Stripe.Invoice, outcome?: CardOnFile['outcome']): Page =>
  layout(
    'Invoice',
    html`<h1>Invoice</h1>
      ${outcome ? html`<p class="${outcome.done ? 'done' : 'error'}" role="status">${outcome.message}</p>` : ''}
      <p class="amount">${formatDollars(invoice.amount_due)}</p>
      <dl>
        ${line('For', invoice.lines.data[0]?.description ?? 'Membership')}
        ${line('Number', invoice.number ?? 'None yet')}
        ${line('State', STATES[invoice.status ?? ''] ?? 'Draft')}
      </dl>
      ${invoice.status === 'open' ? html`<form method="post">${cardFields()}<button>Pay with this card</button></form>` : ''}`,
  )

const STATES: Record<string, string> = {
  open: 'Waiting to be paid',
  paid: 'Paid',
  void: 'Canceled',
  uncollectible: 'Given up',
}

const cardFields = (): Page => html`<label>Card number
    <input name="number" inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242" required></label>
  <div class="trio">
    <label>Month<input name="exp_month" inputmode="numeric" autocomplete="cc-exp-month" placeholder="12" maxlength="2" required></label>
    <label>Year<input name="exp_year" inputmode="numeric" autocomplete="cc-exp-year" placeholder="2030" maxlength="4" required></label>
    <label>CVC<input name="cvc" inputmode="numeric" autocomplete="cc-csc" placeholder="123" maxlength="4" required></label>
  </div>`
