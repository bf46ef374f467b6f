import type { ErrorCode } from '../shared/contract/errors.ts'

/** An expected outcome that is not a success. Returned, never thrown; a transaction that ends in one rolls back. */
export class Refusal {
  readonly code: ErrorCode
  readonly details: unknown

  constructor(code: ErrorCode, details?: unknown) {
    this.code = code
    this.details = details
  }
}

/** Refuses with one of the declared codes; `details` are sent to the caller, so they must not be private. */
export const refuse = (code: ErrorCode, details?: unknown): Refusal => new Refusal(code, details)
