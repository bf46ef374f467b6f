import type { z } from 'zod'
import type { contract } from '../../shared/contract/api.ts'
import { ApiError, noAnswer } from './apiError.ts'
import { apiFetch, problemOf } from './client.ts'

type AnyRoute = (typeof contract)[number]

type Part<R, Key extends string> =
  R extends Record<Key, infer Schema extends z.ZodType> ? Named<z.input<Schema>> : unknown
/** A body that must be empty names nothing, and forbids no name of the path. */
type Named<Input> = string extends keyof Input ? unknown : Input

/*
 * The contract by 'METHOD /path'. Types only: nothing of the contract, and so nothing of zod, is shipped to the browser.
 * Maps of all operations, because a conditional type over one name makes the compiler look at all of them each time.
 */
type Inputs = { [R in AnyRoute as R['call']]: Part<R, 'params'> & Part<R, 'query'> & Part<R, 'body'> }
type Answers = { [R in AnyRoute as R['call']]: z.output<R['answer']> }

/** An operation of the contract by its method and path, e.g. 'PATCH /api/bookings/:booking_id'. */
export type Operation = keyof Inputs

/** What an operation is told, in one object: parameters of its path, query and body. No name is in two of them. */
export type InputOf<Name extends Operation> = Inputs[Name]
export type AnswerOf<Name extends Operation> = Answers[Name]

export interface CallOptions {
  readonly signal?: AbortSignal
  /** The request goes out even while the page is being left. */
  readonly keepalive?: boolean
  readonly headers?: Readonly<Record<string, string>>
  /** The body of an operation that takes a file; all else goes into the query then. */
  readonly file?: Blob
  /** Sees the answer before its body is read. */
  readonly onResponse?: (response: Response) => void
}

/** Calls one operation of the contract. Throws `ApiError` for every answer that is not a success, and when there is none. */
type Call = <Name extends Operation>(
  name: Name,
  input: InputOf<Name>,
  options?: CallOptions,
) => Promise<AnswerOf<Name>>

// Typed for its callers only: within it, the types of all operations at once would cost the compiler seconds.
export const call: Call = async (
  name: string,
  input: unknown,
  { file, headers, onResponse, ...options }: CallOptions = {},
): Promise<never> => {
  const { method, address, rest } = requestOf(name, input)
  const body = file ?? (method === 'GET' || method === 'DELETE' ? undefined : JSON.stringify(rest))
  const response = await apiFetch(typeof body === 'string' ? address : `${address}${queryOf(rest)}`, {
    ...options,
    method,
    headers: { ...(body !== undefined && { 'content-type': file?.type ?? 'application/json' }), ...headers },
    ...(body !== undefined && { body }),
  })
  onResponse?.(response)
  if (!response.ok) throw await problemOf(response)
  if (response.status === 204) return null as never
  try {
    return (await response.json()) as never
  } catch (error) {
    // A body that stops half-way or does not come in time counts as no answer; one that is not JSON stays a `SyntaxError`.
    if (error instanceof SyntaxError) throw error
    throw new ApiError(0, noAnswer)
  }
}

/** An operation's method, its path with the parameters filled in, and what is left for the query or the body. */
export function requestOf(
  name: string,
  input: unknown,
): { method: string; address: string; rest: Record<string, unknown> } {
  const [method = '', path = ''] = name.split(' ')
  const rest: Record<string, unknown> = { ...(input as object) }
  const address = path.replace(/:(\w+)/g, (_, part: string) => {
    const value = rest[part]
    delete rest[part]
    return encodeURIComponent(String(value))
  })
  return { method, address, rest }
}

function queryOf(values: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    for (const each of [value].flat()) if (each !== undefined) query.append(name, String(each))
  return query.size > 0 ? `?${query}` : ''
}
