import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Kind } from '../store/kinds.ts'

/** The `error` object of Stripe's answers. */
export interface ErrorBody {
  readonly type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
  readonly code?: string
  readonly message: string
  readonly param?: string
  readonly decline_code?: string
  readonly [more: string]: unknown
}

/** Thrown when a request fails; its transaction is rolled back. */
export class StripeProblem extends Error {
  readonly status: ContentfulStatusCode
  readonly body: ErrorBody

  constructor(status: ContentfulStatusCode, body: ErrorBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

/** 400: the request is invalid. */
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

/** 401: the key is unknown, or does not allow this call. */
export const unauthorized = (message: string, code?: string): StripeProblem =>
  new StripeProblem(401, { type: 'invalid_request_error', message, ...(code ? { code } : {}) })
