import { html } from 'hono/html'
import { formatDollars } from '../../shared/domain/money/money.ts'
import { layout, type Page } from './layout.ts'
import { line } from './receipt.ts'

/** The content of the bank's page for 3-D Secure. */
export interface Authentication {
  /** Cents; null where a card is only saved. */
  readonly amount: number | null
  readonly description: string | null
  readonly card: string
}

/** The bank's page: the buttons choose the outcome. */
export const authenticatePage = ({ amount, description, card }: Authentication): Page =>
  layout(
    'Confirm with your bank',
    html`<h1>Your bank wants to know that it is you</h1>
      <p class="quiet">This page stands in for 3-D Secure. Choose how your bank answers.</p>
      ${amount === null ? '' : html`<p class="amount">${formatDollars(amount)}</p>`}
      <dl>
        ${line('Card', card)}
        ${description ? line('For', description) : ''}
      </dl>
      <form method="post">
        <button name="outcome" value="complete">Complete authentication</button>
        <button class="second" name="outcome" value="fail">Fail authentication</button>
      </form>`,
  )

/** Shown when there is no return URL. */
export const authenticatedPage = (passed: boolean): Page =>
  layout(
    passed ? 'Confirmed' : 'Not confirmed',
    passed
      ? html`<h1>Confirmed</h1><p>You can close this page and go back to where you paid.</p>`
      : html`<h1>Not confirmed</h1><p>Go back to where you paid and try another card.</p>`,
  )

/** For a URL whose page was already used, or never existed. */
export const nothingHerePage = (): Page =>
  layout(
    'Nothing to do here',
    html`<h1>Nothing to do here</h1>
      <p>This page was used already or never existed. Go back to where you paid and look at its state there.</p>`,
  )
