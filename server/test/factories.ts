import { argon2Sync, randomUUID } from 'node:crypto'
import type { Role } from '../../shared/contract/fields.ts'
import type { Db } from '../db/database.ts'
import type { TestApp } from './testApp.ts'

const PASSWORD = 'play-ball-2026'
const passwordHash = cheapHash(PASSWORD)

/** Cages named 'Cage 1' … at the specification's prices; their ids in order. */
export async function addCages(db: Db, count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    name: `Cage ${index + 1}`,
    price_30_min: '20.00',
    price_60_min: '30.00',
    price_additional_30_min: '15.00',
  }))
  await db.insertInto('cages').values(rows).execute()
  return rows.map(({ id }) => id)
}

export interface Person {
  readonly id: string
  readonly email: string
  /** Ready for a Cookie header. */
  readonly cookie: string
}

/** The rows of a confirmed account with an address of its own. */
export async function insertAccount(
  db: Db,
  { name = 'Pat Example', role = 'user', password }: { name?: string; role?: Role; password?: string },
): Promise<{ id: string; email: string }> {
  const id = randomUUID()
  const email = `${id.slice(0, 8)}@example.test`
  await db.insertInto('profiles').values({ id, email, full_name: name, role, email_verified: true }).execute()
  const hash = password === undefined ? passwordHash : cheapHash(password)
  await db
    .insertInto('auth_accounts')
    .values({ user_id: id, account_id: id, provider_id: 'credential', password: hash })
    .execute()
  return { id, email }
}

/** A confirmed account, signed in through the app. */
export async function addPerson(
  app: TestApp,
  options: {
    name?: string
    role?: Role
    membership?: 'active' | 'trialing' | 'past_due'
    birthDate?: string
  } = {},
): Promise<Person> {
  const { id, email } = await insertAccount(app.db, options)
  if (options.birthDate) {
    await app.db
      .updateTable('participants')
      .set({ birth_date: options.birthDate })
      .where('user_id', '=', id)
      .execute()
  }
  if (options.membership) {
    await app.db.insertInto('subscriptions').values({ user_id: id, status: options.membership }).execute()
  }
  return { id, email, cookie: await signIn(app, email, PASSWORD) }
}

/** Signs in over HTTP and returns the session cookie. */
export async function signIn(app: TestApp, email: string, password: string): Promise<string> {
  const response = await app.request('/api/auth/sign-in/email', { json: { email, password } })
  if (response.status !== 200)
    throw new Error(`sign-in answered ${response.status}: ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/**
 * What the app keeps of a password, at the least cost that argon2id allows: thousands of tests sign in, and checking a
 * password costs what its hash says. Passwords that tests set through the app have the real cost.
 */
function cheapHash(password: string): string {
  const nonce = Buffer.alloc(8)
  const hash = argon2Sync('argon2id', {
    message: password,
    nonce,
    memory: 8,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  })
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=8,t=1,p=1$${unpadded(nonce)}$${unpadded(hash)}`
}
