import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import type { Context } from '../../context.ts'
import { refusalCodeOf } from '../answers/problem.ts'
import { isNear, trustOf } from '../limits/addressClass.ts'
import { behind } from '../limits/rateLimits.ts'
import { API_POLICY, baseHeaders, STRICT_TRANSPORT } from '../securityHeaders.ts'
import { CLIENT_CLOSED_REQUEST, type HttpEnv, hasLeft } from '../serve.ts'

/** The outermost layer: gives the request an id, measures and logs it, and adds the security headers to its answer. */
export function observe(context: Context): MiddlewareHandler<HttpEnv> {
  const { log, metrics, config, tracing } = context
  const always: Record<string, string> = {
    ...baseHeaders,
    'content-security-policy': API_POLICY,
    ...(config.publicUrl?.startsWith('https:') ? { 'strict-transport-security': STRICT_TRANSPORT } : {}),
  }
  const notice = noticeProxy(context)
  const isTrusted = trustOf(config.trustProxy)
  return async (c, next) => {
    const started = performance.now()
    const requestId = randomUUID()
    c.set('requestId', requestId)
    const { incoming, outgoing } = c.env
    const forwarded = c.req.header('x-forwarded-for')
    const proxied = (forwarded ?? c.req.header('forwarded')) !== undefined
    const peer = incoming.socket.remoteAddress ?? ''
    const isProxy = isTrusted(peer)
    if (proxied && !isProxy) notice()
    c.set('address', isProxy ? forwardedBy(peer, forwarded) : untrusted(peer, proxied))
    // Set on the socket, so that an answer can still override them: a page has its own policy. Editing each
    // answer's headers instead costs more than everything else in a cached answer.
    for (const name in always) outgoing.setHeader(name, always[name] ?? '')
    outgoing.setHeader('x-request-id', requestId)
    if (tracing) {
      const outcome = () => ({
        ...{ method: c.req.method, operation: c.get('operation') ?? 'page', requestId },
        ...{ status: hasLeft(c) ? CLIENT_CLOSED_REQUEST : c.res.status, refusal: refusalCodeOf(c.res) },
      })
      await tracing.request(next, outcome, isProxy ? c.req.header('traceparent') : undefined)
    } else await next()
    // A HEAD is answered by the handler of GET, and nobody reads its body: a live stream would stay open for good.
    if (c.req.method === 'HEAD') await c.res.body?.cancel()
    const status = hasLeft(c) ? CLIENT_CLOSED_REQUEST : c.res.status
    const seconds = (performance.now() - started) / 1000
    metrics.observeRequest(c.get('operation') ?? 'page', status, seconds)
    const code = status >= 400 ? refusalCodeOf(c.res) : undefined
    if (code) metrics.observeRefusal(code)
    const quiet = c.req.method === 'GET' || status < 400 || status === CLIENT_CLOSED_REQUEST
    const level = status >= 500 ? 'error' : quiet ? 'debug' : 'info'
    if (!log.isLevelEnabled(level)) return
    log[level](
      {
        request_id: requestId,
        method: c.req.method,
        path: withoutSecret(c.req.path),
        status,
        ms: Math.round(seconds * 1000),
      },
      'request',
    )
  }
}

/** The log must not contain the secret of a calendar address. */
const withoutSecret = (path: string): string => path.replace(/^(\/api\/calendar\/).+/, '$1[hidden]')

/**
 * Logs once that requests come through a proxy that TRUST_PROXY does not name. The callers' addresses are then unknown:
 * by the proxy's own address all of them would count as one, and the header may be forged.
 */
function noticeProxy({ log, metrics }: Context): () => void {
  let told = false
  return () => {
    if (told) return
    told = true
    metrics.untrustedProxy.set(1)
    log.warn(
      'Requests come through a proxy that TRUST_PROXY does not name (they carry X-Forwarded-For or Forwarded): people are ' +
        "not told apart by address. Set TRUST_PROXY to the proxy's address, or to true for every proxy on this machine or a private network; " +
        "or have the proxy's headers removed.",
    )
  }
}

/**
 * The caller as a trusted proxy names it: the last entry of `X-Forwarded-For`, which that proxy wrote. An entry that is no address
 * counts all such callers of the proxy together.
 */
export function forwardedBy(peer: string, forwarded: string | undefined): string {
  if (forwarded === undefined) return peer
  const last = forwarded.split(',').at(-1)?.trim() ?? ''
  return isIP(last) === 0 ? behind(peer) : last
}

/**
 * The client's address where its peer is no trusted proxy; unknown behind a proxy on this machine or network. A header from any
 * other address may be forged and is ignored, so that no client can avoid being counted.
 */
export const untrusted = (peer: string, proxied: boolean): string =>
  proxied && isNear(peer) ? behind(peer) : peer
