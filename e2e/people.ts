import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect } from '@playwright/test'
import { insertAccount } from '../server/test/factories.ts'
import { PASSWORD } from './accountForms.ts'
import { type FacilityServer, facilityAt, writeRows } from './facilityServer.ts'

/** Of the demo accounts, `<role>@demo.dugout.test`. */
export const DEMO_PASSWORD = 'play-ball-2026'

/** A unique address. */
export const newEmail = () => `${randomUUID().slice(0, 8)}@example.test`

/** A customer with a confirmed address, as rows: signing up has journeys of its own. Returns the address. */
export async function createCustomer(request: APIRequestContext): Promise<string> {
  const { origin } = new URL((await request.get('/healthz')).url())
  const account = { name: 'Robin Batter', password: PASSWORD }
  const { email } = await writeRows(facilityAt(origin), (db) => insertAccount(db, account))
  return email
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
export async function letProofsExpire(server: FacilityServer): Promise<void> {
  const proved_at = new Date(Date.now() - 11 * 60_000)
  await writeRows(server, (db) => db.updateTable('auth_sessions').set({ proved_at }).execute())
}
