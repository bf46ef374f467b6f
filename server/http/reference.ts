import { readFileSync } from 'node:fs'
import type { Hono } from 'hono'
import type { Route } from '../../shared/contract/route.ts'
import { type AccountCalls, openApiDocument } from './openapi.ts'
import { referencePage } from './referencePage.ts'
import type { HttpEnv } from './serve.ts'

/** The reference page runs no script and has one style sheet. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const STYLES = readFileSync(new URL('./reference.css', import.meta.url), 'utf8')

/** A pattern of JSON Schema has no flags; the renderer leaves them after a slash. */
const withoutFlags = (key: string, value: unknown): unknown =>
  key === 'pattern' && typeof value === 'string' ? value.replace(/\/[a-z]+$/, '') : value

/** The OpenAPI document at /api/openapi.json and a page to read it at /api/docs, with no file from elsewhere. */
export function mountReference(
  app: Hono<HttpEnv>,
  routes: readonly Route[],
  accountCalls: AccountCalls,
  serverUrl: () => string,
): void {
  let document: string | undefined
  let page: ReturnType<typeof referencePage> | undefined
  const written = () =>
    (document ??= JSON.stringify(openApiDocument(routes, accountCalls, serverUrl()), withoutFlags))

  app.get('/api/openapi.json', (c) => c.body(written(), 200, { 'content-type': 'application/json' }))
  app.get('/api/docs', (c) => {
    page ??= referencePage(JSON.parse(written()))
    return c.html(page, 200, { 'content-security-policy': POLICY })
  })
  app.get('/api/docs/reference.css', (c) =>
    c.body(STYLES, 200, { 'content-type': 'text/css; charset=utf-8' }),
  )
}
