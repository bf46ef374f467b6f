import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { refusalOf } from './test/answers.ts'
import { type AppProcess, startAppProcess } from './test/appProcess.ts'
import { signInDemoCustomer } from './test/demoCustomer.ts'

let dataDir: string
let app: AppProcess | undefined
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dugout-own-'))
})
afterAll(async () => {
  await app?.end('SIGTERM')
  for (const folder of [dataDir, join(dataDir, 'own')]) {
    const database = await realpath(join(folder, 'postgres')).catch(() => null)
    if (database) await rm(database, { recursive: true, force: true })
  }
  await rm(dataDir, { recursive: true, force: true })
})

const startDemo = (more: Record<string, string> = {}) =>
  startAppProcess({ DATA_DIR: dataDir, DEMO_SEED: '', ...more })
const signIn = async (name: string) => {
  const response = await fetch(`${app?.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app?.url ?? '' },
    body: JSON.stringify({ email: `${name}@demo.dugout.test`, password: 'play-ball-2026' }),
  })
  const cookie = response.headers.getSetCookie().map((set) => set.split(';')[0])
  return { status: response.status, cookie: cookie.join('; ') }
}
const start = (cookie: string) =>
  fetch(`${app?.url}/api/own-facility`, {
    method: 'POST',
    headers: { cookie, origin: app?.url ?? '' },
  })
const isOpenForOwner = async () => (await fetch(`${app?.url}/api/setup`).catch(() => null))?.status === 200
const nameOf = async () => ((await (await fetch(`${app?.url}/api/facility`)).json()) as { name: string }).name

test('start-own-facility leaves the demo for an empty facility on the same port; the demo is whole and can be returned to', async () => {
  app = await startDemo()
  const customer = await signInDemoCustomer(app.url)
  const { value: slot } = customer.slots.next()
  const booking = slot && (await customer.book(slot))
  expect(booking).toEqual(expect.any(String))
  const before = await customer.bookingIds()
  for (const name of ['customer', 'coach', 'desk']) {
    const answer = await start((await signIn(name)).cookie)
    expect([name, answer.status]).toEqual([name, 403])
  }
  const { cookie } = await signIn('admin')
  expect((await start(cookie)).status).toBe(204)

  await vi.waitFor(async () => expect(await isOpenForOwner()).toBe(true), { timeout: 60_000, interval: 200 })
  expect(await nameOf()).toBe('')
  expect((await signIn('admin')).status, 'no account of the demo').toBe(401)
  expect(
    (await fetch(`${app.url}/api/me/session`, { headers: { cookie } }).then((r) => r.json())) as object,
  ).toMatchObject({ profile: null })
  await vi.waitFor(() => expect(app?.output()).toMatch(/setup/))
  expect(await app.end('SIGTERM')).toBe(0)

  // The next start serves the own facility.
  app = await startDemo()
  expect(await isOpenForOwner()).toBe(true)
  expect(await app.end('SIGTERM')).toBe(0)

  // Asked for, the demo is there as it was.
  app = await startDemo({ DEMO_SEED: 'true' })
  expect(await nameOf()).not.toBe('')
  expect(await (await signInDemoCustomer(app.url)).bookingIds()).toEqual(before)
  const refused = await start((await signIn('admin')).cookie)
  expect(await refusalOf(refused), 'it would come back').toEqual([409, 'not_the_demo'])
  expect(await app.end('SIGTERM')).toBe(0)

  // And for good.
  expect(await readFile(join(dataDir, 'own-facility.txt'), 'utf8')).toContain('delete this file')
  await rm(join(dataDir, 'own-facility.txt'))
  app = await startDemo()
  expect(await (await signInDemoCustomer(app.url)).bookingIds()).toEqual(before)

  // Where the own facility cannot start, the demo comes back.
  await rm(join(dataDir, 'own'), { recursive: true, force: true })
  await writeFile(join(dataDir, 'own'), 'no folder')
  const admin = await signIn('admin')
  expect((await start(admin.cookie)).status).toBe(500)
  expect((await signIn('admin')).status).toBe(200)
  await rm(join(dataDir, 'own'))
  await mkdir(join(dataDir, 'own'))
  await writeFile(join(dataDir, 'own', 'postgres'), 'no folder either')
  expect((await start(admin.cookie)).status).toBe(204)
  await vi.waitFor(() => expect(app?.output()).toContain('the demo is back'), { timeout: 60_000 })
  await vi.waitFor(async () => expect((await signIn('admin')).status).toBe(200), { timeout: 60_000 })
}, 240_000)
