import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { problemResponse } from './problem.ts'
import type { HttpEnv } from './serve.ts'

const MOST_BYTES = 256 * 1024

/** Refuses a body of more than 256 KiB with `body_too_large`. */
export function limitBody(): MiddlewareHandler<HttpEnv> {
  const countBytes = bodyLimit({ maxSize: MOST_BYTES, onError: tooLargeOnTheWay })
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    const length = c.req.header('content-length')
    // The HTTP parser enforces Content-Length, so the body, which is expensive to open, need not be read here.
    if (length === undefined || c.req.header('transfer-encoding') !== undefined) return countBytes(c, next)
    return Number(length) > MOST_BYTES ? tooLarge(c) : next()
  }
}

/** Reads and discards a body of known length: a client that is still sending would otherwise miss the answer. */
const tooLarge = (c: Context<HttpEnv>): Response => problemResponse('body_too_large', c.get('requestId'))

/** A connection whose body was not read to its end cannot carry another request. */
function tooLargeOnTheWay(c: Context<HttpEnv>): Response {
  const response = tooLarge(c)
  response.headers.set('connection', 'close')
  return response
}
