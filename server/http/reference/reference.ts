import { readFileSync } from 'node:fs'
import type { Hono } from 'hono'
import type { Route } from '../../../shared/contract/route.ts'
import type { HttpEnv } from '../serve.ts'
import { type AccountCalls, openApiDocument } from './openapi.ts'
import { referencePage } from './referencePage.ts'

/** The reference page runs no script, has one style sheet, and asks nobody but us. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** More characters than any operation's name. */
const MAX_FIND = 100

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
  let read: Parameters<typeof referencePage>[0] | undefined
  let whole: ReturnType<typeof referencePage> | undefined
  const written = () =>
    (document ??= JSON.stringify(openApiDocument(routes, accountCalls, serverUrl()), withoutFlags))

  app.get('/api/openapi.json', (c) => c.body(written(), 200, { 'content-type': 'application/json' }))
  app.get('/api/docs', (c) => {
    const find = (c.req.query('find') ?? '').trim().slice(0, MAX_FIND)
    read ??= JSON.parse(written()) as Parameters<typeof referencePage>[0]
    whole ??= referencePage(read)
    return c.html(find ? referencePage(read, find) : whole, 200, { 'content-security-policy': POLICY })
  })
  app.get('/api/docs/reference.css', (c) =>
    c.body(STYLES, 200, { 'content-type': 'text/css; charset=utf-8' }),
  )
}
