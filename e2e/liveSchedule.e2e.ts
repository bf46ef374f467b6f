import type { Page } from '@playwright/test'
import { cageGrid } from './cageGrid.ts'
import { bookHalfHour } from './facilityDays.ts'
import { expect, test } from './fixtures.ts'
import { startTcpProxy } from './tcpProxy.ts'

/** How often the page has been loaded since. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('domcontentloaded', () => {
    loads += 1
  })
  return () => loads
}

/** Waits for the next answer that opens a stream of events. */
const streamOpened = (page: Page) =>
  page.waitForResponse((response) => response.url().includes('/api/events') && response.ok())

declare global {
  var liveStreams: EventSource[]
}

/** Keeps account of the streams that a page opens. */
async function countStreams(page: Page) {
  await page.addInitScript(() => {
    globalThis.liveStreams = []
    globalThis.EventSource = class extends EventSource {
      constructor(address: string | URL) {
        super(address)
        globalThis.liveStreams.push(this)
      }
    }
  })
  return {
    /** The topics of each stream that is open, in the order of their names. */
    open: () =>
      page.evaluate(() =>
        liveStreams
          .filter(({ readyState }) => readyState !== EventSource.CLOSED)
          .map(({ url }) => new URL(url).searchParams.get('topics')?.split(',').sort() ?? []),
      ),
    opened: () => page.evaluate(() => liveStreams.length),
  }
}

test('slots turn Booked in front of others without reloading', { tag: ['@desktop', '@quick'] }, async ({
  page,
  day,
  openCustomer,
}) => {
  const someone = (await openCustomer()).request
  const theirs = cageGrid(page, day)
  const opened = streamOpened(page)
  await theirs.open()
  await opened
  await expect(theirs.slot('Cage 4', '6:00 PM', 'available')).toBeVisible()
  const loads = countLoads(page)

  await bookHalfHour(someone, { day, cage: 'Cage 4', wallTime: '18:00' })
  await bookHalfHour(someone, { day, cage: 'Cage 5', wallTime: '18:30' })

  await expect(theirs.slot('Cage 4', '6:00 PM', 'booked')).toBeVisible()
  await expect(theirs.slot('Cage 5', '6:30 PM', 'booked')).toBeVisible()
  await expect(theirs.slot('Cage 4', '6:30 PM', 'available')).toBeVisible()
  expect(loads()).toBe(0)
})

test('a stream that is cut reconnects, catches up and stays live', { tag: '@phone' }, async ({
  page,
  baseURL,
  day,
  openCustomer,
  allowProblem,
}) => {
  allowProblem(/console: .*net::ERR_/)
  const proxy = await startTcpProxy(baseURL ?? '')
  const someone = (await openCustomer()).request
  const grid = cageGrid(page, day)
  // The code of a dialog, which is downloaded ahead, must not remove the page when it cannot be loaded.
  await page.route(/ConfirmBooking.*\.js$/, (route) => route.abort())
  const extra = page.waitForEvent('requestfailed', (request) => request.url().includes('ConfirmBooking'))
  const opened = streamOpened(page)
  await page.goto(`${proxy.url}/book-cage?date=${day}`)
  await opened
  await expect(grid.slot('Cage 4', '6:00 PM', 'available')).toBeVisible()
  const loads = countLoads(page)
  await extra

  proxy.disconnect()
  await bookHalfHour(someone, { day, cage: 'Cage 4', wallTime: '18:00' })
  const reopened = streamOpened(page)
  proxy.reconnect()

  await reopened
  await expect(grid.slot('Cage 4', '6:00 PM', 'booked')).toBeVisible()
  await bookHalfHour(someone, { day, cage: 'Cage 5', wallTime: '19:00' })
  await expect(grid.slot('Cage 5', '7:00 PM', 'booked')).toBeVisible()
  expect(loads()).toBe(0)
  proxy.close()
})

test('a refused stream is retried, and the day stays fresh in the meantime', {
  tag: '@phone',
}, async ({ page, day, openCustomer, allowProblem }) => {
  allowProblem(/console: .*429/)
  const someone = (await openCustomer()).request
  const grid = cageGrid(page, day)
  await page.route('**/api/events?*', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '10' },
      json: { code: 'too_many_streams', message: '' },
    }),
  )
  await grid.open()
  await expect(grid.slot('Cage 4', '6:00 PM', 'available')).toBeVisible()
  const loads = countLoads(page)
  await bookHalfHour(someone, { day, cage: 'Cage 4', wallTime: '18:00' })
  await expect(grid.slot('Cage 4', '6:00 PM', 'booked')).toBeVisible()

  await page.unroute('**/api/events?*')
  await streamOpened(page)
  await bookHalfHour(someone, { day, cage: 'Cage 5', wallTime: '19:00' })
  await expect(grid.slot('Cage 5', '7:00 PM', 'booked')).toBeVisible()
  expect(loads()).toBe(0)
})

test('several days are followed over one connection, and a step to one of them shows it as it is', {
  tag: '@desktop',
}, async ({ page, day, openCustomer }) => {
  const someone = (await openCustomer()).request
  const streams = await countStreams(page)
  const loaded = new Set<string | null>()
  page.on('response', (answer) => loaded.add(new URL(answer.url()).searchParams.get('p_date')))
  const grid = cageGrid(page, day)
  await grid.open()
  await expect(grid.slot('Cage 4', '6:00 PM', 'available')).toBeVisible()
  await expect
    .poll(streams.open)
    .toEqual([['open-times', expect.anything(), `schedule:${day}`, expect.anything()]])
  expect(await streams.opened()).toBe(1)
  const dayAfter = (await streams.open())[0]?.at(-1)?.replace('schedule:', '') ?? ''
  await expect.poll(() => loaded.has(dayAfter)).toBe(true)

  await bookHalfHour(someone, { day, cage: 'Cage 4', wallTime: '18:00' })
  await expect(grid.slot('Cage 4', '6:00 PM', 'booked')).toBeVisible()
  await bookHalfHour(someone, { day: dayAfter, cage: 'Cage 5', wallTime: '17:00' })
  await page.getByRole('link', { name: 'Next day' }).click()
  await expect(cageGrid(page, dayAfter).slot('Cage 5', '5:00 PM', 'booked')).toBeVisible()

  // The new day's stream has taken over, and the tab has one again.
  await expect.poll(streams.open).toHaveLength(1)
  expect((await streams.open())[0]).toContain(`schedule:${dayAfter}`)
  expect(await streams.opened()).toBe(2)
})
