import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { addPerson } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import { post, sentBack, sessionOf, someEmail } from '../accountsTestKit.ts'
import { createSetupCode } from './ownerSetup.ts'

const PASSWORD = 'three strikes and out'
const DAY = 24 * 3_600_000

let app: TestApp
let other: TestApp
beforeAll(async () => {
  app = await startTestApp({ emptyFacility: true })
  other = await app.another()
})
afterAll(() => app.close())
beforeEach(forgetOwners)

/** Nobody has come yet. Without the triggers, which keep the last admin. */
async function forgetOwners(): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await tx.deleteFrom('profiles').execute()
    await tx.deleteFrom('setup_codes').execute()
  })
}

const codeFor = async ({ db, context }: TestApp, now = new Date()): Promise<string> =>
  (await createSetupCode(db, context.config, now)) ?? 'no code'

async function setUp(app: TestApp, code: string, more: object = {}) {
  const owner = { code, name: 'Dana Owner', email: someEmail(), password: PASSWORD, ...more }
  const answer = await post(app, '/set-up-owner', owner)
  return { ...answer, cookie: sentBack(answer.response) }
}

const isOpen = async (app: TestApp) => (await app.request('/api/setup')).status === 200

const admins = async ({ db }: TestApp) =>
  (await db.selectFrom('profiles').select('id').where('role', '=', 'admin').execute()).length

test('the printed code makes one admin, signed in, however it is typed; then get-setup and set-up-owner find nothing', async () => {
  const [code, unused] = [await codeFor(app), await codeFor(app)]
  expect(code).toMatch(/^[A-HJKMNP-TV-Z2-9]{4}-[A-HJKMNP-TV-Z2-9]{4}$/)
  const kept = await app.db.selectFrom('setup_codes').selectAll().execute()
  expect(JSON.stringify(kept)).not.toContain(code.replace('-', ''))
  expect(await isOpen(app)).toBe(true)

  const made = await setUp(app, ` ${code.toLowerCase().replace('-', ' ')} `)

  expect(made.status).toBe(200)
  expect((await sessionOf(app, made.cookie)).profile).toMatchObject({ role: 'admin' })
  expect(await isOpen(app)).toBe(false)
  expect(await setUp(app, unused)).toMatchObject({ status: 404, body: { code: 'not_found' }, cookie: '' })
  expect(await codeFor(app)).toBe('no code')
  expect(await admins(app)).toBe(1)
})

test('a code that is wrong or a day old makes nobody anything', async () => {
  const old = await codeFor(app, new Date(Date.now() - DAY - 1_000))
  await codeFor(app)
  for (const code of ['AAAA-AAAA', '', old]) {
    expect(await setUp(app, code)).toMatchObject({
      status: 403,
      body: { code: 'setup_code_invalid' },
      cookie: '',
    })
  }
  expect(await admins(app)).toBe(0)
})

test('a guessable password and the address of a customer are refused, and the code works afterwards', async () => {
  const code = await codeFor(app)
  const customer = await addPerson(app)
  expect((await setUp(app, code, { password: 'too short' })).body.code).toBe('password_too_short')
  expect((await setUp(app, code, { password: 'password1234' })).status).toBe(400)
  expect((await setUp(app, code, { email: customer.email })).body.code).toBe('user_exists')
  expect(await admins(app)).toBe(0)
  expect((await setUp(app, code)).status).toBe(200)
})

test('codes cannot be guessed on: an address has twenty tries in a quarter of an hour', async () => {
  const limited = await startTestApp({ emptyFacility: true, settings: { RATE_LIMITS: 'true' } })
  onTestFinished(() => limited.close())
  const code = await codeFor(limited)
  const guess = async () => (await setUp(limited, 'AAAA-AAAA')).status
  expect(await guess()).toBe(403)
  const counted = limited.db.updateTable('auth_rate_limits').where('key', 'like', 'set-up from:%')
  expect(await counted.set({ count: 18 }).executeTakeFirst()).toMatchObject({ numUpdatedRows: 1n })
  expect([await guess(), await guess()]).toEqual([403, 403])
  const refused = await setUp(limited, code)
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  expect(Number(refused.response.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('of owners who come at the same moment one gets the facility, in each of four rounds', async () => {
  for (let round = 0; round < 4; round += 1) {
    await forgetOwners()
    const codes = await Promise.all([codeFor(app), codeFor(app), codeFor(app), codeFor(app)])
    const made = await Promise.all(codes.map((code, index) => setUp(index % 2 ? app : other, code)))
    expect(made.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404])
    expect(await admins(app)).toBe(1)
  }
})
