import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { claimSignUp, signIn, signOut } from './auth.ts'
import { upcomingBookingsQuery } from './queries/bookings.ts'
import { facilityQuery } from './queries/facility.ts'
import { loadSession, type SessionAnswer, sessionKey, sessionQuery, signedOutAnswer } from './session.ts'
import { hearOtherTabs } from './sessionChannel.ts'

const dana: SessionAnswer = {
  profile: {
    id: '0b0c2b6e-0000-4000-8000-000000000001',
    full_name: 'Dana Whitfield',
    email: 'dana@example.test',
    phone_number: null,
    role: 'user',
    coach_id: null,
  },
  expires_at: '2026-12-01T00:00:00Z',
  second_factor: 'off',
  subscribed: true,
}

/** What the server would answer at each path; a missing one is a lost connection. */
let server: Record<string, () => Response>
let stored: Map<string, string>
let client: QueryClient

beforeEach(() => {
  server = { '/api/me/session': () => Response.json(dana) }
  stored = new Map()
  client = new QueryClient()
  vi.stubGlobal('fetch', async (path: string) => {
    const answer = server[path]
    if (!answer) throw new TypeError('Failed to fetch')
    return answer()
  })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})

afterEach(() => {
  client.clear()
  vi.unstubAllGlobals()
})

describe('loadSession', () => {
  it('is signed in with the profile that the server knows', async () => {
    await expect(loadSession(client)).resolves.toEqual({
      status: 'signed-in',
      mustSetUp: false,
      profile: dana.profile,
      subscribed: true,
    })
  })

  it('counts a failed load as signed out', async () => {
    server = {}
    await expect(loadSession(client)).resolves.toEqual({ status: 'signed-out' })
  })

  it('ends after ten seconds', async () => {
    vi.useFakeTimers()
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((after) => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), after)
      return controller.signal
    })
    vi.stubGlobal(
      'fetch',
      (_path: string, { signal }: RequestInit) =>
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    )
    const session = loadSession(client)
    await vi.advanceTimersByTimeAsync(10_000)
    vi.useRealTimers()
    await expect(session).resolves.toEqual({ status: 'signed-out' })
  })

  it('asks once in five minutes', async () => {
    await loadSession(client)
    server = {}
    await expect(loadSession(client)).resolves.toHaveProperty('status', 'signed-in')
  })
})

describe('a session that is asked for again', () => {
  const askForSession = () => client.fetchQuery({ ...sessionQuery, staleTime: 0 })

  it('drops the data of another person, and not those of the same one', async () => {
    await askForSession()
    client.setQueryData(upcomingBookingsQuery.queryKey, [])
    await askForSession()
    expect(client.getQueryData(upcomingBookingsQuery.queryKey)).toEqual([])
    server['/api/me/session'] = () => Response.json(signedOutAnswer)
    await askForSession()
    expect(client.getQueryData(upcomingBookingsQuery.queryKey)).toBeUndefined()
  })

  it('leaves alone what a page has asked for since it knows the person, also where the sign-up is claimed late', async () => {
    await askForSession()
    let answer: (response: Response) => void = () => undefined
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (path: string) =>
      path.startsWith('/api/me/bookings') ? new Promise((resolve) => (answer = resolve)) : fetch(path),
    )
    const page = new QueryObserver(client, upcomingBookingsQuery)
    const stop = page.subscribe(() => undefined)
    server['/api/auth/claim-sign-up'] = () => Response.json({ state: 'confirmed' })
    await claimSignUp(client)
    answer(Response.json([]))
    await expect.poll(() => page.getCurrentResult().status).toBe('success')
    stop()
  })
})

describe('signOut', () => {
  beforeEach(async () => {
    await loadSession(client)
    server['/api/facility'] = () => Response.json({ name: 'Beaumont Batting' })
    await client.prefetchQuery(facilityQuery)
    client.setQueryData(upcomingBookingsQuery.queryKey, [])
  })

  it('clears session and private data and keeps what is public', async () => {
    server['/api/auth/sign-out'] = () => Response.json({ success: true })
    await signOut(client)
    expect(client.getQueryData<SessionAnswer>(sessionKey)?.profile).toBeNull()
    expect(client.getQueryData(upcomingBookingsQuery.queryKey)).toBeUndefined()
    expect(client.getQueryData(facilityQuery.queryKey)).toBeDefined()
  })

  it('holds even if the call fails, and makes the call again before it next asks for the session', async () => {
    await signOut(client)
    await expect(loadSession(client)).resolves.toEqual({ status: 'signed-out' })

    const nextPage = new QueryClient()
    await expect(loadSession(nextPage)).resolves.toEqual({ status: 'signed-out' })

    const ended = vi.fn(() => Response.json({ success: true }))
    server['/api/auth/sign-out'] = ended
    const later = new QueryClient()
    await loadSession(later)
    expect(ended).toHaveBeenCalledOnce()
    expect(stored.has('dugout.sign-out-pending')).toBe(false)
  })

  it('tells the other tabs', async () => {
    const news = new Promise((resolve) => hearOtherTabs(resolve))
    await signOut(client)
    await expect(news).resolves.toBe('signed-out')
  })
})

describe('signIn', () => {
  it('drops what the cache held for someone else and loads the new session', async () => {
    client.setQueryData(upcomingBookingsQuery.queryKey, [])
    server['/api/auth/sign-in/email'] = () => Response.json({})
    const session = await signIn(client, { email: 'dana@example.test', password: 'play-ball-2026' })
    expect(session).toMatchObject({ profile: { full_name: 'Dana Whitfield' } })
    expect(client.getQueryData(upcomingBookingsQuery.queryKey)).toBeUndefined()
  })

  it('says that the code is asked for next, and keeps what it held', async () => {
    client.setQueryData(upcomingBookingsQuery.queryKey, [])
    server['/api/auth/sign-in/email'] = () => Response.json({ status: true, twoFactorRedirect: true })
    const next = await signIn(client, { email: 'dana@example.test', password: 'play-ball-2026' })
    expect(next).toBe('code')
    expect(client.getQueryData(upcomingBookingsQuery.queryKey)).toEqual([])
  })

  it("passes on the library's refusal and changes nothing", async () => {
    server['/api/auth/sign-in/email'] = () =>
      Response.json(
        { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' },
        { status: 401 },
      )
    const refused = signIn(client, { email: 'dana@example.test', password: 'wrong' })
    await expect(refused).rejects.toMatchObject({ status: 401, code: 'INVALID_EMAIL_OR_PASSWORD' })
    expect(client.getQueryData(sessionKey)).toBeUndefined()
  })
})
