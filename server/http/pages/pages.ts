import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono, Context as HonoContext } from 'hono'
import type { Context } from '../../context.ts'
import { inTime } from '../inTime.ts'
import { pagePolicy } from '../securityHeaders.ts'
import type { HttpEnv } from '../serve.ts'
import { noScriptPage } from './noScriptPage.ts'
import {
  gaps,
  type KeptPage,
  type PageDocument,
  type PageParts,
  pageDocument,
  readTemplate,
} from './pageDocument.ts'
import { bareHead, logoAddress, pageHead, webManifest } from './pageHead.ts'
import type { RenderedPages } from './renderedPages.ts'
import { mountSearchEngines } from './searchEngines.ts'
import type { Site } from './site.ts'

/** A page never waits longer than this for the database; the browser then requests the facility's data itself. */
const DATABASE_MILLISECONDS = 500
const YEAR = 'public, max-age=31536000, immutable'
const DAY = 'public, max-age=86400'
const HOUR = 'public, max-age=3600'

/** What browsers and readers of shared links ask for by custom, whatever the page's head says. */
const madeOfLogo = {
  '/favicon.ico': '-icon',
  '/apple-touch-icon.png': '-touch',
  '/og.png': '-share',
} as const

/**
 * Serves the built web app from `directory`. Hashed files are cached forever; any other path that looks like a
 * file but is none answers 404. Every other path answers the app's page, with a head that describes this page
 * and a nonce made for this answer; where no such page exists the status is 404, and the app redirects home.
 */
export function mountPages(
  app: Hono<HttpEnv>,
  context: Context,
  { site, directory, rendered }: { site: Site; directory: string; rendered: RenderedPages },
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
  for (const [path, ending] of Object.entries(madeOfLogo))
    app.get(path, async (c, next) => {
      const facility = await nullWhenSlow(context, context.facility.get())
      const address = facility && logoAddress(facility, ending)
      const bytes =
        address && (await nullWhenSlow(context, context.files.get(address.slice('/files/'.length))))
      if (!bytes) return next()
      return c.body(new Uint8Array(bytes), 200, { 'content-type': 'image/png', 'cache-control': HOUR })
    })
  // What the worker may ask for is decided by the policy of its own file; a new version is looked for at each visit.
  app.get('/sw.js', async (c) => {
    const worker = await readFile(join(directory, 'sw.js')).catch(() => null)
    if (!worker) return c.notFound()
    return c.body(new Uint8Array(worker), 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
      'cache-control': 'no-cache',
    })
  })
  app.get('/manifest.webmanifest', async (c) => {
    const manifest = webManifest(await nullWhenSlow(context, context.facility.get()))
    return c.body(JSON.stringify(manifest), 200, {
      'content-type': 'application/manifest+json',
      'cache-control': HOUR,
    })
  })
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

  const template = readTemplate(directory)
  const banner = context.payments.mode === 'sandbox' ? testPaymentsBanner(gaps.nonce) : ''
  const documents = new WeakMap<KeptPage, PageDocument>()
  /** The document of a page that is there; null where nothing is, or where the head has to be read again. */
  const documentOf = async (c: HonoContext<HttpEnv>): Promise<PageDocument | null> => {
    const { path } = c.req
    if (!site.isPage(path)) return null
    const page = await rendered.find(path, new URL(c.req.url).search, c.req.header('user-agent') ?? '')
    if (!page) return null
    const known = documents.get(page)
    if (known) return known
    // Kept with the page, so of what all who get it have in common: not of this request's own search.
    const mode = new URL(page.url, context.publicUrl()).searchParams.get('mode') ?? undefined
    const { status, isWhole, ...parts } = await headOf({ path, mode }, context, site)
    if (status === 404) return null
    const document = pageDocument(template, page, { ...parts, banner })
    if (isWhole) documents.set(page, document)
    return document
  }
  const drawnByBrowser = async (c: HonoContext<HttpEnv>) => {
    const { head, language, status } = await headOf(
      { path: c.req.path, mode: c.req.query('mode') },
      context,
      site,
    )
    const facility = await nullWhenSlow(context, context.facility.get())
    const withoutScripts = noScriptPage(
      { path: c.req.path, query: c.req.query(), isThere: status !== 404 },
      facility,
      gaps.nonce,
    )
    return { document: pageDocument(template, null, { head, banner, language, withoutScripts }), status }
  }
  app.get('*', async (c) => {
    const kept = await documentOf(c)
    const { document, status } = kept ? { document: kept, status: 200 as const } : await drawnByBrowser(c)
    const { nonce, body, encoding } = await document.answer(c.req.header('accept-encoding') ?? '')
    return c.body(body, status, {
      'content-type': 'text/html; charset=UTF-8',
      'content-security-policy': pagePolicy(nonce, context.payments),
      'cache-control': 'no-store',
      vary: 'accept-encoding',
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
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
): Promise<PageParts & { status: 200 | 404; isWhole: boolean }> {
  const status = site.isPage(path) ? 200 : 404
  const facility = await nullWhenSlow(context, context.facility.get())
  if (!facility) return { head: await bareHead(path, mode), language: 'en-US', status, isWhole: false }
  const found = await nullWhenSlow(context, site.describe(path, facility))
  const text = found === 'nothing' ? site.missing(path, facility) : (found ?? site.text(path, facility, mode))
  const head = await pageHead(text, facility, { site, origin: context.publicUrl(), nonce: gaps.nonce })
  const language = facility.date_language ?? 'en-US'
  return { head, language, status: found === 'nothing' ? 404 : status, isWhole: true }
}

/** The result, or null when the database is down or slow. */
async function nullWhenSlow<Found>({ log }: Context, asked: Promise<Found>): Promise<Found | null> {
  try {
    return await inTime(asked, DATABASE_MILLISECONDS)
  } catch (error) {
    log.warn({ reason: String(error) }, 'a page was sent without what it is about')
    return null
  }
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
