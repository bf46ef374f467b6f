import { type ErrorCode, errors, type Problem } from '../../../shared/contract/errors.ts'
import { Refusal } from '../../refusal.ts'
import { jsonResponse } from './json.ts'

const RETRY_AFTER_SECONDS: Partial<Record<ErrorCode, string>> = {
  unavailable: '2',
  too_many_requests: '30',
  too_many_streams: '10',
}

/** For answers that are private or must not be served stale. */
export const PRIVATE = { 'cache-control': 'no-store' } as const

/** Renders a refusal as `{ code, message, details?, request_id }` with the code's status. */
export function problemResponse(refusal: Refusal | ErrorCode, requestId: string): Response {
  const { code, details, message: sentence } = refusal instanceof Refusal ? refusal : new Refusal(refusal)
  const { status, message: general } = errors[code]
  const message = sentence ?? general
  const body: Problem = {
    code,
    message,
    request_id: requestId,
    ...(details === undefined ? {} : { details }),
  }
  const retryAfter = retryAfterOf(details) ?? RETRY_AFTER_SECONDS[code]
  const headers = { ...PRIVATE, ...(retryAfter ? { 'retry-after': retryAfter } : {}) }
  return named(code, jsonResponse(body, status, headers))
}

const codes = new WeakMap<Response, ErrorCode>()

/** Stores the code of a refusal for the metrics. */
export function named(code: ErrorCode, response: Response): Response {
  codes.set(response, code)
  return response
}

/** The code that `named` stored; undefined for answers that are no refusal. */
export const refusalCodeOf = (response: Response): ErrorCode | undefined => codes.get(response)

/** The seconds that a rate limit gave, or the default for refusals without them. */
const retryAfterOf = (details: unknown): string | undefined =>
  typeof details === 'object' && details !== null && 'retry_after_seconds' in details
    ? String(details.retry_after_seconds)
    : undefined
