import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Context } from '../context.ts'
import { API_POLICY, baseHeaders, STRICT_TRANSPORT } from './securityHeaders.ts'
import type { HttpEnv } from './serve.ts'

/** The outermost layer: names the request, times it, logs it, and puts the security headers on its answer. */
export function observe(context: Context): MiddlewareHandler<HttpEnv> {
  const { log, metrics, config } = context
  return async (c, next) => {
    const started = performance.now()
    const requestId = randomUUID()
    c.set('requestId', requestId)
    c.set('address', remoteAddress(c.env, c.req.header('x-forwarded-for'), config.trustProxy))
    await next()
    const { headers, status } = c.res
    for (const name in baseHeaders) headers.set(name, baseHeaders[name] ?? '')
    headers.set('x-request-id', requestId)
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', API_POLICY)
    if (config.publicUrl?.startsWith('https:')) headers.set('strict-transport-security', STRICT_TRANSPORT)
    const seconds = (performance.now() - started) / 1000
    metrics.observeRequest(operationOf(c), status, seconds)
    const level = status >= 500 ? 'error' : c.req.method === 'GET' || status < 400 ? 'debug' : 'info'
    if (!log.isLevelEnabled(level)) return
    log[level](
      {
        request_id: requestId,
        method: c.req.method,
        path: c.req.path,
        status,
        ms: Math.round(seconds * 1000),
      },
      'request',
    )
  }
}

/** Route patterns, not addresses, so that the number of series stays small. */
const operationOf = (c: Parameters<typeof routePath>[0]): string => `${c.req.method} ${routePath(c, -1)}`

/** The client's address; `X-Forwarded-For` counts only where a proxy of ours sets it, and then its last entry. */
function remoteAddress(env: unknown, forwarded: string | undefined, trustProxy: boolean): string {
  const last = forwarded?.split(',').at(-1)?.trim()
  if (trustProxy && last) return last
  const incoming = (env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming
  return incoming?.socket?.remoteAddress ?? ''
}
