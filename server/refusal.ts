import type { ErrorCode } from '../shared/contract/errors.ts'

/** An expected outcome that is not a success. Returned, never thrown; a transaction that ends in one rolls back. */
export class Refusal {
  readonly code: ErrorCode
  readonly details: unknown
  /** Replaces the code's own sentence, e.g. to name the person whom it is about. */
  readonly message: string | undefined

  constructor(code: ErrorCode, details?: unknown, message?: string) {
    this.code = code
    this.details = details
    this.message = message
  }
}

/** Refuses with one of the declared codes; `details` are sent to the caller, so they must not be private. */
export const refuse = (code: ErrorCode, details?: unknown, message?: string): Refusal =>
  new Refusal(code, details, message)
