import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { SlowestFirst } from './tools/vitest/slowest-first.ts'

// A zone that is not the facility's: code that reads the machine's zone by mistake is found out.
process.env.TZ = 'Asia/Tokyo'

const endurance = 'server/**/*.endurance.test.ts'
const setupFiles = ['tools/vitest/quiet-console.ts', 'tools/vitest/no-outbound.ts']
const onPostgres = {
  setupFiles,
  globalSetup: 'server/test/postgresServer.ts',
  testTimeout: 20_000,
  hookTimeout: 30_000,
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
    projects: [
      {
        test: {
          name: 'unit',
          include: ['shared/**/*.test.ts', 'web/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
          setupFiles,
        },
      },
      {
        test: {
          name: 'http',
          include: ['{server,sandbox}/**/*.test.ts'],
          exclude: [endurance],
          // Files share a process one after the other: loading the server once for each costs more than its tests.
          isolate: false,
          unstubEnvs: true,
          unstubGlobals: true,
          ...onPostgres,
        },
      },
      {
        // Kills, floods and outages: one after the other, since they measure or starve whatever runs beside them.
        test: { name: 'endurance', include: [endurance], fileParallelism: false, ...onPostgres },
      },
    ],
  },
})
