import type { Page } from '@playwright/test'
import type { CustomerBooking } from '../shared/contract/bookings/bookings.ts'
import { epochMs, facilityDay } from '../shared/domain/time/time.ts'
import { formatDay, formatTimeRange } from '../shared/domain/time/timeFormat.ts'
import { noteHydration } from './developmentBuild.ts'
import { expect, test } from './fixtures.ts'
import { signInAsDemo } from './people.ts'

const ZONE = 'America/Chicago'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function expectPicture(page: Page, position: number) {
  await expect(button(page, `Picture ${position}`)).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('group', { name: `${position} of 5`, exact: true })).toBeVisible()
}

/** Opens the home page on a clock that stands still from then on, with the focus on the first picture's dot. */
async function openWithStoppedClock(page: Page) {
  await noteHydration(page.context())
  await page.clock.install()
  await page.goto('/')
  await page.evaluate(() => window.hydrated)
  await expect(page.getByRole('heading', { level: 1, name: 'NOW OPEN' })).toBeVisible()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await button(page, 'Picture 1').press('Enter')
  await expectPicture(page, 1)
}

test('one picture is loaded at first; visitors see no sessions, and the way to the cages', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/')
  await expect.poll(() => picturesLoaded(page)).toEqual({ before: ['hero-1-portrait.avif'], after: 4 })
  await expect(page.getByRole('heading', { name: 'Get your swings in' })).toBeVisible()
  await expect(page.getByText('$20/30MIN • $30/HOUR')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your Upcoming Sessions' })).toBeHidden()
  await page.getByRole('link', { name: 'BOOK YOUR CAGE' }).click()
  await expect(page).toHaveURL(/\/book-cage/)
})

/**
 * The carousel's pictures asked for before everything else was there, and how many after. Camps without a banner are
 * drawn with the same pictures in other sizes.
 */
const picturesLoaded = (page: Page) =>
  page.evaluate(() => {
    const loaded = performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming
    const pictures = performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/pictures\/hero-\d-portrait\./.test(name))
    const early = pictures.filter(({ startTime }) => startTime < loaded.loadEventStart)
    return { before: early.map(({ name }) => name.split('/').at(-1)), after: pictures.length - early.length }
  })

test('the pictures change every five seconds until they are paused, and wait while the pointer rests on them', {
  tag: '@desktop',
}, async ({ page }) => {
  await openWithStoppedClock(page)
  await page.clock.runFor(20_000)
  await expectPicture(page, 1)
  await button(page, 'Picture 1').blur()
  await page.clock.runFor(4_900)
  await expectPicture(page, 1)
  await page.clock.runFor(200)
  await expectPicture(page, 2)
  await page.clock.runFor(5_000)
  await expectPicture(page, 3)

  await button(page, 'Pause pictures').press('Enter')
  await button(page, 'Play pictures').blur()
  await page.clock.runFor(20_000)
  await expectPicture(page, 3)
  await button(page, 'Play pictures').press('Enter')
  await button(page, 'Pause pictures').blur()
  await page.clock.runFor(5_100)
  await expectPicture(page, 4)

  await page.getByRole('group', { name: '4 of 5', exact: true }).hover()
  await page.clock.runFor(20_000)
  await expectPicture(page, 4)
})

test('the pictures stand still for people who prefer less motion, and turn by button and by dot', {
  tag: '@phone',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openWithStoppedClock(page)
  await expect(button(page, 'Play pictures')).toBeVisible()
  await button(page, 'Picture 1').blur()
  await page.clock.runFor(30_000)
  await expectPicture(page, 1)
  await button(page, 'Next picture').click()
  await expectPicture(page, 2)
  await button(page, 'Previous picture').click()
  await button(page, 'Previous picture').click()
  await expectPicture(page, 5)
  await button(page, 'Picture 3').click()
  await expectPicture(page, 3)
})

test('a customer sees the next three paid sessions, in facility time', { tag: ['@phone', '@quick'] }, async ({
  page,
}) => {
  await signInAsDemo(page.request, 'customer')
  const bookings = (await (await page.request.get('/api/me/bookings')).json()) as CustomerBooking[]
  const next = bookings
    .filter(({ status, start_time }) => status === 'paid' && epochMs(start_time) > Date.now())
    .sort((a, b) => epochMs(a.start_time) - epochMs(b.start_time))
    .slice(0, 3)
  expect(next).toHaveLength(3)
  await page.goto('/')
  const section = page.getByRole('region', { name: 'Your Upcoming Sessions' })
  const cards = section.getByRole('listitem')
  await expect(cards).toHaveCount(3)
  expect(await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe('Asia/Tokyo')
  for (const [index, { cage_name, start_time, end_time }] of next.entries()) {
    await expect(cards.nth(index)).toContainText(cage_name)
    await expect(cards.nth(index)).toContainText(formatDay(facilityDay(start_time, ZONE)))
    await expect(cards.nth(index)).toContainText(formatTimeRange(start_time, end_time, ZONE))
  }
  await section.getByRole('link', { name: 'View All' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible()
})

const devices = [
  ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15', 'apple'],
  ['another device', 'Mozilla/5.0 (Linux; Android 15; Pixel 7) AppleWebKit/537.36', 'google'],
] as const
for (const [device, userAgent, maker] of devices) {
  test(`DIRECTIONS on ${device} open the maps of ${maker}`, { tag: '@phone' }, async ({ openBrowser }) => {
    const page = await openBrowser({ userAgent })
    await page.goto('/')
    const link = page.getByRole('link', { name: 'DIRECTIONS' })
    await expect(link).toHaveAttribute('href', new RegExp(`^https://[a-z]+\\.${maker}\\.com/`))
    await expect(link).toHaveAttribute('target', '_blank')
  })
}
