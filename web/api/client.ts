import type { ClientResponse } from 'hono/client'
import { hc } from 'hono/client'
import { ApiError, noConnection } from './apiError.ts'
import { idempotencyHeaders } from './idempotencyKey.ts'
import type { Api } from './schema.ts'

const unreadable = { code: 'internal', message: 'Something went wrong on our side. Please try again.' }

/**
 * `fetch` for the API: cookies of this site only, an `Idempotency-Key` on every change (architecture rule 11), and
 * an `ApiError` with code 'network' where there is no answer. An abort by the caller stays an abort.
 */
export async function apiFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  if (init.method !== undefined && init.method !== 'GET' && !headers.has('Idempotency-Key')) {
    for (const [name, value] of Object.entries(idempotencyHeaders())) headers.set(name, value)
  }
  try {
    return await fetch(input, { ...init, headers, credentials: 'same-origin' })
  } catch (error) {
    if (init.signal?.aborted && init.signal.reason?.name !== 'TimeoutError') throw error
    throw new ApiError(0, noConnection)
  }
}

/**
 * The API by its paths below /api, typed by the contract: `api.schedule.$get({ query: { p_date } })`.
 * Pass `{ headers: idempotencyHeaders(key) }` to repeat one intent under one key.
 */
export const api = hc<Api>('/', { fetch: apiFetch }).api

/** The answer's data; throws `ApiError` for every answer that is not a success, and when there is none. */
export async function unwrap<Data>(request: Promise<ClientResponse<Data, number, 'json'>>): Promise<Data> {
  const response = await request
  if (response.ok) return (await response.json()) as Data
  throw await problemOf(response)
}

/** Reads the body of a refusal; a proxy's page instead of the API's JSON still gives a sentence for a person. */
export async function problemOf(response: Pick<Response, 'status' | 'json'>): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined)
  if (isProblem(body)) return new ApiError(response.status, body)
  return new ApiError(response.status, unreadable)
}

function isProblem(body: unknown): body is { code: string; message: string } {
  if (typeof body !== 'object' || body === null) return false
  return (
    'code' in body && typeof body.code === 'string' && 'message' in body && typeof body.message === 'string'
  )
}
