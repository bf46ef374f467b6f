/**
 * Makes the pictures of docs/guide from a fresh demo: `npm run build`, then `node tools/guide-pictures.mjs`. Run it after a
 * change of a screen that the guide shows, and look at what it made.
 */
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { findChromium } from './testing/chromium.mjs'
import { ensureFakeClock, fakeClock } from './testing/clock.mjs'

/** @typedef {import('@playwright/test').Page} Page */

const folder = new URL('../docs/guide/pictures/', import.meta.url).pathname
/** Bytes of all pictures together: they are in git, and every installation serves them. */
const most = 1_500_000
const quality = 72
const desktop = { width: 1280, height: 760 }
const phone = { width: 390, height: 780 }

/** @type {readonly { name: string, who: string, path: string, size?: typeof phone, act?: (page: Page) => Promise<unknown> }[]} */
const pictures = [
  { name: 'checklist', who: 'admin', path: '/admin/setup?step=next' },
  { name: 'dashboard', who: 'admin', path: '/admin/dashboard' },
  { name: 'settings', who: 'admin', path: '/admin/settings' },
  {
    name: 'coach-actions',
    who: 'admin',
    path: '/admin/coaches',
    act: (page) => page.getByRole('button', { name: 'Actions for Ray Whitfield' }).click(),
  },
  {
    name: 'invitation',
    who: 'admin',
    path: '/admin/coaches',
    act: async (page) => {
      const data = { name: 'Pat Paper', hourly_rate: 60 }
      const { origin } = new URL(page.url())
      await page.request.post('/api/admin/coaches', { data, headers: { origin } })
      await page.reload()
      await page.getByRole('button', { name: 'Actions for Pat Paper' }).click()
      await page.getByRole('menuitem', { name: 'Invite by Link' }).click()
      await page.getByRole('button', { name: 'Make Link' }).click()
      await page.getByText('Works once, until').first().waitFor()
    },
  },
  { name: 'camps', who: 'admin', path: '/admin/camps' },
  { name: 'schedule', who: 'desk', path: '/admin/schedule' },
  {
    name: 'new-booking',
    who: 'desk',
    path: '/admin/schedule',
    act: (page) => page.keyboard.press('n'),
  },
  { name: 'bookings', who: 'desk', path: '/admin/bookings' },
  { name: 'payments', who: 'desk', path: '/admin/payments' },
  { name: 'users', who: 'desk', path: '/admin/users' },
  { name: 'messages', who: 'desk', path: '/admin/messages' },
  { name: 'coach-day', who: 'coach', path: '/coach-dashboard', size: phone },
  { name: 'coach-bookings', who: 'coach', path: '/coach-dashboard?tab=bookings', size: phone },
  { name: 'coach-client', who: 'coach', path: '/coach-dashboard?tab=book-client', size: phone },
  { name: 'coach-hours', who: 'coach', path: '/coach-dashboard?tab=availability', size: phone },
]

/** The coming Tuesday at half past four, when a facility is busy: at night the day's screens are empty. */
ensureFakeClock()
const dayMs = 24 * 60 * 60 * 1000
const tuesday = new Date(Date.now() + ((9 - new Date().getUTCDay()) % 7) * dayMs)
const clock = fakeClock(`${tuesday.toISOString().slice(0, 10)}T16:30`)
const shiftMs = Number.parseInt(clock.FAKETIME ?? '0', 10) * 1000

const dataDir = await mkdtemp(join(tmpdir(), 'dugout-guide-'))
const server = spawn(process.execPath, ['server/main.ts'], {
  env: { ...process.env, ...clock, DATA_DIR: dataDir, PORT: '0', RATE_LIMITS: 'false', LOG_LEVEL: 'warn' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  await takeAll(await readyUrl())
} finally {
  server.kill('SIGTERM')
  await new Promise((ended) => server.once('exit', ended))
  await rm(dataDir, { recursive: true, force: true })
}

/** @returns {Promise<string>} */
async function readyUrl() {
  for await (const line of createInterface(server.stdout)) {
    const url = /Dugout is ready at (\S+)/.exec(line)?.[1]
    if (url) return url
  }
  throw new Error('The demo could not be started.')
}

/** @param {string} url */
async function takeAll(url) {
  await mkdir(folder, { recursive: true })
  const executablePath = findChromium()
  const browser = await chromium.launch(executablePath ? { executablePath } : {})
  let bytes = 0
  for (const { name, who, path, size = desktop, act } of pictures) {
    const context = await browser.newContext({
      baseURL: url,
      viewport: size,
      reducedMotion: 'reduce',
      colorScheme: 'light',
      deviceScaleFactor: size === phone ? 1.5 : 1,
    })
    await context.clock.setFixedTime(Date.now() + shiftMs)
    const email = `${who}@demo.dugout.test`
    const data = { email, password: 'play-ball-2026' }
    await context.request.post('/api/auth/sign-in/email', { data, headers: { origin: url } })
    const page = await context.newPage()
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle').catch(() => undefined)
    await act?.(page)
    await page.waitForTimeout(800)
    const file = join(folder, `${name}.webp`)
    await sharp(await page.screenshot())
      .webp({ quality, effort: 6 })
      .toFile(file)
    bytes += (await stat(file)).size
    await context.close()
  }
  await browser.close()
  process.stdout.write(`${pictures.length} pictures, ${Math.round(bytes / 1000)} kB\n`)
  if (bytes > most) throw new Error('The pictures are too large for git.')
}
