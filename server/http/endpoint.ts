import type { z } from 'zod'
import type { Route } from '../../shared/contract/route.ts'
import type { Context } from '../context.ts'
import type { Actor } from '../db/database.ts'
import type { Refusal } from '../refusal.ts'
import type { SignedIn } from './session.ts'

/** An uploaded file is passed as its bytes. */
type Body<R extends Route> = R['upload'] extends object ? Uint8Array : Parsed<R['body']>
type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
/** Routes for signed-in people have a caller; public routes look it up with `call.caller()`. */
type Caller<R extends Route> = R['access'] extends 'public' ? undefined : SignedIn

/** One validated request, for a command or query. */
export interface Call<R extends Route = Route> {
  readonly route: R
  readonly context: Context
  /** The context's. */
  readonly db: Context['db']
  /** When the call was let in. */
  readonly now: Date
  readonly params: Parsed<R['params']>
  readonly query: Parsed<R['query']>
  readonly body: Body<R>
  readonly user: Caller<R>
  /** The signed-in person, or null; for public routes that answer signed-in people in more detail. */
  caller(): Promise<SignedIn | null>
  /** Whether the route sells and the caller is not staff: only while the facility's doors are open. */
  readonly buysAsCustomer: boolean
  readonly actor: Actor
  readonly idempotencyKey: string | null
  readonly request: Request
  /** The caller's network address; empty where it is unknown. */
  readonly address: string
  readonly requestId: string
}

/** The body of a successful answer; the route declares the status. */
export class Reply<Body> {
  readonly body: Body

  constructor(body: Body) {
    this.body = body
  }
}

export const reply = <Body>(body: Body): Reply<Body> => new Reply(body)

/** What a handler returns; a `Response` is for streams and cached bytes. */
export type Outcome<R extends Route> = Reply<z.input<R['answer']>> | Refusal | Response

export interface Endpoint {
  readonly route: Route
  readonly handle: (call: Call) => Promise<Outcome<Route>> | Outcome<Route>
}

/** Binds an operation of the contract to its handler. */
export function endpoint<const R extends Route>(
  route: R,
  handle: (call: Call<R>) => Promise<Outcome<R>> | Outcome<R>,
): Endpoint {
  // The router passes only calls that the route's schemas have parsed.
  return { route, handle: handle as unknown as Endpoint['handle'] }
}
