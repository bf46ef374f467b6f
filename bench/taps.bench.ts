import { type BrowserContext, type CDPSession, chromium, devices, type Page } from '@playwright/test'
import { startAppProcess } from '../server/test/appProcess.ts'
import { addDays, dayOfWeek, facilityDay } from '../shared/domain/time/time.ts'
import { findChromium } from '../tools/testing/chromium.mjs'
import { sessionCookie } from './customers.ts'
import { startBenchServer } from './database.ts'
import { threadMs, watchEvents } from './eventTiming.ts'
import { median } from './figures.ts'
import { prepareFacility } from './prepareFacility.ts'

// How long a customer waits on Book Cage from a tap to what is painted of it, on a processor that is four times slower: a
// slot, and Book Selected with its dialog. The browser's own measure (Event Timing, in steps of 8 ms).

const ZONE = 'America/Chicago'
const CAGES = 8
const ROUNDS = 9
const SLOWER = 4
const GOALS_MS = { slot: 100, book: 150 }

/** The longest day of the week: 18 half hours. */
const saturday = (() => {
  const next = addDays(facilityDay(new Date(), ZONE), 7)
  return addDays(next, 6 - dayOfWeek(next))
})()

async function measure(app: string, cookie: string): Promise<void> {
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  })
  const { defaultBrowserType: _, ...phone } = devices['iPhone 13']
  const screens = {
    phone: { ...phone, viewport: { width: 390, height: 844 } },
    desktop: { viewport: { width: 1280, height: 800 } },
  }
  try {
    for (const [screen, options] of Object.entries(screens)) {
      const context = await browser.newContext({ ...options, reducedMotion: 'no-preference' })
      const [name = '', value = ''] = cookie.split('=')
      await context.addCookies([{ name, value: decodeURIComponent(value), url: app }])
      await measureScreen(context, { app, screen })
      await context.close()
    }
  } finally {
    await browser.close()
  }
}

/** Every round is a visit of its own: what code does for the first time is what people wait for. */
async function measureScreen(context: BrowserContext, { app, screen }: { app: string; screen: string }) {
  const slot: Wait[] = []
  const book: Wait[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.goto(`${app}/book-cage?date=${saturday}`)
    await page.locator('[data-state="Available"]').nth(20).waitFor({ state: 'attached' })
    // The dialogs are downloaded when the browser has nothing else to do. Not `waitForFunction`: the policy forbids it.
    while (!(await page.evaluate<boolean>(hasDialogs))) await settled(page)
    await page.waitForLoadState('networkidle')
    await settled(page)
    await watchEvents(page)
    await watchDialogs(page)
    const free = page.locator('[data-cell][data-state="Available"]').first()
    const press = page.getByRole('button', { name: 'Book Selected' })
    const acts =
      screen === 'phone' ? [() => free.tap(), () => press.tap()] : [() => free.click(), () => press.click()]
    const [choose, bookSelected] = acts as [() => Promise<void>, () => Promise<void>]
    slot.push(await measured({ page, session }, choose))
    book.push(
      await measured({ page, session }, async () => {
        await bookSelected()
        await page.getByRole('dialog').waitFor()
      }),
    )
    await page.close()
  }
  report(`${screen}: a slot`, slot, GOALS_MS.slot)
  report(`${screen}: Book Selected`, book, GOALS_MS.book)
}

interface Measured {
  readonly page: Page
  readonly session: CDPSession
}

interface Wait {
  /** From the tap to what is painted of it, in milliseconds. */
  readonly paint: number
  /** What the main thread worked for it; other programs of a busy machine do not count. */
  readonly work: number
}

async function measured({ page, session }: Measured, act: () => Promise<void>): Promise<Wait> {
  await page.evaluate('measured.length = 0')
  const before = await threadMs(session)
  await act()
  await settled(page)
  const work = (await threadMs(session)) - before
  return { paint: await page.evaluate<number>('Math.max(0, ...measured)'), work }
}

const hasDialogs =
  "performance.getEntriesByType('resource').some(({ name }) => name.includes('ConfirmBooking'))"

/** Long enough for a transition and the frame after it: the browser tells of an event after its frame. */
const settled = (page: Page) => page.evaluate('new Promise((done) => setTimeout(done, 500))')

function report(what: string, waits: readonly Wait[], goal: number): void {
  const paints = waits.map(({ paint }) => paint)
  const typical = median(paints)
  console.log(
    `${what.padEnd(26)} tap to paint: median ${typical} ms, worst ${Math.max(...paints)} ms of ${ROUNDS}   goal ≤ ${goal} ms` +
      `   main thread: ${Math.round(median(waits.map(({ work }) => work)))} ms`,
  )
  if (typical > goal) process.exitCode = 1
}

/** Counts a dialog from the press to the first frame that has it, also where it comes only after the press was painted. */
const watchDialogs = (page: Page) =>
  page.evaluate(`
    let pressed = 0
    addEventListener('click', ({ timeStamp }) => { pressed = timeStamp }, { capture: true })
    new MutationObserver(() => {
      if (pressed === 0 || !document.querySelector('[role=dialog]')) return
      const from = pressed
      pressed = 0
      requestAnimationFrame(() => setTimeout(() => measured.push(Math.round(performance.now() - from))))
    }).observe(document.body, { childList: true, subtree: true })`)

const postgres = await startBenchServer()
try {
  const url = await postgres.database('taps')
  const { customers } = await prepareFacility(url, { cages: CAGES, customers: 1, limits: false })
  const [customer] = customers
  if (!customer) throw new Error('Nobody books.')
  const app = await startAppProcess({ DATABASE_URL: url })
  try {
    console.log(`${CAGES} cages, processor ${SLOWER} times slower`)
    await measure(app.url, await sessionCookie(app.url, customer))
  } finally {
    await app.end('SIGTERM')
  }
} finally {
  await postgres.remove()
}
