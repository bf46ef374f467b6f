import { type ErrorCode, errors, type Problem } from '../../../shared/contract/errors.ts'
import { named, PRIVATE } from '../../http/answers/problem.ts'
import type { SignedIn } from '../../http/session.ts'

/** The answer of every successful account call: no token, and no hint of who has an account. */
export function succeeded(setCookies: readonly string[] = []): Response {
  const response = Response.json({ status: true }, { headers: PRIVATE })
  for (const cookie of setCookies) response.headers.append('set-cookie', cookie)
  return response
}

/** The answer to a right password where the code is asked for next, with the library's name for that. */
export function secondStep(setCookies: readonly string[]): Response {
  const response = Response.json({ status: true, twoFactorRedirect: true }, { headers: PRIVATE })
  for (const cookie of setCookies) response.headers.append('set-cookie', cookie)
  return response
}

/** The library's session answer, without its token (decision 21); null for visitors. */
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

/** A refusal as `{ code, message }`; pass `message` where the code's sentence is too general. */
export function refused(code: ErrorCode, more: { message?: string; details?: unknown } = {}): Response {
  const { status, message } = errors[code]
  const body: Problem = { code, message, ...more }
  return named(code, Response.json(body, { status, headers: PRIVATE }))
}

/** The refusal of an attempt beyond a limit; the caller may retry after this many seconds (RFC 6585 §4). */
export function refusedForNow(seconds: number, message?: string): Response {
  const response = refused('too_many_requests', message ? { message } : {})
  response.headers.set('retry-after', String(seconds))
  return response
}

/** Redirects a browser to a page of this site. */
export const redirected = (location: string): Response =>
  new Response(null, { status: 303, headers: { ...PRIVATE, location } })
