// @module-tag slow

import { once } from 'node:events'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AppProcess, runProgram, startAppProcess } from './appProcess.ts'
import { createTestDatabase, type TestDatabase } from './postgres.ts'

let database: TestDatabase
let app: AppProcess
let url: string

beforeAll(async () => {
  database = await createTestDatabase()
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  app = await startAppProcess({ ...settings(), PORT: String(port), DEMO_SEED: 'true' })
})
afterAll(async () => {
  await app.end('SIGTERM')
  await database.drop()
})

const settings = () => ({
  NODE_ENV: 'production',
  ...database.settings,
  PUBLIC_URL: 'http://cages.example',
  LOG_LEVEL: 'error',
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

const signIn = (email: string, password: string) =>
  fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })

test('a production start has no demo accounts and no development mailbox, and mentions neither', async () => {
  for (const name of ['admin', 'desk', 'coach', 'customer', 'member']) {
    expect((await signIn(`${name}@demo.dugout.test`, 'play-ball-2026')).status).toBe(401)
  }
  expect((await fetch(`${url}/dev/mailbox`)).headers.get('content-type')).toContain('text/html')
  expect(await (await fetch(`${url}/dev/mailbox`)).text()).not.toMatch(/mailbox/i)
  expect(app.output()).not.toContain('play-ball-2026')
  expect(app.output()).toContain(`It listens on 127.0.0.1, port ${new URL(url).port}: this machine only.`)
  expect(await (await fetch(`${url}/api/cages`)).json()).toEqual([])
})

test('the metrics are nobody’s without METRICS_TOKEN, not even of the machine itself', async () => {
  expect((await fetch(`${url}/metrics`)).status).toBe(404)
  expect((await fetch(`${url}/metrics`, { headers: { authorization: 'Bearer null' } })).status).toBe(404)
})

test('its first admin is created on the command line, with a password that only the terminal shows', async () => {
  const { stdout, status } = await runProgram(
    ['server/admin.ts', 'create', 'Owner@cages.example'],
    settings(),
  )
  expect(status).toBe(0)
  const password = /^Password: (\S+)$/m.exec(stdout)?.[1] ?? ''
  const response = await signIn('owner@cages.example', password)
  expect(response.status).toBe(200)
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const session = await fetch(`${url}/api/me/session`, { headers: { cookie } })
  expect(await session.json()).toMatchObject({ profile: { role: 'admin' } })
})

// The first start compiles every file of the copy: 10 to 15 seconds, more on a busy machine.
describe('without the folder of the payment sandbox, as in a production image', () => {
  let image: string
  beforeAll(async () => {
    image = await mkdtemp(join(tmpdir(), 'dugout-image-'))
    await cp('package.json', join(image, 'package.json'))
    for (const folder of ['server', 'shared']) await cp(folder, join(image, folder), { recursive: true })
    await symlink(resolve('node_modules'), join(image, 'node_modules'))
  })
  afterAll(() => rm(image, { recursive: true }))
  const start = (more: Record<string, string> = {}) =>
    startAppProcess({ ...settings(), NODE_COMPILE_CACHE: join(image, 'compiled'), ...more }, [
      process.execPath,
      join(image, 'server/main.ts'),
    ])

  test('Dugout starts', async () => {
    const started = await start()
    expect(await started.end('SIGTERM')).toBe(0)
  }, 120_000)

  test('a start with PAYMENT_SANDBOX ends with an error message', async () => {
    const ending = start({ PAYMENT_SANDBOX: 'true' })
    await expect(ending).rejects.toThrow('This installation has no payment sandbox.')
  }, 120_000)
})
