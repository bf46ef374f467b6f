import type { Hono } from 'hono'
import type { Context } from '../../context.ts'
import type { HttpEnv } from '../serve.ts'
import type { Site } from './site.ts'

const HOUR = 'public, max-age=3600'

/**
 * Private areas of customers and staff. The API is disallowed too, except for the data of the public pages:
 * search engines execute the pages before they index them.
 */
const closed = [
  '/admin',
  '/account',
  '/receipt',
  '/ticket',
  '/auth',
  '/change-email',
  '/family-invitation',
  '/invitation',
  '/sign-waiver',
  '/confirm-email',
  '/setup',
  '/coach-dashboard',
  '/coach-setup',
  '/coach-help',
  '/dev/',
  '/api/',
]

/** Serves robots.txt and the sitemap. */
export function mountSearchEngines(app: Hono<HttpEnv>, context: Context, site: Site): void {
  app.get('/robots.txt', (c) =>
    c.text(robots(context.publicUrl(), site.reads), 200, { 'cache-control': HOUR }),
  )
  app.get('/sitemap.xml', async (c) => {
    const paths = [...site.publicPaths, ...(await site.namedPaths())]
    return c.body(sitemap(context.publicUrl(), paths), 200, {
      'cache-control': HOUR,
      'content-type': 'application/xml; charset=utf-8',
    })
  })
}

/** RFC 9309: the longest matching rule wins, so an allowed path can lie below a disallowed one. */
function robots(origin: string, open: readonly string[]): string {
  const rules = [...closed.map((path) => `Disallow: ${path}`), ...open.map((path) => `Allow: ${path}`)]
  return `${['User-agent: *', ...rules, '', `Sitemap: ${origin}/sitemap.xml`].join('\n')}\n`
}

/** https://www.sitemaps.org/protocol.html */
function sitemap(origin: string, paths: readonly string[]): string {
  const addresses = paths.map((path) => `<url><loc>${escapeXml(origin + path)}</loc></url>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...addresses,
    '</urlset>\n',
  ].join('\n')
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll("'", '&apos;')
