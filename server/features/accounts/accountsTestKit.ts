import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { TestApp } from '../../test/testApp.ts'

export const PASSWORD = 'curve-ball-81'

/** A unique address. */
export const someEmail = () => `${randomUUID().slice(0, 8)}@example.test`

/** The status and body of a POST to one of the account library's paths. */
export async function post(app: TestApp, path: string, json: unknown, cookie?: string) {
  const response = await app.request(`/api/auth${path}`, { json, ...(cookie ? { cookie } : {}) })
  const body = (await response.json()) as {
    code?: string
    message?: string
    status?: boolean
    details?: unknown
  }
  return { response, status: response.status, body }
}

export const signUp = (app: TestApp, email: string, more: object = {}) =>
  post(app, '/sign-up/email', { name: 'Robin Batter', email, password: PASSWORD, ...more })

export async function signIn(app: TestApp, email: string, password = PASSWORD, cookie?: string) {
  const answer = await post(app, '/sign-in/email', { email, password }, cookie)
  return { ...answer, cookie: sentBack(answer.response) }
}

/** The Cookie header for the cookies that were set. */
export const sentBack = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

export interface SessionBody {
  profile: { id: string; email: string; role: string } | null
  expires_at: string | null
  subscribed: boolean
}

/** What `get-session` answers to this cookie. */
export async function sessionOf(app: TestApp, cookie: string): Promise<SessionBody> {
  const response = await app.request('/api/me/session', { cookie })
  expect(response.status).toBe(200)
  return (await response.json()) as SessionBody
}

/** The mails to an address once there are `count` of them, oldest first. */
export const mailsTo = (app: TestApp, email: string, count = 1) =>
  vi.waitFor(
    async () => {
      const mails = await app.db
        .selectFrom('development_mailbox')
        .selectAll()
        .where('to_email', '=', email)
        .orderBy('received_at')
        .execute()
      expect(mails).toHaveLength(count)
      return mails
    },
    { timeout: 10_000, interval: 25 },
  )

/** The token of the confirmation link in the newest of `count` mails. */
export async function confirmationToken(app: TestApp, email: string, count = 1): Promise<string> {
  const mails = await mailsTo(app, email, count)
  const [, token = ''] = /\/confirm-email#token=(\S+)/.exec(mails.at(-1)?.body_text ?? '') ?? []
  expect(token).not.toBe('')
  return token
}

/** Presses the button of the page that the confirmation link opens. */
export async function confirm(app: TestApp, token: string, cookie?: string) {
  const answer = await post(app, '/verify-email', { token, is_mine: true }, cookie)
  return { ...answer, cookie: sentBack(answer.response) }
}

/** The token of the recovery link in the newest of `count` mails. */
export async function recoveryToken(app: TestApp, email: string, count = 1): Promise<string> {
  const mails = await mailsTo(app, email, count)
  const [, token = ''] =
    /\/auth#access_token=([^&\s]+)&type=(?:recovery|invite)/.exec(mails.at(-1)?.body_text ?? '') ?? []
  expect(token).not.toBe('')
  return token
}

export const findProfile = (app: TestApp, email: string) =>
  app.db.selectFrom('profiles').selectAll().where('email', '=', email).executeTakeFirstOrThrow()

/** Multiplies the guesses counted for each network by a thousand. */
export const useUpNetworks = (app: TestApp) =>
  app.db
    .updateTable('auth_rate_limits')
    .set({ count: sql`count * 1000` })
    .where('key', 'like', 'sign-in from:%')
    .execute()
