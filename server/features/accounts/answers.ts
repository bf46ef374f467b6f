import { type ErrorCode, errors, type Problem } from '../../../shared/contract/errors.ts'
import { named, PRIVATE } from '../../http/problem.ts'
import type { SignedIn } from '../../http/session.ts'

/** The answer of every account call that worked: nothing but that, so no token and no hint of who has an account. */
export function succeeded(setCookies: readonly string[] = []): Response {
  const response = Response.json({ status: true }, { headers: PRIVATE })
  for (const cookie of setCookies) response.headers.append('set-cookie', cookie)
  return response
}

/** The library's own answer to 'who am I', without the token that it would carry (decision 21); null for visitors. */
export function currentSession(found: SignedIn | null): Response {
  if (!found) return Response.json(null, { headers: PRIVATE })
  const { id, full_name, email, role } = found.profile
  return Response.json(
    {
      session: { id: found.sessionId, userId: id, expiresAt: found.expiresAt.toISOString() },
      user: { id, name: full_name, email, emailVerified: true, role },
    },
    { headers: PRIVATE },
  )
}

/** A refusal as `{ code, message }`; `message` where the code's own sentence is too general. */
export function refused(code: ErrorCode, more: { message?: string; details?: unknown } = {}): Response {
  const { status, message } = errors[code]
  const body: Problem = { code, message, ...more }
  return named(code, Response.json(body, { status, headers: PRIVATE }))
}

/** The refusal of an attempt too many; the caller may try again after this many seconds (RFC 6585 §4). */
export function refusedForNow(seconds: number, message?: string): Response {
  const response = refused('too_many_requests', message ? { message } : {})
  response.headers.set('retry-after', String(seconds))
  return response
}

/** Sends a browser to one of our own pages. */
export const redirected = (location: string): Response =>
  new Response(null, { status: 303, headers: { ...PRIVATE, location } })
