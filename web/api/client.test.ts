import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isRefusal, isTemporary } from './apiError.ts'
import { api, apiFetch, unwrap } from './client.ts'
import { idempotencyHeaders } from './idempotencyKey.ts'

const fetched = vi.fn<typeof fetch>()
beforeEach(() => void vi.stubGlobal('fetch', fetched))
afterEach(() => void fetched.mockReset())

const body = { bookingDetails: [], totalAmount: 0 }
const sentKey = () => new Headers(fetched.mock.lastCall?.[1]?.headers).get('Idempotency-Key')

describe('unwrap', () => {
  it('gives the data of a success', async () => {
    fetched.mockResolvedValue(Response.json([]))
    await expect(unwrap(api.cages.$get())).resolves.toEqual([])
    expect(fetched.mock.lastCall?.[0]).toBe('/api/cages')
  })

  it('throws a refusal with its code, sentence, details and request id', async () => {
    const details = { total_amount: 30 }
    const problem = { code: 'price_changed', message: 'The price has changed.', details, request_id: 'r1' }
    fetched.mockResolvedValue(Response.json(problem, { status: 409 }))
    const error: unknown = await unwrap(api.bookings.$post({ json: body })).catch((caught) => caught)
    expect(isRefusal(error, 'price_changed')).toBe(true)
    expect(error).toMatchObject({
      status: 409,
      message: 'The price has changed.',
      details: { total_amount: 30 },
      requestId: 'r1',
    })
  })

  it("makes a sentence of a proxy's page", async () => {
    fetched.mockResolvedValue(new Response('<h1>Bad Gateway</h1>', { status: 502 }))
    const error: unknown = await unwrap(api.cages.$get()).catch((caught) => caught)
    expect(error).toMatchObject({ status: 502, code: 'internal' })
    expect(isTemporary(error)).toBe(true)
  })

  it('calls no answer at all a network error', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'))
    const error: unknown = await unwrap(api.cages.$get()).catch((caught) => caught)
    expect(error).toMatchObject({ status: 0, code: 'network' })
    expect(isTemporary(error)).toBe(true)
  })
})

describe('apiFetch', () => {
  it('gives every change a key of its own and reads none', async () => {
    fetched.mockImplementation(async () => Response.json({}))
    await api.bookings.$post({ json: body })
    const first = sentKey()
    await api.bookings.$post({ json: body })
    expect(first).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(sentKey()).not.toBe(first)
    await api.cages.$get()
    expect(sentKey()).toBeNull()
  })

  it('keeps the key of an intent', async () => {
    fetched.mockImplementation(async () => Response.json({}))
    const headers = idempotencyHeaders()
    await api.bookings.$post({ json: body }, { headers })
    expect(sentKey()).toBe(headers['Idempotency-Key'])
  })

  it('makes keys without crypto.randomUUID too', async () => {
    fetched.mockImplementation(async () => Response.json({}))
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(255) })
    await api.bookings.$post({ json: body })
    expect(sentKey()).toBe('ffffffff-ffff-4fff-8fff-ffffffffffff')
  })

  it('lets an abort be an abort, and a time-out a network error', async () => {
    fetched.mockRejectedValue(new DOMException('', 'AbortError'))
    await expect(apiFetch('/api/cages', { signal: AbortSignal.abort() })).rejects.toHaveProperty(
      'name',
      'AbortError',
    )
    const late = AbortSignal.abort(new DOMException('', 'TimeoutError'))
    await expect(apiFetch('/api/cages', { signal: late })).rejects.toHaveProperty('code', 'network')
  })

  describe('without an answer', () => {
    /** As fetch does: it never ends by itself, and fails with the reason of an abort. */
    const silence = (_input: unknown, init?: RequestInit) =>
      new Promise<never>((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      })
    const late = { status: 0, code: 'network', message: expect.stringContaining('did not answer in time') }
    const failureOf = (request: Promise<unknown>) => request.catch((error: unknown) => error)

    beforeEach(() => void vi.useFakeTimers())
    afterEach(() => void vi.useRealTimers())

    it('gives a read up after 8 seconds, and a change after 30', async () => {
      fetched.mockImplementation(silence)
      const read = vi.fn()
      const change = vi.fn()
      void failureOf(unwrap(api.cages.$get())).then(read)
      void failureOf(unwrap(api.bookings.$post({ json: body }))).then(change)
      await vi.advanceTimersByTimeAsync(7_999)
      expect(read).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      expect(read).toHaveBeenCalledWith(expect.objectContaining(late))
      await vi.advanceTimersByTimeAsync(21_999)
      expect(change).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      expect(change).toHaveBeenCalledWith(expect.objectContaining(late))
    })

    it('gives an answer up whose body does not come', async () => {
      fetched.mockImplementation(async (_input, init) => {
        const stalled = new ReadableStream({
          start: (stream) => init?.signal?.addEventListener('abort', () => stream.error(init.signal?.reason)),
        })
        return new Response(stalled)
      })
      const failure = failureOf(unwrap(api.cages.$get()))
      await vi.advanceTimersByTimeAsync(8_000)
      expect(await failure).toMatchObject(late)
      expect(isTemporary(await failure)).toBe(true)
    })

    it('tells an abort by the caller from it', async () => {
      fetched.mockImplementation(silence)
      const abort = new AbortController()
      const failure = failureOf(apiFetch('/api/cages', { signal: abort.signal }))
      abort.abort()
      expect(await failure).toHaveProperty('name', 'AbortError')
    })
  })
})
