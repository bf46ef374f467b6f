import type { Hono } from 'hono'
import { facilityDay } from '../../shared/domain/time.ts'
import type { Context } from '../context.ts'
import { listCamps } from '../features/camps/queries.ts'
import { listClasses } from '../features/classes/queries.ts'
import { listCoaches } from '../features/coaches/queries.ts'
import type { HttpEnv } from './serve.ts'
import { publicPaths } from './site.ts'

const HOUR = 'public, max-age=3600'

/**
 * Areas that belong to one person or to the staff. The API is closed too, but for what the public pages are made of:
 * search engines run the pages before they read them.
 */
const closed = [
  '/admin',
  '/account',
  '/auth',
  '/change-email',
  '/confirm-email',
  '/coach-dashboard',
  '/coach-setup',
  '/dev/',
  '/api/',
]
const open = [
  '/api/facility',
  '/api/cages',
  '/api/schedule',
  '/api/coaches',
  '/api/classes',
  '/api/camps',
  '/api/memberships/offer',
]

/** What search engines ask for by themselves: what they may read, and which pages there are. */
export function mountSearch(app: Hono<HttpEnv>, context: Context): void {
  app.get('/robots.txt', (c) => c.text(robots(context.publicUrl()), 200, { 'cache-control': HOUR }))
  app.get('/sitemap.xml', async (c) => {
    const named = await Promise.all([coachPaths(context), classPaths(context), campPaths(context)])
    const paths = [...publicPaths, ...named.flat()]
    return c.body(sitemap(context.publicUrl(), paths), 200, {
      'cache-control': HOUR,
      'content-type': 'application/xml; charset=utf-8',
    })
  })
}

async function coachPaths({ db, log }: Context): Promise<string[]> {
  const coaches = await listCoaches(db, (reason) =>
    log.warn({ reason: String(reason) }, 'the roles of coaches could not be read'),
  )
  return coaches.map(({ id }) => `/book-coach/${id}`)
}

async function classPaths({ db, facility, clock }: Context): Promise<string[]> {
  const { time_zone } = await facility.get()
  const classes = await listClasses(db, facilityDay(clock.now(), time_zone))
  return classes.map(({ id }) => `/classes/${id}`)
}

async function campPaths({ db, facility, clock }: Context): Promise<string[]> {
  const [now, { time_zone: zone }] = [clock.now(), await facility.get()]
  const camps = await listCamps(db, { now, zone })
  return camps.filter(({ end_date }) => end_date >= facilityDay(now, zone)).map(({ id }) => `/camps/${id}`)
}

/** RFC 9309: the longest matching rule wins, so that the open addresses stay open below the closed ones. */
function robots(origin: string): string {
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
