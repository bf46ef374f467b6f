import type { ErrorCode, Problem } from '../../shared/contract/errors.ts'

/** An answer that is not a success, or no answer at all (`code` is then 'network' and `status` 0). */
export class ApiError extends Error {
  readonly status: number
  /** One of the contract's codes, one of the account library's, or 'network'. */
  readonly code: string
  /** What the code is about, as the contract declares it for that code. */
  readonly details: unknown
  /** To be quoted to the facility when asking for help. */
  readonly requestId: string | undefined

  constructor(status: number, problem: Problem) {
    super(problem.message)
    this.name = 'ApiError'
    this.status = status
    this.code = problem.code
    this.details = problem.details
    this.requestId = problem.request_id
  }
}

/** Whether the server refused with exactly this code. */
export function isRefusal(error: unknown, code: ErrorCode): error is ApiError {
  return error instanceof ApiError && error.code === code
}

/** Whether a written reason would let the caller's role do it all the same. */
export const mayOverride = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'override_reason_required' ||
    (typeof error.details === 'object' && error.details !== null && 'override' in error.details))

/** Whether an attempt only lacks the reason: that is said at its field, and nowhere else. */
export const lacksReason = (error: unknown): boolean => isRefusal(error, 'override_reason_required')

export const enterReason = 'Enter a reason.'

/** The server's message about one field of a refused request, if any. */
export function fieldProblem(error: unknown, field: string): string | undefined {
  if (!isRefusal(error, 'invalid_input') || !Array.isArray(error.details)) return undefined
  const issues = error.details as { path?: unknown[]; message?: string }[]
  return issues.find(({ path }) => path?.at(-1) === field)?.message
}

/** The error shown when the server could not be reached. */
export const noConnection = {
  code: 'network',
  message: 'We couldn’t reach the server. Please check your connection and try again.',
}

/** The error shown when the server did not answer in time. */
export const noAnswer = {
  code: 'network',
  message: 'The server did not answer in time. Please check your connection and try again.',
}

/** Whether the same request may succeed in a moment: no connection, a time-out, or a server that is coming back. */
export function isTemporary(error: unknown): boolean {
  return error instanceof ApiError && [0, 408, 502, 503, 504].includes(error.status)
}

/**
 * Whether a change may have been made although it failed: no answer came, it was lost on its way, or the server broke
 * off. A refusal with any other status is definite.
 */
export function isUnsure(error: unknown): boolean {
  return !(error instanceof ApiError) || [0, 408].includes(error.status) || error.status >= 500
}
