import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Kind } from '../store/kinds.ts'

/** The `error` of an answer, as Stripe shapes it. */
export interface ErrorBody {
  readonly type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
  readonly code?: string
  readonly message: string
  readonly param?: string
  readonly decline_code?: string
  readonly [more: string]: unknown
}

/** Thrown where a request cannot be carried out at all: nothing of it is kept. */
export class StripeProblem extends Error {
  readonly status: ContentfulStatusCode
  readonly body: ErrorBody

  constructor(status: ContentfulStatusCode, body: ErrorBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

/** 400: the request makes no sense as it is. */
export const invalid = (message: string, more: { code?: string; param?: string } = {}): StripeProblem =>
  new StripeProblem(400, { type: 'invalid_request_error', message, ...more })

/** 404 `resource_missing`. */
export const missing = (kind: Kind | 'price' | 'product', id: string, param: string): StripeProblem =>
  new StripeProblem(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind.split('.').at(-1)}: '${id}'`,
    param,
  })

/** 401: the key is not ours, or is not enough for this call. */
export const unauthorized = (message: string, code?: string): StripeProblem =>
  new StripeProblem(401, { type: 'invalid_request_error', message, ...(code ? { code } : {}) })
