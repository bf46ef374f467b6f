import { Hono, type Context as HonoContext } from 'hono'
import { contract } from '../shared/contract/api.ts'
import type { AnswerRead } from '../shared/contract/pageRenderer.ts'
import type { Route } from '../shared/contract/route.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { accountCalls } from './features/accounts/accounts.ts'
import { mountDevMailbox } from './features/messages/delivery/devMailbox.ts'
import { mountPaymentWebhook } from './features/payments/provider/webhook.ts'
import { endpoints, providerEventHandlers, siteOf } from './features.ts'
import { problemResponse } from './http/answers/problem.ts'
import { limitBody } from './http/limits/bodySize.ts'
import type { ProcessState } from './http/listen.ts'
import { mountFiles } from './http/pages/files.ts'
import { mountPages } from './http/pages/pages.ts'
import { createRenderedPages } from './http/pages/renderedPages.ts'
import { mountReference } from './http/reference/reference.ts'
import { type HttpEnv, serve, unexpected } from './http/serve.ts'
import { mountHealth } from './http/watching/health.ts'
import { observe } from './http/watching/observe.ts'
import { SANDBOX_PATH } from './integrations/stripe/builtInSandbox.ts'

const routes: readonly Route[] = contract
/** Paths to which other programs post forms, authorized by a signature and not by a cookie. */
const openToAll = new Set<string>(routes.filter(({ form }) => form).map(({ path }) => path))

/**
 * Builds the HTTP application from a context; used by main.ts and by every test.
 *
 * @throws when an operation of the contract has no handler, or two.
 */
export function createApp(
  context: Context,
  options: { webDirectory: string; state: ProcessState; paymentSandbox: Hono | null },
): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.use(observe(context))
  app.onError((error, c) => unexpected(error, context, c))

  app.use('/api/*', async (c, next) => {
    if (!openToAll.has(c.req.path) && !isFromOurPages(c.req.raw, context.config))
      return problemResponse('origin_refused', c.get('requestId'))
    return next()
  })
  app.use('/api/*', limitBody(routes))
  mountReference(app, contract, accountCalls, context.publicUrl)
  app.on(['GET', 'POST'], '/api/auth/*', (c) => context.accounts.handle(c.req.raw, c.get('address')))
  mountPaymentWebhook(app, context, providerEventHandlers)
  mountOperations(app, context)
  mountHealth(app, context, options.state)
  mountDevMailbox(app, context)
  if (options.paymentSandbox) app.route(SANDBOX_PATH, options.paymentSandbox)
  mountFiles(app, context)
  mountPages(app, context, {
    site: siteOf(context),
    directory: options.webDirectory,
    rendered: createRenderedPages(context, options.webDirectory, inProcess(context)),
  })
  app.all('*', (c) => methodNotAllowed(c, ['GET', 'HEAD']))
  return app
}

/** A 405 names the methods that the address does take (RFC 9110 §15.5.6). */
function methodNotAllowed(c: HonoContext<HttpEnv>, methods: readonly string[]): Response {
  const response = problemResponse('method_not_allowed', c.get('requestId'))
  response.headers.set('allow', methods.join(', '))
  return response
}

/** Answers the API's reads in this process, as a stranger's, for the pages that the server renders. */
function inProcess(context: Context): AnswerRead {
  const api = new Hono<HttpEnv>()
  api.use(async (c, next) => {
    c.set('requestId', 'page')
    c.set('address', '')
    await next()
  })
  mountOperations(api, context)
  const env = { incoming: { complete: true, errored: null } }
  return async (path) => {
    const answer = await api.request(path, {}, env)
    return { status: answer.status, body: await answer.text() }
  }
}

function mountOperations(app: Hono<HttpEnv>, context: Context): void {
  for (const route of contract) {
    const handlers = endpoints.filter((endpoint) => endpoint.route === route)
    const [handler] = handlers
    if (!handler || handlers.length > 1) {
      throw new Error(
        `The operation ${route.operationId} has ${handlers.length} handlers; it needs exactly one.`,
      )
    }
    app.on(route.method.toUpperCase(), route.path, serve(handler, context))
  }
  // Paths without parameters first: `/users/role` is not the user of that id.
  const byPath = [...Map.groupBy(routes, ({ path }) => path)].sort(
    ([a], [b]) => a.split(':').length - b.split(':').length,
  )
  for (const [path, operations] of byPath) {
    const methods = operations.map(({ method }) => method.toUpperCase())
    // Hono answers HEAD wherever it answers GET.
    const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods
    app.all(path, (c) => methodNotAllowed(c, allowed))
  }
  app.all('/api/*', (c) => problemResponse('not_found', c.get('requestId')))
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a request may change something: a browser sends the origin, which must be our own.
 * A request without `Origin` and `Sec-Fetch-Site` is not from a browser, so no other site can have forged it.
 */
function isFromOurPages(request: Request, config: Config): boolean {
  if (READING.has(request.method)) return true
  const origin = request.headers.get('origin')
  if (origin === null) {
    const site = request.headers.get('sec-fetch-site')
    return site === null || site === 'same-origin' || site === 'none'
  }
  if (origin === config.publicUrl) return true
  // Behind TLS the request itself arrives as http:. A page of this host that came over http: may be anybody's on the way.
  return !config.publicUrl?.startsWith('https:') && origin === new URL(request.url).origin
}
