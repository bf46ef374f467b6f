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
  // Two cores are busy with two already; a third evens out what waits for a process or a timer. More make each slower.
  workers: 3,
  // A machine that is slow or busy is no defect, and a step that waits in vain fails long before.
  timeout: 180_000,
  // Three times Playwright's own, for the same reason.
  expect: { timeout: 15_000 },
  // A journey that passes only at its second try is reported as unstable, which is a bug to be found.
  retries: 1,
  globalTimeout: 62 * 60_000,
  outputDir: 'test-results',
  use: {
    locale: 'en-US',
    // A zone that is not the facility's: a time shown in the browser's zone is found out.
    timezoneId: 'Asia/Tokyo',
    // The worker answers navigations, which journeys answer themselves; its own journey allows it.
    serviceWorkers: 'block',
    // A failure has its picture and the page's tree. Tracing every journey takes a twelfth of all the time, the requests'
    // bodies most of it: only a second try is traced.
    trace: { mode: 'on-first-retry', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Chromium under libfaketime is sixty times slower: its pages are shifted instead (e2e/pageClock.ts).
      env: { ...process.env, LD_PRELOAD: '' },
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        // Pages live for some seconds: optimizing their code costs a tenth of all the time and pays nothing back.
        '--js-flags=--no-opt --no-maglev',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  // The phone projects run without Temporal, like Safari: their journeys use the polyfill. A journey that makes sense
  // on one of them only, or that sets the size itself, is tagged with the one it runs on; with all three, on the narrowest.
  projects: [
    // Browsers that Playwright does not drive; first, because starting them takes long. One worker for each project with
    // few journeys: every worker starts a browser and a server of its own.
    { name: 'webkit', workers: 1, testDir: 'e2e/engines', use: { engineName: 'webkit' } },
    { name: 'firefox', workers: 1, testDir: 'e2e/engines', use: { engineName: 'firefox' } },
    // The narrowest phone, for the journeys that everything else relies on.
    {
      name: 'narrow',
      workers: 1,
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
