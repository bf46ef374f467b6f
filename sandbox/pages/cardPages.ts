import type { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cardFor } from '../billing/collect.ts'
import { replaceCard } from '../billing/replaceCard.ts'
import { StripeProblem } from '../http/problem.ts'
import type { Scope } from '../settings.ts'
import { nothingHerePage } from './authenticate.ts'
import { type Page, pageHeaders } from './layout.ts'
import { type CardOnFile, invoicePage, portalPage } from './portal.ts'

type Within = <T>(work: (scope: Scope) => Promise<T>) => Promise<T>
type Outcome = CardOnFile['outcome']

/** How long the URL of a portal session is valid, in seconds. */
const SESSION_SECONDS = 3_600

/** The pages with a card form: the billing portal, and the page of an invoice. */
export function mountCardPages(pages: Hono, within: Within, committed: () => void): void {
  const asked = new Map<string, (scope: Scope, key: string, outcome?: Outcome) => Promise<Shown | undefined>>(
    [
      ['/portal/:key', portal],
      ['/invoices/:key', invoice],
    ],
  )
  for (const [path, show] of asked) {
    pages.get(path, async (c) => {
      const shown = await within((scope) => show(scope, c.req.param('key') ?? ''))
      return shown ? c.html(shown.page, 200, pageHeaders()) : c.html(nothingHerePage(), 404, pageHeaders())
    })
    pages.post(path, bodyLimit({ maxSize: 4_096 }), async (c) => {
      const key = c.req.param('key') ?? ''
      const form = await c.req.parseBody()
      const shown = await within((scope) => show(scope, key))
      if (!shown) return c.html(nothingHerePage(), 404, pageHeaders())
      const outcome = await outcomeOf(() =>
        within((scope) =>
          replaceCard(scope, shown.customer, {
            number: field(form.number),
            exp_month: field(form.exp_month),
            exp_year: field(form.exp_year),
            cvc: field(form.cvc),
          }),
        ),
      )
      committed()
      const after = await within((scope) => show(scope, key, outcome))
      return c.html(after?.page ?? nothingHerePage(), outcome.done ? 200 : 402, pageHeaders())
    })
  }
}

interface Shown {
  readonly customer: string
  readonly page: Page
}

const field = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

async function outcomeOf(replace: () => Promise<string | null>): Promise<{ done: boolean; message: string }> {
  try {
    const refused = await replace()
    return refused === null
      ? { done: true, message: 'Your card was replaced.' }
      : { done: false, message: `The card was saved, but what is open could not be paid. ${refused}` }
  } catch (error) {
    if (error instanceof StripeProblem) return { done: false, message: error.message }
    throw error
  }
}

async function portal(scope: Scope, token: string, outcome?: Outcome): Promise<Shown | undefined> {
  const session = await scope.store.byToken('billing_portal.session', token)
  if (!session || session.body.created + SESSION_SECONDS < scope.now) return undefined
  const { customer, return_url: returnUrl } = session.body
  const { store } = scope
  const open = await store.all('invoice', { customer, status: 'open' })
  const [subscription] = await store.all('subscription', { customer })
  const { body } = await store.read('customer', customer)
  const method = subscription
    ? await cardFor(scope, subscription)
    : await store.find('payment_method', String(body.invoice_settings.default_payment_method))
  const due = open.reduce((sum, { amount_remaining: cents }) => sum + cents, 0)
  return { customer, page: portalPage({ card: method?.body.card, due, returnUrl, outcome }) }
}

async function invoice(scope: Scope, id: string, outcome?: Outcome): Promise<Shown | undefined> {
  const found = await scope.store.find('invoice', id)
  if (!found || found.body.status === 'draft') return undefined
  return { customer: String(found.body.customer), page: invoicePage(found.body, outcome) }
}
