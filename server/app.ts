import { Hono } from 'hono'
import { contract } from '../shared/contract/api.ts'
import type { Route } from '../shared/contract/route.ts'
import type { Context } from './context.ts'
import { accountPageEndpoints } from './features/account/routes.ts'
import { accountCalls } from './features/accounts/accounts.ts'
import { deviceEndpoints } from './features/accounts/devices/routes.ts'
import { emailChangeEndpoints } from './features/accounts/emailChange/routes.ts'
import { accountEndpoints } from './features/accounts/routes.ts'
import { bookingChangeEndpoints } from './features/bookings/changeRoutes.ts'
import { bookingEndpoints } from './features/bookings/routes.ts'
import { cageEndpoints } from './features/cages/routes.ts'
import { calendarEndpoints } from './features/calendar/routes.ts'
import { campEndpoints } from './features/camps/routes.ts'
import { classEndpoints } from './features/classes/routes.ts'
import { coachEndpoints } from './features/coaches/routes.ts'
import { staffCoachEndpoints } from './features/coaches/staffRoutes.ts'
import { facilityEndpoints } from './features/facility/routes.ts'
import { lessonChangeEndpoints } from './features/lessons/changeRoutes.ts'
import { lessonEndpoints } from './features/lessons/routes.ts'
import { membershipEndpoints } from './features/memberships/routes.ts'
import { mountDevMailbox } from './features/messages/devMailbox.ts'
import { messageEndpoints } from './features/messages/routes.ts'
import { paymentEndpoints } from './features/payments/routes.ts'
import { mountPaymentWebhook } from './features/payments/webhook.ts'
import { peopleEndpoints } from './features/people/routes.ts'
import { privacyEndpoints } from './features/privacy/routes.ts'
import { limitBody } from './http/bodySize.ts'
import type { Endpoint } from './http/endpoint.ts'
import { formTokenEndpoint } from './http/formToken.ts'
import { mountHealth } from './http/health.ts'
import { observe } from './http/observe.ts'
import { isFromOurPages } from './http/origin.ts'
import { mountPages } from './http/pages.ts'
import { problemResponse } from './http/problem.ts'
import { mountReference } from './http/reference.ts'
import { type HttpEnv, serve, unexpected } from './http/serve.ts'
import { SANDBOX_PATH } from './integrations/stripe/builtInSandbox.ts'

const endpoints: readonly Endpoint[] = [
  ...facilityEndpoints,
  ...cageEndpoints,
  ...bookingEndpoints,
  ...bookingChangeEndpoints,
  ...coachEndpoints,
  ...staffCoachEndpoints,
  ...lessonEndpoints,
  ...classEndpoints,
  ...campEndpoints,
  ...lessonChangeEndpoints,
  ...accountEndpoints,
  ...accountPageEndpoints,
  ...membershipEndpoints,
  ...deviceEndpoints,
  ...emailChangeEndpoints,
  ...calendarEndpoints,
  ...privacyEndpoints,
  ...peopleEndpoints,
  ...messageEndpoints,
  ...paymentEndpoints,
  formTokenEndpoint,
]

const routes: readonly Route[] = contract
/** Where programs of other people post forms, by the authority of a signature and of no cookie. */
const openToAll = new Set<string>(routes.filter(({ form }) => form).map(({ path }) => path))

/** State that changes while the process runs: draining means that no new traffic should come. */
export interface ProcessState {
  draining: boolean
}

/**
 * Builds the HTTP application from a context; main.ts and every test use this same one.
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
  app.use('/api/*', limitBody())
  mountReference(app, contract, accountCalls, context.publicUrl)
  app.on(['GET', 'POST'], '/api/auth/*', (c) => context.accounts.handle(c.req.raw, c.get('address')))
  mountPaymentWebhook(app, context)
  mountOperations(app, context)
  mountHealth(app, context, options.state)
  mountDevMailbox(app, context)
  if (options.paymentSandbox) app.route(SANDBOX_PATH, options.paymentSandbox)
  mountPages(app, context, options.webDirectory)
  app.all('*', (c) => problemResponse('method_not_allowed', c.get('requestId')))
  return app
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
  const paths = new Set(contract.map(({ path }) => path))
  for (const path of paths) app.all(path, (c) => problemResponse('method_not_allowed', c.get('requestId')))
  app.all('/api/*', (c) => problemResponse('not_found', c.get('requestId')))
}
