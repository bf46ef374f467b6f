import type { Problem } from '../../shared/contract/errors.ts'
import { ApiError, noAnswer, noConnection } from './apiError.ts'
import { newIdempotencyKey } from './idempotencyKey.ts'
import { transport } from './transport.ts'

const unreadable = { code: 'internal', message: 'Something went wrong on our side. Please try again.' }

/**
 * Time-outs for an answer with its body, in milliseconds. The query cache repeats a read. A change may have happened
 * although it timed out: pressing again repeats it under its key. The server may wait 26 s for the payment provider.
 */
const timeouts = { read: 8_000, change: 30_000 }

/**
 * `fetch` for the API: cookies of this site only, an `Idempotency-Key` on every change, and an
 * `ApiError` with code 'network' when there is no answer, or none in time. An abort by the caller stays an abort.
 */
export async function apiFetch(
  input: RequestInfo | URL,
  init: RequestInit = {},
  longestMs?: number,
): Promise<Response> {
  if (!transport.isNetwork) return transport.send(input, init)
  const headers = new Headers(init.headers)
  const isChange = init.method !== undefined && init.method !== 'GET'
  if (isChange && !headers.has('Idempotency-Key')) headers.set('Idempotency-Key', newIdempotencyKey())
  const { signal: callers } = init
  const abort = new AbortController()
  if (callers?.aborted) abort.abort(callers.reason)
  // Not AbortSignal.any, which Safari has only since 17.4.
  callers?.addEventListener('abort', () => abort.abort(callers.reason), { once: true })
  // The time-out covers the body too: an answer whose body stops half-way never ends.
  const late = new ApiError(0, noAnswer)
  const timer = setTimeout(() => abort.abort(late), longestMs ?? (isChange ? timeouts.change : timeouts.read))
  try {
    return await transport.send(input, { ...init, headers, signal: abort.signal, credentials: 'same-origin' })
  } catch (error) {
    clearTimeout(timer)
    if (abort.signal.reason === late) throw late
    if (callers?.aborted && callers.reason?.name !== 'TimeoutError') throw error
    throw new ApiError(0, noConnection)
  }
}

/** Reads the body of a refusal; a proxy's page instead of the API's JSON still gives a sentence for a person. */
export async function problemOf(response: Pick<Response, 'status' | 'json'>): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined)
  if (!isProblem(body)) return new ApiError(response.status, unreadable)
  return new ApiError(response.status, { ...body, message: await messageOf(body) })
}

/** The sentences with a limit's figures are loaded when one is reached; if they cannot be, the general sentence stays. */
async function messageOf({ code, message, details }: Problem): Promise<string> {
  if (!code.endsWith('_limit')) return message
  const texts = await import('../../shared/domain/facility/limitTexts.ts').catch(() => null)
  return texts?.limitSentence(code, details) ?? message
}

function isProblem(body: unknown): body is Problem {
  if (typeof body !== 'object' || body === null) return false
  return (
    'code' in body && typeof body.code === 'string' && 'message' in body && typeof body.message === 'string'
  )
}
