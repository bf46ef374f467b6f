// @module-tag slow

import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Facility } from '../../shared/contract/facility/facility.ts'
import { loadConfig } from '../config.ts'
import { system, transaction } from '../db/database.ts'
import { describeFacility, setUpFacility } from '../features/settings/setUpFacility.ts'
import { bodyOf } from '../test/answers.ts'
import { startAppProcess } from '../test/appProcess.ts'
import { administer } from './administer.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dugout-admin-'))
})
afterAll(async () => {
  await rm(await realpath(join(dataDir, 'postgres')), { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true })
})

const settings = () => loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, DEMO_SEED: 'false' })
const rename = (name: string) =>
  administer(settings(), async (db) => {
    await transaction(db, system, (tx) => setUpFacility(tx, { name }, new Date()))
  })

test('embedded data is reached while Dugout is stopped, and through its own server while it runs', async () => {
  await rename('Before Opening')
  const app = await startAppProcess({ DATA_DIR: dataDir })
  const shown = async () => (await bodyOf<Facility>(fetch(`${app.url}/api/facility`))).name
  try {
    expect(await shown()).toBe('Before Opening')
    await rename('While Running')
    await expect.poll(shown).toBe('While Running')
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
  } finally {
    expect(await app.end('SIGTERM')).toBe(0)
  }
  await administer(settings(), async (db) => {
    expect((await describeFacility(db, new Date())).name).toBe('While Running')
  })
}, 60_000)
