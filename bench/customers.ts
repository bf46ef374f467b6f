import { randomUUID } from 'node:crypto'
import type { Db } from '../server/db/database.ts'
import { hashPassword } from '../server/features/accounts/passwords/passwords.ts'

export interface Customer {
  readonly id: string
  readonly email: string
}

const PASSWORD = 'play-ball-2026'

/** Confirmed accounts, which share one password. */
export async function addCustomers(db: Db, count: number): Promise<Customer[]> {
  const customers = Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    email: `customer-${index + 1}@example.test`,
  }))
  const password = await hashPassword(PASSWORD)
  await db
    .insertInto('profiles')
    .values(customers.map((customer) => ({ ...customer, full_name: 'Pat Example', email_verified: true })))
    .execute()
  await db
    .insertInto('auth_accounts')
    .values(customers.map(({ id }) => ({ user_id: id, account_id: id, provider_id: 'credential', password })))
    .execute()
  return customers
}

/** Signs in over HTTP; the answer is ready for a Cookie header. */
export async function sessionCookie(app: string, { email }: Customer): Promise<string> {
  const response = await fetch(`${app}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  if (!response.ok) throw new Error(`sign-in answered ${response.status}: ${await response.text()}`)
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}
