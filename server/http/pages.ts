import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import type { Context } from '../context.ts'
import { bareHead, pageHead } from './pageHead.ts'
import { mountSearchEngines } from './searchEngines.ts'
import { pagePolicy } from './securityHeaders.ts'
import type { HttpEnv } from './serve.ts'
import type { Site } from './site.ts'

const NONCE = '__CSP_NONCE__'
const HEAD = '<!--page-head-->'
const BANNER = '<!--page-banner-->'
/** A page never waits longer than this for the database; the browser then requests the facility's data itself. */
const DATABASE_MILLISECONDS = 500
const YEAR = 'public, max-age=31536000, immutable'
const DAY = 'public, max-age=86400'

/**
 * Serves the built web app from `directory`. Hashed files are cached forever; any other path that looks like a
 * file but is none answers 404. Every other path answers the app's page, with a head that describes this page
 * and a nonce made for this answer; where no such page exists the status is 404, and the app redirects home.
 */
export function mountPages(
  app: Hono<HttpEnv>,
  context: Context,
  { site, directory }: { site: Site; directory: string },
): void {
  mountSearchEngines(app, context, site)
  app.use(
    '/assets/*',
    serveStatic({
      root: directory,
      precompressed: true,
      onFound: (_path, c) => c.header('cache-control', YEAR),
    }),
  )
  app.get('/assets/*', (c) => c.notFound())
  app.use('*', async (c, next) => {
    // Only names with an extension are files; `/` and the app's routes are the page.
    if (!isFile(c.req.path)) return next()
    return files(c, next)
  })
  app.get('*', (c, next) => (isFile(c.req.path) || isHidden(c.req.path) ? c.notFound() : next()))
  const files = serveStatic<HttpEnv>({
    root: directory,
    precompressed: true,
    onFound: (_path, c) => c.header('cache-control', DAY),
  })

  const page = loadPage(directory)
  app.get('*', async (c) => {
    const nonce = randomBytes(16).toString('base64')
    const { head, status } = await headOf(
      { path: c.req.path, mode: c.req.query('mode') },
      context,
      site,
      nonce,
    )
    const banner = context.payments.mode === 'sandbox' ? testPaymentsBanner(nonce) : ''
    const [beforeHead, beforeBanner, afterBanner] = page.map((part) => part.join(nonce))
    return c.html(`${beforeHead}${head}${beforeBanner}${banner}${afterBanner}`, status, {
      'content-security-policy': pagePolicy(nonce, context.payments),
      'cache-control': 'no-store',
      // Wallets pay in a popup window, which must be able to reach its opener.
      ...(context.payments.mode === 'stripe' && { 'cross-origin-opener-policy': 'same-origin-allow-popups' }),
    })
  })
}

const isFile = (path: string): boolean => /\.\w+$/.test(path) && !path.endsWith('.html')

/** Paths such as `/.git/config`, which are never served. */
const isHidden = (path: string): boolean => path.includes('/.')

/** The facility and the page's text, as far as they can be read in time; pages work without them. */
async function headOf(
  { path, mode }: { path: string; mode: string | undefined },
  context: Context,
  site: Site,
  nonce: string,
): Promise<{ head: string; status: 200 | 404 }> {
  const status = site.isPage(path) ? 200 : 404
  const facility = await soon(context, context.facility.get())
  if (!facility) return { head: await bareHead(path, mode), status }
  const found = await soon(context, site.describe(path, facility))
  const text = found === null || found === 'nothing' ? site.text(path, facility, mode) : found
  const head = await pageHead(text, facility, { site, origin: context.publicUrl(), nonce })
  return { head, status: found === 'nothing' ? 404 : status }
}

/** The result, or null when the database is down or slow. */
async function soon<Found>({ log }: Context, asked: Promise<Found>): Promise<Found | null> {
  const waiting = new AbortController()
  const tooLate = delay(DATABASE_MILLISECONDS, null, { ref: false, signal: waiting.signal })
  try {
    return await Promise.race([asked, tooLate])
  } catch (error) {
    log.warn({ reason: String(error) }, 'a page was sent without what it is about')
    return null
  } finally {
    waiting.abort()
    tooLate.catch(() => undefined)
  }
}

/** The page in three parts, split where the nonce goes. Without a build, a page that says how to build. */
function loadPage(directory: string): [string[], string[], string[]] {
  const file = `${directory}/index.html`
  const html = existsSync(file)
    ? readFileSync(file, 'utf8')
    : `<!doctype html><html lang="en"><head>${HEAD}</head><body>${BANNER}Run npm run build.</body></html>`
  const [beforeHead = '', afterHead = ''] = html.split(HEAD)
  const [beforeBanner = '', afterBanner = ''] = afterHead.split(BANNER)
  return [beforeHead.split(NONCE), beforeBanner.split(NONCE), afterBanner.split(NONCE)]
}

/**
 * The ribbon on every page while cards are charged in the built-in sandbox (decision 18). The server adds it to the
 * page; it is not part of the app, so a facility that takes real cards downloads nothing for it.
 */
const testPaymentsBanner = (
  nonce: string,
): string => `<aside class="test-payments" aria-label="Test payments">
      <style nonce="${nonce}">
        .test-payments { padding: 0.25rem 1rem; background: #ffd23f; color: #101d33; text-align: center;
          font: 600 0.8125rem/1.4 Inter, system-ui, sans-serif; }
        @media print { .test-payments { display: none; } }
      </style>
      Test payments: no real card is charged.
    </aside>`
