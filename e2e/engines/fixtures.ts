import { test as base, expect } from '@playwright/test'
import { engines } from '../../tools/testing/engines.mjs'
import { emptyDay } from '../facilityDays.ts'
import { type FacilityServer, startFacilityServer } from '../facilityServer.ts'
import type { Engine, EnginePage } from './engine.ts'
import { startFirefox } from './firefox.ts'
import { startWebKit } from './webkit.ts'

export interface EngineOptions {
  engineName: keyof typeof engines
}

interface EngineFixtures {
  /** A page of the engine. Errors in it fail the journey, as in e2e/fixtures.ts. */
  enginePage: EnginePage
  /** A facility day on which nothing is booked yet: Monday to Friday, 4 PM to 9 PM. */
  day: string
}

interface EngineWorkerFixtures {
  engine: Engine
  facilityServer: FacilityServer
}

const start = { firefox: startFirefox, webkit: startWebKit }

/** The `test` of journeys in browsers that Playwright does not drive. Without the browser they are skipped and reported. */
export const test = base.extend<EngineFixtures, EngineOptions & EngineWorkerFixtures>({
  engineName: ['webkit', { option: true, scope: 'worker' }],
  engine: [
    async ({ engineName }, use) => {
      const program = engines[engineName].find()
      if (program === null) throw new Error(`There is no ${engines[engineName].title}.`)
      const engine = await start[engineName](program)
      await use(engine)
      await engine.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  facilityServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright demands the pattern of a fixture that needs no other
    async ({}, use) => {
      const server = await startFacilityServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ facilityServer }, use) => use(facilityServer.url),
  day: async ({ request }, use) => use(await emptyDay(request)),
  enginePage: async ({ engine }, use, info) => {
    const page = await engine.open()
    await use(page)
    if (info.status !== info.expectedStatus) {
      await info.attach(engine.version, {
        body: Buffer.from(await page.screenshot(), 'base64'),
        contentType: 'image/png',
      })
    }
    const problems = await page.problems()
    await page.close()
    expect(problems).toEqual([])
  },
})

export { expect }

/** For the top of a file: skips and reports its journeys on a machine without the browser. */
export const skipWithoutEngine = () => {
  for (const [name, { title, find, packages }] of Object.entries(engines)) {
    test.skip(
      ({ engineName }) => engineName === name && find() === null,
      `${title} is missing; on Debian: apt-get install ${packages.join(' ')}`,
    )
  }
}
