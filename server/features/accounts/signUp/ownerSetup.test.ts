import { expect, onTestFinished, test } from 'vitest'
import { addPerson } from '../../../test/factories.ts'
import { startTestApp, type TestApp, type TestAppOptions } from '../../../test/testApp.ts'
import { post, sentBack, sessionOf, someEmail } from '../accountsTestKit.ts'
import { createSetupCode } from './ownerSetup.ts'

const PASSWORD = 'three strikes and out'
const DAY = 24 * 3_600_000

async function startEmpty(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await startTestApp({ emptyFacility: true, ...options })
  onTestFinished(() => app.close())
  return app
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
  const app = await startEmpty()
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
  const app = await startEmpty()
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
  const app = await startEmpty()
  const code = await codeFor(app)
  const customer = await addPerson(app)
  expect((await setUp(app, code, { password: 'too short' })).body.code).toBe('password_too_short')
  expect((await setUp(app, code, { password: 'password1234' })).status).toBe(400)
  expect((await setUp(app, code, { email: customer.email })).body.code).toBe('user_exists')
  expect(await admins(app)).toBe(0)
  expect((await setUp(app, code)).status).toBe(200)
})

test('codes cannot be guessed on: an address has twenty tries in a quarter of an hour', async () => {
  const app = await startEmpty({ settings: { RATE_LIMITS: 'true' } })
  const code = await codeFor(app)
  for (let tries = 0; tries < 20; tries += 1) expect((await setUp(app, 'AAAA-AAAA')).status).toBe(403)
  const refused = await setUp(app, code)
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  expect(Number(refused.response.headers.get('retry-after'))).toBeGreaterThan(0)
})

test.each([1, 2, 3, 4])(
  'of owners who come at the same moment one gets the facility (round %i)',
  async () => {
    const app = await startEmpty()
    const other = await app.another()
    const codes = await Promise.all([codeFor(app), codeFor(app), codeFor(app), codeFor(app)])
    const made = await Promise.all(codes.map((code, index) => setUp(index % 2 ? app : other, code)))
    expect(made.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404])
    expect(await admins(app)).toBe(1)
  },
)
