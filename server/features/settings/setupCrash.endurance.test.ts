import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CompleteSettings, SettingsChanges } from '../../../shared/contract/facility/facilitySettings.ts'
import { bodyOf } from '../../test/answers.ts'
import { type AppProcess, cutPower, startAppProcess } from '../../test/appProcess.ts'

let dataDir: string
let app: AppProcess
let cookie = ''
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dugout-setup-'))
})
afterAll(async () => {
  await app?.end('SIGTERM')
  const database = await realpath(join(dataDir, 'postgres'))
  await rm(database, { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true })
})

const owner = { name: 'Olive Owner', email: 'olive@empty.example', password: 'three strikes and out' }
const place = {
  name: 'Cypress Cages',
  street_address: '1 Main Street',
  city: 'Beaumont',
  state: 'TX',
  postal_code: '77701',
  phone: '(409) 555-0142',
  email: 'hello@empty.example',
}
const prices = {
  price_30_min: 24,
  price_60_min: 24.5,
  price_additional_30_min: 12,
  is_active: true,
  details: '',
}
const steps: readonly [string, SettingsChanges][] = [
  ['the place', place],
  [
    'hours',
    { opening_hours: [1, 2, 3].map((day_of_week) => ({ day_of_week, opens: '16:00', closes: '21:30' })) },
  ],
  ['cages', { cages: [1, 2, 3, 4].map((number) => ({ name: `Cage ${number}`, ...prices })) }],
  [
    'teams and members',
    { team_rates: [{ weekly_hours: 2, monthly_hours: 8, monthly_price: 300, price_per_hour: 37.5 }] },
  ],
  ['the look', { brand_color: '#1d6fd8' }],
]

const ask = (method: string, path: string, json?: object) =>
  fetch(`${app.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', origin: app.url, cookie },
    ...(json && { body: JSON.stringify(json) }),
  })
const start = async () => {
  app = await startAppProcess({ DATA_DIR: dataDir })
}
/**
 * Sends it and cuts the power, either while it is on its way, worked on or answered, or as soon as it is answered: then
 * what was told has to be on the disk. Its status if it was answered.
 */
async function cutOff(send: () => Promise<Response>, isAwaited = false): Promise<number | null> {
  const answered = send().then(
    ({ status }) => status,
    () => null,
  )
  await (isAwaited ? answered : delay(Math.random() * 60))
  await cutPower(app, dataDir)
  await start()
  return answered
}

const printedCode = () => /\b[A-HJKMNP-TV-Z2-9]{4}-[A-HJKMNP-TV-Z2-9]{4}\b/.exec(app.output())?.[0] ?? 'none'
const makeOwner = () => ask('POST', '/api/auth/set-up-owner', { code: printedCode(), ...owner })
const isOpen = async () => (await ask('GET', '/api/setup')).status === 200
async function logIn(): Promise<number> {
  const { email, password } = owner
  const answer = await ask('POST', '/api/auth/sign-in/email', { email, password })
  cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return answer.status
}
const settings = () => bodyOf<CompleteSettings>(ask('GET', '/api/settings/facility'))
const save = (changes: SettingsChanges) => ask('PATCH', '/api/settings/facility', { changes, seen: {} })

test('a power cut in any step of set-up leaves the step done or as it was, and set-up goes on', async () => {
  await start()
  // It is printed once Dugout is ready.
  await expect.poll(printedCode).not.toBe('none')
  const told = await cutOff(makeOwner)
  if (await isOpen()) {
    expect(told, 'nothing is lost that was told').not.toBe(200)
    expect(await logIn(), 'nobody is half an owner').toBe(401)
    expect((await makeOwner()).status).toBe(200)
  }
  expect(await isOpen()).toBe(false)
  expect(await logIn()).toBe(200)

  for (const [index, [step, changes]] of steps.entries()) {
    const before = await settings()
    const answer = await cutOff(() => save(changes), index % 3 === 0)
    const now = await settings()
    const entered = Object.keys(changes) as (keyof CompleteSettings)[]
    const isDone = entered.every((field) => isDeepStrictEqual(now[field], changes[field]))
    if (!isDone) expect(now, step).toEqual(before)
    if (answer !== null) expect([answer, isDone], step).toEqual([200, true])
    expect((await save(changes)).status, step).toBe(200)
    expect(await settings(), step).toMatchObject(changes)
  }
}, 240_000)
