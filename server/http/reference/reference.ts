import { readFileSync } from 'node:fs'
import type { Hono } from 'hono'
import type { Route } from '../../../shared/contract/route.ts'
import type { HttpEnv } from '../serve.ts'
import { type AccountCalls, openApiDocument } from './openapi.ts'
import { referenceGroups } from './referenceGroups.ts'
import {
  type Example,
  foundPage,
  groupPage,
  introduction,
  type Reference,
  type ReferenceDocument,
  referenceOf,
} from './referencePage.ts'

/** The reference runs no script, has one style sheet, and asks nobody but us. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** More characters than any operation's name. */
const MAX_FIND = 100

const beside = (file: string) => new URL(file, import.meta.url)
const STYLES = readFileSync(beside('./reference.css'), 'utf8')

/** Written by `reference.test.ts`. */
const examples = JSON.parse(readFileSync(beside('./examples.json'), 'utf8')) as Example[]

/** A pattern of JSON Schema has no flags; the renderer leaves them after a slash. */
const withoutFlags = (key: string, value: unknown): unknown =>
  key === 'pattern' && typeof value === 'string' ? value.replace(/\/[a-z]+$/, '') : value

/**
 * The OpenAPI document at /api/openapi.json and pages to read it: an introduction at /api/docs and a page for each group
 * of operations below it. They are rendered when they are first asked for, and use no file from elsewhere.
 */
export function mountReference(
  app: Hono<HttpEnv>,
  routes: readonly Route[],
  accountCalls: AccountCalls,
  serverUrl: () => string,
): void {
  let written: string | undefined
  let reference: Reference | undefined
  const kept = new Map<string, ReturnType<typeof introduction>>()
  const text = () =>
    (written ??= JSON.stringify(openApiDocument(routes, accountCalls, serverUrl()), withoutFlags))
  const read = () => (reference ??= referenceOf(JSON.parse(text()) as ReferenceDocument, examples))
  const page = (name: string, render: () => ReturnType<typeof introduction>) => {
    const html = kept.get(name) ?? render()
    kept.set(name, html)
    return html
  }
  const headers = { 'content-security-policy': POLICY }

  app.get('/api/openapi.json', (c) => c.body(text(), 200, { 'content-type': 'application/json' }))
  app.get('/api/docs', (c) => {
    const find = (c.req.query('find') ?? '').trim().slice(0, MAX_FIND)
    const html = find ? foundPage(read(), find) : page('', () => introduction(read()))
    return c.html(html, 200, headers)
  })
  app.get('/api/docs/reference.css', (c) =>
    c.body(STYLES, 200, { 'content-type': 'text/css; charset=utf-8' }),
  )
  for (const group of referenceGroups)
    app.get(`/api/docs/${group.slug}`, (c) =>
      c.html(
        page(group.slug, () => groupPage(read(), group)),
        200,
        headers,
      ),
    )
}
