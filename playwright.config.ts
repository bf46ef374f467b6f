import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { findChromium } from './tools/testing/chromium.mjs'

// This file is read again in every worker; what is chosen once is handed on through the environment.
process.env.E2E_PORT ??= String(await freePort())
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'dugout-journeys-'))
const baseURL = `http://localhost:${process.env.E2E_PORT}`

const executablePath = findChromium()

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  forbidOnly: Boolean(process.env.CI),
  // The journeys share one facility: side by side they would take each other's slots.
  workers: 1,
  timeout: 60_000,
  // Twice Playwright's own: a busy machine is no defect.
  expect: { timeout: 10_000 },
  globalTimeout: 10 * 60_000,
  outputDir: 'test-results',
  use: {
    baseURL,
    locale: 'en-US',
    // A zone that is not the facility's: a time shown in the browser's zone is found out.
    timezoneId: 'Asia/Tokyo',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  // A journey that makes sense on one of them only, or that sets the size itself, is tagged with the one it runs on.
  projects: [
    {
      name: 'phone',
      grepInvert: /@desktop/,
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    // The narrowest phone, for the journeys that everything else stands on.
    {
      name: 'narrow',
      grep: /@narrow/,
      use: { ...devices['Pixel 7'], viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
    },
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: { width: 1280, height: 800 } } },
  ],
  webServer: {
    command: 'node tools/testing/journey-server.mjs',
    env: { PORT: process.env.E2E_PORT, DATA_DIR: process.env.E2E_DATA_DIR },
    url: `${baseURL}/readyz`,
    timeout: 60_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
})

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
