import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isRefusal, isTemporary } from './apiError.ts'
import { call } from './call.ts'
import { apiFetch } from './client.ts'
import { idempotencyHeaders } from './idempotencyKey.ts'

const fetched = vi.fn<typeof fetch>()
beforeEach(() => void vi.stubGlobal('fetch', fetched))
afterEach(() => void fetched.mockReset())

const body = { bookingDetails: [], totalAmount: 0 }
const sentKey = () => new Headers(fetched.mock.lastCall?.[1]?.headers).get('Idempotency-Key')

describe('call', () => {
  it('gives the data of a success', async () => {
    fetched.mockResolvedValue(Response.json([]))
    await expect(call('GET /api/cages', {})).resolves.toEqual([])
    expect(fetched.mock.lastCall?.[0]).toBe('/api/cages')
  })

  it('throws a refusal with its code, sentence, details and request id', async () => {
    const details = { total_amount: 30 }
    const problem = { code: 'price_changed', message: 'The price has changed.', details, request_id: 'r1' }
    fetched.mockResolvedValue(Response.json(problem, { status: 409 }))
    const error: unknown = await call('POST /api/bookings', body).catch((caught) => caught)
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
    const error: unknown = await call('GET /api/cages', {}).catch((caught) => caught)
    expect(error).toMatchObject({ status: 502, code: 'internal' })
    expect(isTemporary(error)).toBe(true)
  })

  it('calls no answer at all a network error', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'))
    const error: unknown = await call('GET /api/cages', {}).catch((caught) => caught)
    expect(error).toMatchObject({ status: 0, code: 'network' })
    expect(isTemporary(error)).toBe(true)
  })
})

describe('the request of a call', () => {
  const sent = () => fetched.mock.calls.map(([address, init]) => [init?.method, address, init?.body])

  it('has the names of the path filled in, and the rest as body of a change and query of a read', async () => {
    fetched.mockImplementation(async () => Response.json({}))
    await call('PATCH /api/admin/coaches/:id', { id: 'a/b', is_active: false })
    await call('GET /api/admin/camps', { status_filter: 'draft', cursor: undefined })
    await call('DELETE /api/coach/time-off/:id', { id: '1' })
    expect(sent()).toEqual([
      ['PATCH', '/api/admin/coaches/a%2Fb', '{"is_active":false}'],
      ['GET', '/api/admin/camps?status_filter=draft', undefined],
      ['DELETE', '/api/coach/time-off/1', undefined],
    ])
  })

  it('has a file as its body, and all else in the query', async () => {
    fetched.mockImplementation(async () => Response.json({}))
    const file = new File(['x'], 'a.png', { type: 'image/png' })
    await call('POST /api/settings/carousel', { alt: 'A cage' }, { file })
    expect(sent()).toEqual([['POST', '/api/settings/carousel?alt=A+cage', file]])
    expect(new Headers(fetched.mock.lastCall?.[1]?.headers).get('content-type')).toBe('image/png')
  })
})

describe('apiFetch', () => {
  it('gives every change a key of its own and reads none', async () => {
    fetched.mockImplementation(async () => Response.json({}))
    await call('POST /api/bookings', body)
    const first = sentKey()
    await call('POST /api/bookings', body)
    expect(first).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(sentKey()).not.toBe(first)
    await call('GET /api/cages', {})
    expect(sentKey()).toBeNull()
  })

  it('keeps the key of an intent', async () => {
    fetched.mockImplementation(async () => Response.json({}))
    const headers = idempotencyHeaders()
    await call('POST /api/bookings', body, { headers })
    expect(sentKey()).toBe(headers['Idempotency-Key'])
  })

  it('makes keys without crypto.randomUUID too', async () => {
    fetched.mockImplementation(async () => Response.json({}))
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(255) })
    await call('POST /api/bookings', body)
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
      void failureOf(call('GET /api/cages', {})).then(read)
      void failureOf(call('POST /api/bookings', body)).then(change)
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
      const failure = failureOf(call('GET /api/cages', {}))
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
