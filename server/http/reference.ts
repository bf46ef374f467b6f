import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import absolutePath from 'swagger-ui-dist/absolute-path.js'
import type { Route } from '../../shared/contract/route.ts'
import { type AccountCalls, openApiDocument } from './openapi.ts'
import type { HttpEnv } from './serve.ts'

// The reference page's own files need inline style elements neither for layout nor for its icons.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dugout API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>`

const START = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#reference', deepLinking: true, validatorUrl: null })`

/** A pattern of JSON Schema has no flags; the renderer leaves them behind a slash. */
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
  app.get('/api/openapi.json', (c) => {
    document ??= JSON.stringify(openApiDocument(routes, accountCalls, serverUrl()), withoutFlags)
    return c.body(document, 200, { 'content-type': 'application/json' })
  })
  app.get('/api/docs', (c) => c.html(PAGE, 200, { 'content-security-policy': POLICY }))
  app.get('/api/docs/start.js', (c) => c.body(START, 200, { 'content-type': 'text/javascript' }))
  app.get(
    '/api/docs/:file{swagger-ui(-bundle\\.js|\\.css)}',
    serveStatic({ root: absolutePath(), rewriteRequestPath: (path) => path.replace('/api/docs', '') }),
  )
}
