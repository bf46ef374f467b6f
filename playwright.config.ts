import { defineConfig, devices } from '@playwright/test'
import type { EngineOptions } from './e2e/engines/fixtures.ts'
import type { ProjectOptions } from './e2e/fixtures.ts'
import { findChromium } from './tools/testing/chromium.mjs'

const executablePath = findChromium()

export default defineConfig<ProjectOptions, EngineOptions>({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  globalSetup: './e2e/facilityTemplate.ts',
  forbidOnly: Boolean(process.env.CI),
  // Each worker has a facility of its own (e2e/facilityServer.ts), so none takes another's slots.
  // A journey waits for the other side half of the time: three keep two cores busy.
  workers: 3,
  timeout: 60_000,
  // Twice Playwright's own: a busy machine is no defect.
  expect: { timeout: 10_000 },
  // A journey that passes only at its second try is reported as unstable, which is a bug to be found.
  retries: 1,
  globalTimeout: 30 * 60_000,
  outputDir: 'test-results',
  use: {
    locale: 'en-US',
    // A zone that is not the facility's: a time shown in the browser's zone is found out.
    timezoneId: 'Asia/Tokyo',
    // Without pictures and snapshots of every step, which cost more than the steps themselves; a failure has its picture.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
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
  // The phone projects run without Temporal, like Safari: their journeys use the polyfill. A journey that makes sense
  // on one of them only, or that sets the size itself, is tagged with the one it runs on.
  projects: [
    // Browsers that Playwright does not drive; first, because starting them takes long.
    { name: 'webkit', timeout: 90_000, testDir: 'e2e/engines', use: { engineName: 'webkit' } },
    { name: 'firefox', timeout: 90_000, testDir: 'e2e/engines', use: { engineName: 'firefox' } },
    // The narrowest phone, for the journeys that everything else stands on.
    {
      name: 'narrow',
      testIgnore: 'engines/**',
      grep: /@narrow/,
      use: {
        ...devices['Pixel 7'],
        viewport: { width: 320, height: 640 },
        hasTouch: true,
        isMobile: true,
        temporal: 'deleted',
      },
    },
    {
      name: 'desktop',
      testIgnore: 'engines/**',
      grepInvert: /@phone/,
      use: { viewport: { width: 1280, height: 800 }, temporal: 'native' },
    },
    // Last, because it has the most short files: no long one ends alone.
    {
      name: 'phone',
      testIgnore: 'engines/**',
      grepInvert: /@desktop/,
      use: {
        ...devices['Pixel 7'],
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        temporal: 'deleted',
      },
    },
  ],
})
