import { html, raw } from 'hono/html'
import type { Facility } from '../../../shared/contract/facility/facility.ts'

interface Asked {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** Whether the site has a page there. */
  readonly isThere: boolean
}

/**
 * What a page that the browser draws shows where scripts are off: what there is, and the ways on. Unsubscribing works, as it
 * must without an account or a second step (CAN-SPAM, 16 CFR 316.5).
 *
 * @param facility null while it cannot be read.
 */
export function noScriptPage(asked: Asked, facility: Facility | null, nonce: string): string {
  const ways = [
    facility?.phone &&
      html`<a href="tel:${facility.phone.replace(/[^+\d]/g, '')}">Call ${facility.phone}</a>`,
    facility?.email && html`<a href="mailto:${facility.email}">Email Us</a>`,
    html`<a href="/">Home</a>`,
  ].filter((way) => way !== undefined && way !== null && way !== '')
  const { title, content } = contentOf(asked)
  return String(html`<noscript>
      <style nonce="${nonce}">
        #root { display: none; }
        .no-script { max-width: 36rem; margin: 0 auto; padding: 3rem 1rem; font: 1rem/1.5 Inter, system-ui, sans-serif; }
        .no-script a { display: inline-block; margin-inline-end: 1.5rem; line-height: 2.75rem; }
        .no-script button { min-height: 2.75rem; padding: 0 1.25rem; font: inherit; }
      </style>
      <main class="no-script"><h1>${title}</h1>${content}<p>${ways}</p></main>
    </noscript>`)
}

function contentOf({ path, query, isThere }: Asked) {
  if (!isThere) return { title: 'Page Not Found', content: raw('<p>There is nothing at this address.</p>') }
  if (path.replace(/\/+$/, '').toLowerCase() === '/unsubscribe') return unsubscribing(query)
  return {
    title: 'Please Switch On JavaScript',
    content: raw('<p>This page needs it. Everything can also be done by phone or email.</p>'),
  }
}

function unsubscribing({ email, signature, done, failed }: Asked['query']) {
  if (done)
    return {
      title: 'You’re Unsubscribed',
      content: raw('<p>You get no more news and offers. Receipts for what you book still reach you.</p>'),
    }
  if (failed || !email || !signature)
    return {
      title: 'This Link Is Not Complete',
      content: raw('<p>Open the link at the end of the email once more, all of it, or call or email us.</p>'),
    }
  const action = `/api/unsubscribe/one-click?${new URLSearchParams({ email, signature, page: '1' })}`
  return {
    title: 'Unsubscribe',
    content: html`<p>No more news and offers to ${email}.</p>
      <form method="post" action="${action}">
        <input type="hidden" name="List-Unsubscribe" value="One-Click" />
        <button>Unsubscribe</button>
      </form>`,
  }
}
