import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { system, transaction } from '../../server/db/database.ts'
import { scopeOf } from '../http/api.ts'
import type { Scope, Settings } from '../settings.ts'
import { authenticatedPage, authenticatePage, nothingHerePage } from './authenticate.ts'
import { authenticationOf, finishAuthentication } from './authentication.ts'
import { mountCardPages } from './cardPages.ts'
import { pageHeaders } from './layout.ts'
import { receiptPage } from './receipt.ts'

/** The pages for people: receipts, the bank's page of 3-D Secure, the card on file. `committed` is called after each change. */
export function createPages(settings: Settings, committed: () => void): Hono {
  const pages = new Hono()
  const within = <T>(work: (scope: Scope) => Promise<T>) =>
    transaction(settings.db, system, (tx) => work(scopeOf(settings, tx, settings.clock.now(), null)))

  // PostgreSQL's text cannot contain NUL, so no path with one exists.
  pages.use(async (c, next) =>
    c.req.url.includes('%00') ? c.html(nothingHerePage(), 404, pageHeaders()) : next(),
  )

  pages.get('/receipts/:id', async (c) => {
    const charge = await within(({ store }) => store.find('charge', c.req.param('id')))
    if (!charge?.body.receipt_url) return c.html(nothingHerePage(), 404, pageHeaders())
    return c.html(receiptPage(charge.body, settings.zone()), 200, pageHeaders())
  })

  pages.get('/authenticate/:token', async (c) => {
    const found = await within((scope) => authenticationOf(scope, c.req.param('token')))
    if (!found) return c.html(nothingHerePage(), 404, pageHeaders())
    return c.html(authenticatePage(found), 200, pageHeaders(found.returnUrl))
  })

  pages.post('/authenticate/:token', bodyLimit({ maxSize: 4_096 }), async (c) => {
    const { outcome } = await c.req.parseBody()
    if (outcome !== 'complete' && outcome !== 'fail') return c.html(nothingHerePage(), 400, pageHeaders())
    const passed = outcome === 'complete'
    const finished = await within((scope) => finishAuthentication(scope, c.req.param('token'), passed))
    committed()
    if (!finished) return c.html(nothingHerePage(), 404, pageHeaders())
    if (finished.leadsTo) return c.redirect(finished.leadsTo, 303)
    return c.html(authenticatedPage(passed), 200, pageHeaders())
  })
  mountCardPages(pages, within, committed)
  return pages
}
