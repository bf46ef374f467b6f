import { OpenAPIHono, type RouteConfig } from '@hono/zod-openapi'
import { type ErrorCode, errors, problem } from '../../shared/contract/errors.ts'
import type { Route } from '../../shared/contract/route.ts'

const EVERY_OPERATION: readonly ErrorCode[] = ['invalid_input', 'internal', 'unavailable']
const EVERY_SIGNED_IN: readonly ErrorCode[] = ['unauthenticated', 'forbidden']
const EVERY_CHANGE: readonly ErrorCode[] = ['origin_refused', 'idempotency_key_reused', 'body_too_large']

/** Renders the contract as an OpenAPI 3.1 document: the same values that the server validates with. */
export function openApiDocument(routes: readonly Route[], serverUrl: string) {
  const renderer = new OpenAPIHono()
  const registry = renderer.openAPIRegistry
  registry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: serverUrl.startsWith('https:') ? '__Host-dugout' : 'dugout',
  })
  for (const route of routes) registry.registerPath(pathOf(route))
  return renderer.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Dugout',
      version: '1',
      description:
        'Booking for batting cages and training facilities. Amounts are dollars with two decimals; instants are ' +
        'ISO 8601. Every request that changes something may carry an Idempotency-Key. Sign-in is at /api/auth.',
    },
    servers: [{ url: serverUrl }],
  })
}

function pathOf(route: Route): RouteConfig {
  const { params, query, body, form } = route
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
      ...(body ? { body: { required: true, content: { 'application/json': { schema: body } } } } : {}),
      ...(form
        ? { body: { required: true, content: { 'application/x-www-form-urlencoded': { schema: form } } } }
        : {}),
    },
    responses: {
      [route.status]: { description: 'Done', content: { [contentType(route)]: { schema: route.answer } } },
      ...refusalsOf(route),
    },
  } as RouteConfig
}

const contentType = ({ answer }: Route): string => String(answer.meta()?.contentType ?? 'application/json')

/** The codes of each status, with their sentences, so that a reader can branch on them. */
function refusalsOf(route: Route): RouteConfig['responses'] {
  const codes = new Set<ErrorCode>([
    ...route.errors,
    ...EVERY_OPERATION,
    ...(route.access === 'public' ? [] : EVERY_SIGNED_IN),
    ...(route.method === 'get' ? [] : EVERY_CHANGE),
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
