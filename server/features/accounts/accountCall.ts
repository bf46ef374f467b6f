import type { Logger } from 'pino'
import { z } from 'zod'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Actor, Db } from '../../db/database.ts'
import type { RateLimits } from '../../http/limits/rateLimits.ts'
import type { Auth } from './auth.ts'
import type { Sessions } from './sessions.ts'

/** The dependencies of the account operations. */
export interface AccountServices {
  readonly config: Config
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly auth: Auth
  readonly sessions: Sessions
  readonly limits: RateLimits
  /** The public origin, without a trailing slash. */
  readonly publicUrl: () => string
}

/** One call of an account operation, its body validated. */
export interface AccountCall<Body> {
  readonly body: Body
  /** The request's headers, with the caller's address where the account library reads it. */
  readonly headers: Headers
  /** The caller's network address; empty where it is unknown. */
  readonly address: string
  /** The subject of rate limits. */
  readonly network: string
  /** The actor for people who have not signed in, for the audit log. */
  readonly actor: Actor
}

/** An operation of the account library, behind our own validation, limits and answers. */
export interface AccountOperation<Schema extends z.ZodType = z.ZodType> {
  readonly body: Schema
  readonly run: (services: AccountServices, call: AccountCall<z.output<Schema>>) => Promise<Response>
}

export const operation = <Schema extends z.ZodType>(definition: AccountOperation<Schema>): AccountOperation =>
  definition as unknown as AccountOperation

/** The library's name for the page to return to: a path of this site; anything else is ignored. */
export const callbackURL = z
  .string()
  .max(500)
  .optional()
  .transform((path) => (path && /^\/\w[^\s\\]*$/.test(path) ? path : undefined))
