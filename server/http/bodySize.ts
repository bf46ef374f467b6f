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
    // The HTTP parser holds a sender to the length it told, so the body itself, which is dear to open, can wait.
    if (length === undefined || c.req.header('transfer-encoding') !== undefined) return countBytes(c, next)
    return Number(length) > MOST_BYTES ? tooLarge(c) : next()
  }
}

/** The rest of a body whose length was told is read away: who is still sending would miss the answer otherwise. */
const tooLarge = (c: Context<HttpEnv>): Response => problemResponse('body_too_large', c.get('requestId'))

/** A stream that was left in the middle cannot carry another request. */
function tooLargeOnTheWay(c: Context<HttpEnv>): Response {
  const response = tooLarge(c)
  response.headers.set('connection', 'close')
  return response
}
