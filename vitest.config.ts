import { defineConfig } from 'vitest/config'

// A zone that is not the facility's: code that reads the machine's zone by mistake is found out.
process.env.TZ = 'Asia/Tokyo'

const setupFiles = ['tools/vitest/quiet-console.ts', 'tools/vitest/no-outbound.ts']

export default defineConfig({
  test: {
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
          include: ['server/**/*.test.ts'],
          setupFiles,
          globalSetup: 'server/test/postgresServer.ts',
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
})
