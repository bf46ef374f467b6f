import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Role } from './fields.ts'

/**
 * Who may call an operation: each access class is a set of roles (spec 1 §6, spec 3 §6). `public` asks for no account.
 * The coach portal is only for coaches: an admin is not a coach.
 */
export const accessRoles = {
  'signed-in': ['user', 'coach', 'desk', 'admin'],
  coach: ['coach'],
  /** The front desk's work: bookings, schedule, people, check-ins and payments. */
  desk: ['desk', 'admin'],
  /** What coaches and the desk both see. */
  staff: ['coach', 'desk', 'admin'],
  /** Roles, settings, templates, deletion of people, refunds above the desk's limit, the audit log. */
  admin: ['admin'],
} as const satisfies Record<string, readonly Role[]>

export type Access = 'public' | keyof typeof accessRoles

/** The header that makes a change safe to repeat; kept for 24 hours. */
export const idempotencyKey = z.string().regex(/^[\w.:-]{8,128}$/)

/**
 * One operation of the HTTP API. The contract is the only definition of a request's shape: the
 * server validates with it, the OpenAPI document is rendered from it, the browser's client is typed by it.
 */
interface Definition {
  /** The specification's name for the call, or `list-…`, `get-…`, `update-…` for a table access. */
  readonly operationId: string
  /** Method and path in Hono's syntax, e.g. `GET /api/bookings/:id`; what the browser's `call` and `read` name it by. */
  readonly call: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /api/${string}`
  readonly access: Access
  readonly summary: string
  /**
   * Roles, refunds, deletion of people, settings, files with the data of people: who calls it must have proved within ten minutes who they are
   * (`prove-identity`). A function says of which requests that is true.
   */
  readonly grave?: true | ((input: { readonly body: unknown; readonly query: unknown }) => boolean)
  /** What a customer books or joins with it is sold only while the doors are open; staff may before (decision 46). */
  readonly sells?: true
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /**
   * Used instead of `body` where other programs post a form to an address that we signed. Such a request may come
   * from any origin, so its handler relies on the signature only and ignores the session.
   */
  readonly form?: z.ZodObject
  /**
   * Used instead of `body` where the request's body is a file. The types are for clients and documentation: what a file is
   * says its content, not its name or header.
   */
  readonly upload?: { readonly types: readonly string[]; readonly mostBytes: number }
  /** Status of the one successful answer; 200 where it is not named. */
  readonly status?: 200 | 201 | 204 | 303
  readonly answer: z.ZodType
  /** Codes that this operation may refuse with, besides those that every operation may have. */
  readonly errors?: readonly ErrorCode[]
}

/** An operation as the server reads it: its definition with nothing left unsaid. */
export interface Route extends Definition {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  readonly path: `/api/${string}`
  readonly status: NonNullable<Definition['status']>
  readonly errors: readonly ErrorCode[]
}

/** Defines a route; an operation without an access class does not compile. */
export function route<const D extends Definition>(
  definition: D,
): D & Pick<Route, 'method' | 'path' | 'status' | 'errors'> {
  const [method, path] = definition.call.split(' ') as [string, Route['path']]
  return { status: 200, errors: [], ...definition, method: method.toLowerCase() as Route['method'], path }
}
