import { OpenAPIHono, type RouteConfig } from '@hono/zod-openapi'
import { z } from 'zod'
import { type ErrorCode, errors, problem } from '../../../shared/contract/errors.ts'
import { idempotencyKey, type Route } from '../../../shared/contract/route.ts'

const EVERY_OPERATION: readonly ErrorCode[] = ['invalid_input', 'internal', 'unavailable']
const EVERY_SIGNED_IN: readonly ErrorCode[] = ['unauthenticated', 'forbidden']
const EVERY_ROLE: readonly ErrorCode[] = ['second_factor_due']
const EVERY_GRAVE: readonly ErrorCode[] = ['proof_required']
const EVERY_BODY: readonly ErrorCode[] = ['unsupported_media_type']
const EVERY_CHANGE: readonly ErrorCode[] = ['origin_refused', 'idempotency_key_reused', 'body_too_large']
const EVERY_CHANGE_OF_CUSTOMERS: readonly ErrorCode[] = ['too_many_requests']

/** The account library's paths, each with its input. */
export type AccountCalls = Readonly<Record<string, { readonly body: z.ZodType }>>

/** Renders the contract as an OpenAPI 3.1 document: the same values that the server validates with. */
export function openApiDocument(routes: readonly Route[], accountCalls: AccountCalls, serverUrl: string) {
  const renderer = new OpenAPIHono()
  const registry = renderer.openAPIRegistry
  registry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: serverUrl.startsWith('https:') ? '__Host-dugout' : 'dugout',
  })
  for (const route of routes) registry.registerPath(pathOf(route))
  for (const [path, { body }] of Object.entries(accountCalls)) registry.registerPath(accountPath(path, body))
  return renderer.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Dugout',
      version: '1',
      description:
        'Booking for batting cages and training facilities. Amounts are dollars with two decimals; instants are ' +
        'ISO 8601. Every request that changes something may carry an Idempotency-Key. Signing in sets a cookie.',
    },
    servers: [{ url: serverUrl }],
  })
}

function pathOf(route: Route): RouteConfig {
  const { params, query, body, form, upload } = route
  return {
    operationId: route.operationId,
    method: route.method,
    path: route.path.replaceAll(/:(\w+)/g, '{$1}'),
    summary: route.summary,
    tags: [route.path.split('/')[2] ?? ''],
    security: route.access === 'public' ? [] : [{ session: [] }],
    'x-access': route.access,
    request: {
      ...(params ? { params } : {}),
      ...(query ? { query } : {}),
      ...(route.method === 'get' || form ? {} : { headers: changeHeaders }),
      ...(body ? { body: { required: true, content: { 'application/json': { schema: body } } } } : {}),
      ...(form
        ? { body: { required: true, content: { 'application/x-www-form-urlencoded': { schema: form } } } }
        : {}),
      ...(upload
        ? {
            body: {
              required: true,
              description: `At most ${upload.mostBytes / 1024 / 1024} MiB.`,
              content: Object.fromEntries(upload.types.map((type) => [type, { schema: file }])),
            },
          }
        : {}),
    },
    responses: {
      [route.status]: { description: 'Done', content: { [contentType(route)]: { schema: route.answer } } },
      ...refusalsOf(route),
    },
  } as RouteConfig
}

const file = { type: 'string', format: 'binary' } as const

const changeHeaders = z.object({ 'Idempotency-Key': idempotencyKey.optional() })

/** Descriptions of the library's calls. */
const accountSummaries: Readonly<Record<string, string>> = {
  '/sign-up/email': 'Create an account; a link by mail confirms it',
  '/sign-in/email': 'Sign in with e-mail and password',
  '/sign-out': 'End this session',
  '/verify-email': 'Create the account of a mailed link, and sign in',
  '/claim-sign-up': 'Whether the mailed button was pressed; signs in the browser that signed up, once',
  '/send-verification-email': 'Send the link that confirms an account again',
  '/request-password-reset': 'Send a link to set a new password',
  '/reset-password': 'Set a new password by such a link',
  '/change-password': 'Change the password of the account that is signed in',
}
const SIGNED_IN_ACCOUNT_CALL = '/change-password'

/** The library's calls do not reveal whether an account exists, so their refusals are not listed one by one. */
const accountPath = (path: string, body: z.ZodType): RouteConfig => ({
  operationId: path.slice(1).replaceAll('/', '-'),
  method: 'post',
  path: `/api/auth${path}`,
  ...(accountSummaries[path] ? { summary: accountSummaries[path] } : {}),
  tags: ['auth'],
  security: path === SIGNED_IN_ACCOUNT_CALL ? [{ session: [] }] : [],
  'x-access': path === SIGNED_IN_ACCOUNT_CALL ? 'signed-in' : 'public',
  request: { body: { required: true, content: { 'application/json': { schema: body } } } },
  responses: {
    200: {
      description: 'Done',
      content: { 'application/json': { schema: z.object({ status: z.boolean() }) } },
    },
    default: { description: 'Refused', content: { 'application/json': { schema: problem } } },
  },
})

const contentType = ({ answer }: Route): string => String(answer.meta()?.contentType ?? 'application/json')

const isForCustomers = ({ access }: Route): boolean => access === 'public' || access === 'signed-in'

/** The codes of each status, with their sentences, so that a reader can branch on them. */
function refusalsOf(route: Route): RouteConfig['responses'] {
  const codes = new Set<ErrorCode>([
    ...route.errors,
    ...EVERY_OPERATION,
    ...(route.access === 'public' ? [] : EVERY_SIGNED_IN),
    ...(isForCustomers(route) ? [] : EVERY_ROLE),
    ...(route.grave ? EVERY_GRAVE : []),
    ...(route.method === 'get' ? [] : EVERY_CHANGE),
    ...(route.method === 'get' || !isForCustomers(route) ? [] : EVERY_CHANGE_OF_CUSTOMERS),
    ...(route.body || route.form ? EVERY_BODY : []),
  ])
  const byStatus = Map.groupBy(codes, (code) => errors[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [
      status,
      {
        description: ofStatus.map((code) => `\`${code}\`: ${errors[code].message}`).join('\n\n'),
        content: { 'application/json': { schema: problem } },
      },
    ]),
  )
}
