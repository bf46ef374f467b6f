import { defineConfig } from 'vitest/config'

// A zone that is not the facility's: code that reads the machine's zone by mistake is found out.
process.env.TZ = 'Asia/Tokyo'

const endurance = 'server/**/*.endurance.test.ts'
const setupFiles = ['tools/vitest/quiet-console.ts', 'tools/vitest/no-outbound.ts']
const onPostgres = {
  setupFiles,
  globalSetup: 'server/test/postgresServer.ts',
  testTimeout: 20_000,
  hookTimeout: 30_000,
  // A test that passes only at its second try is reported as unstable, which is a bug to be found.
  retry: 1,
}

export default defineConfig({
  test: {
    // Much of their time the tests wait for the database, so there is no need to leave a core to it.
    maxWorkers: '100%',
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
