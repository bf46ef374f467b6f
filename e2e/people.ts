import { randomUUID } from 'node:crypto'
import { type APIRequestContext, request as apiRequest, expect } from '@playwright/test'
import { createDb, createPool } from '../server/db/database.ts'
import { PASSWORD } from './accountForms.ts'
import type { FacilityServer } from './facilityServer.ts'
import { confirmationLink, mailedLink } from './mailbox.ts'

/** Of the demo accounts, `<role>@demo.dugout.test`. */
export const DEMO_PASSWORD = 'play-ball-2026'

/** A unique address. */
export const newEmail = () => `${randomUUID().slice(0, 8)}@example.test`

/** Creates a customer with a confirmed address through the API; returns the address. */
export async function createCustomer(request: APIRequestContext): Promise<string> {
  const email = newEmail()
  const account = { name: 'Robin Batter', email, password: PASSWORD, terms_accepted: true }
  const created = await request.post('/api/auth/sign-up/email', { data: account })
  expect(created.status(), await created.text()).toBe(200)
  await confirm(await mailedLink(request, email, confirmationLink))
  return email
}

/** Presses the button of the mailed page in a browser of its own, and signs that out again. */
async function confirm(link: string): Promise<void> {
  const { origin, hash } = new URL(link)
  const elsewhere = await apiRequest.newContext({ baseURL: origin })
  const answer = await elsewhere.post('/api/auth/verify-email', {
    data: { token: hash.replace('#token=', ''), is_mine: true },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  await elsewhere.post('/api/auth/sign-out', { data: {} })
  await elsewhere.dispose()
}

/** Signs the browser that `request` belongs to in: `page.request` shares the cookies of its page. */
export async function signIn(request: APIRequestContext, email: string, password = PASSWORD): Promise<void> {
  const answer = await request.post('/api/auth/sign-in/email', { data: { email, password } })
  expect(answer.status(), await answer.text()).toBe(200)
}

export const signInAsDemo = (
  request: APIRequestContext,
  role: 'admin' | 'desk' | 'coach' | 'customer' | 'member',
) => signIn(request, `${role}@demo.dugout.test`, DEMO_PASSWORD)

/** Ten minutes pass since everybody signed in: what is grave asks for a proof again. */
export async function letProofsExpire({ settings }: FacilityServer): Promise<void> {
  const db = createDb(createPool(settings.DATABASE_URL ?? '', 1))
  await db
    .updateTable('auth_sessions')
    .set({ proved_at: new Date(Date.now() - 11 * 60_000) })
    .execute()
  await db.destroy()
}
