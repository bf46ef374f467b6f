import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { SlowestFirst } from './tools/vitest/slowest-first.ts'

// A zone that is not the facility's: code that reads the machine's zone by mistake is found out.
process.env.TZ = 'Asia/Tokyo'

const endurance = 'server/**/*.endurance.test.ts'
const setupFiles = ['tools/vitest/quiet-console.ts', 'tools/vitest/no-outbound.ts']
/** Files share a process one after the other: loading the modules again for each costs more than its tests. */
const oneAfterTheOther = { isolate: false, unstubEnvs: true, unstubGlobals: true }
const onPostgres = {
  setupFiles,
  globalSetup: 'server/test/postgresServer.ts',
  // For races of many rounds on a machine that does other work too.
  testTimeout: 60_000,
  // A hook has no second try.
  hookTimeout: 90_000,
  // Vitest's own second is too short for an event on a busy machine.
  expect: { poll: { timeout: 10_000 } },
  // A test that passes only at its second try is reported as unstable, which is a bug to be found.
  retry: 1,
}

export default defineConfig({
  test: {
    // Tests wait for timers, locks and mails much of their time: one more worker than cores keeps the cores busy.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: SlowestFirst },
    // A file is tagged in its first line, // @module-tag slow, and a single test with { tags: 'slow' }.
    tags: [
      { name: 'slow', description: 'Lives, races, plans and floods, which `npm run test:quick` leaves out.' },
    ],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['shared/**/*.test.ts', 'web/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
          setupFiles,
          testTimeout: onPostgres.testTimeout,
          ...oneAfterTheOther,
        },
      },
      {
        test: {
          name: 'http',
          include: ['{server,sandbox}/**/*.test.ts'],
          exclude: [endurance],
          ...oneAfterTheOther,
          ...onPostgres,
        },
      },
      {
        // Kills, floods and outages, after all others: they starve whatever runs beside them. Three at a time, since most
        // of them wait for a process to start or for an outage to pass.
        test: {
          name: 'endurance',
          include: [endurance],
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          ...onPostgres,
        },
      },
    ],
  },
})
