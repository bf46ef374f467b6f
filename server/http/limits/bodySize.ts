import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Route } from '../../../shared/contract/route.ts'
import { problemResponse } from '../answers/problem.ts'
import type { HttpEnv } from '../serve.ts'

const MAX_BYTES = 256 * 1024

/** Refuses a body of more than 256 KiB, or than a route's own limit, with `body_too_large`. */
export function limitBody(routes: readonly Route[]): MiddlewareHandler<HttpEnv> {
  const uploads = new Map<string, number>(
    routes.flatMap(({ method, path, upload }) =>
      upload ? [[`${method.toUpperCase()} ${path}`, upload.mostBytes] as const] : [],
    ),
  )
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    const most = uploads.get(`${c.req.method} ${c.req.path}`) ?? MAX_BYTES
    const length = c.req.header('content-length')
    // The HTTP parser enforces Content-Length, so the body, which is expensive to open, need not be read here.
    if (length === undefined || c.req.header('transfer-encoding') !== undefined)
      return bodyLimit({ maxSize: most, onError: tooLargeWhileReading })(c, next)
    return Number(length) > most ? tooLarge(c) : next()
  }
}

/** Reads and discards a body of known length: a client that is still sending would otherwise miss the answer. */
const tooLarge = (c: Context<HttpEnv>): Response => problemResponse('body_too_large', c.get('requestId'))

/** A connection whose body was not read to its end cannot carry another request. */
function tooLargeWhileReading(c: Context<HttpEnv>): Response {
  const response = tooLarge(c)
  response.headers.set('connection', 'close')
  return response
}
