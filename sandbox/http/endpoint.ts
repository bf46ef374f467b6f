import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { z } from 'zod'
import type { Scope } from '../settings.ts'
import type { KeyKind } from './keys.ts'
import type { ErrorBody } from './problem.ts'

export interface Call<P> {
  readonly scope: Scope
  readonly params: P
  /** The id in the path; empty if the path has none. */
  readonly id: string
  readonly by: KeyKind
}

/** An error whose transaction is committed: a declined card leaves a failed charge and its events. */
export class Failure {
  readonly status: ContentfulStatusCode
  readonly error: ErrorBody

  constructor(status: ContentfulStatusCode, error: ErrorBody) {
    this.status = status
    this.error = error
  }
}

export type Result = object | Failure

/** One call of Stripe's API. */
export interface StripeEndpoint {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  /** 'browser': also allowed with a publishable key and the object's client secret. */
  readonly access: 'secret' | 'browser'
  readonly parameters: z.ZodType
  run(call: Call<unknown>): Promise<Result>
}

export function endpoint<S extends z.ZodType>(
  method: StripeEndpoint['method'],
  path: string,
  parameters: S,
  run: (call: Call<z.output<S>>) => Promise<Result>,
  access: StripeEndpoint['access'] = 'secret',
): StripeEndpoint {
  return { method, path, access, parameters, run: run as StripeEndpoint['run'] }
}
