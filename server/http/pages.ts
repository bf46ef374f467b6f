import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import { pagePolicy } from './securityHeaders.ts'
import type { HttpEnv } from './serve.ts'

const NONCE = '__CSP_NONCE__'
const YEAR = 'public, max-age=31536000, immutable'
const DAY = 'public, max-age=86400'

/**
 * Serves the built web app from `directory`. Hashed files never change and say so; every other address is
 * the app's page, whose inline elements carry a nonce made for this one answer.
 */
export function mountPages(app: Hono<HttpEnv>, directory: string): void {
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
    // Only names with an ending are files; `/` and the app's own routes are the page.
    if (!/\.\w+$/.test(c.req.path) || c.req.path.endsWith('.html')) return next()
    return files(c, next)
  })
  const files = serveStatic<HttpEnv>({
    root: directory,
    precompressed: true,
    onFound: (_path, c) => c.header('cache-control', DAY),
  })

  const page = loadPage(directory)
  app.get('*', (c) => {
    const nonce = randomBytes(16).toString('base64')
    return c.html(page.join(nonce), 200, {
      'content-security-policy': pagePolicy(nonce),
      'cache-control': 'no-store',
    })
  })
}

/** The page, cut where the nonce goes. Without a build there is a page that says how to make one. */
function loadPage(directory: string): string[] {
  const file = `${directory}/index.html`
  const html = existsSync(file)
    ? readFileSync(file, 'utf8')
    : '<!doctype html><title>Dugout</title>Run npm run build.'
  return html.split(NONCE)
}
