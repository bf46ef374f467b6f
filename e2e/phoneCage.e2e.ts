import type { Locator, Page } from '@playwright/test'
import { addDays, dayOfWeek, facilityDay, instantOf } from '../shared/domain/time/time.ts'
import { formatDay } from '../shared/domain/time/timeFormat.ts'
import { cageGrid } from './cageGrid.ts'
import { bookHalfHour, getFacility, laterWeekday } from './facilityDays.ts'
import { expect, test } from './fixtures.ts'
import { pinnedShare } from './pageChecks.ts'

const large = { width: 390, height: 844 }
const small = { width: 320, height: 640 }

/** Wholly on the screen, and the selection bar is not in front of it. */
async function expectInView(page: Page, element: Locator) {
  await expect(element).toBeInViewport({ ratio: 1 })
  const box = await element.boundingBox()
  const bar = await cageGrid(page, '').selection.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
}

/** Gives the cells that React has drawn again since: they have other props than before, be they equal. */
async function watchCells(page: Page) {
  const known = await page.evaluateHandle(() =>
    [...document.querySelectorAll<HTMLElement>('[data-cell]')].map((cell) => {
      const name = Object.keys(cell).find((key) => key.startsWith('__reactProps')) ?? ''
      return { cell, name, props: Reflect.get(cell, name) as unknown }
    }),
  )
  return () =>
    known.evaluate((cells) =>
      cells
        .filter(({ cell, name, props }) => Reflect.get(cell, name) !== props)
        .map(({ cell }) => cell.dataset.cell),
    )
}

test('a phone opens with a free slot in view, and all eight cages where there is room', {
  tag: '@phone',
}, async ({ page, request, day }) => {
  const { time_zone } = await getFacility(request)
  const saturday = await laterWeekday(request, 6)
  for (const shown of [day, saturday]) {
    if (shown === saturday) await page.clock.setFixedTime(instantOf(saturday, '15:35', time_zone))
    const grid = cageGrid(page, shown)
    const first = grid.slot('Cage 1', '4:00 PM', 'available')
    for (const screen of [large, small]) {
      await page.setViewportSize(screen)
      await grid.open()
      await expectInView(page, first)
      expect(await page.evaluate(() => scrollY)).toBe(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(screen.width)
      if (screen === small) continue
      await expectInView(page, page.getByRole('rowheader', { name: /^Cage 1 / }))
      await expectInView(page, grid.slot('Cage 8', '4:00 PM', 'available'))
      const box = await first.boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(44)
      expect(box?.width).toBeGreaterThanOrEqual(44)
    }
  }
  await page.getByRole('button', { name: 'Show Earlier Times' }).click()
  await expect(cageGrid(page, saturday).slot('Cage 1', '9:00 AM', 'past')).toBeVisible()

  await test.step('with large text each cage is a list', async () => {
    await page.setViewportSize(large)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '21.5px'
    })
    const slot = cageGrid(page, saturday).slot('Cage 2', '4:00 PM', 'available')
    await expect(slot.getByText('4:00 PM')).toBeVisible()
    const [name, list] = await Promise.all([
      page.getByRole('rowheader', { name: /^Cage 2 / }).boundingBox(),
      slot.boundingBox(),
    ])
    expect(list?.y ?? 0).toBeGreaterThan((name?.y ?? 0) + (name?.height ?? 0) - 1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(large.width)
  })
})

test('at a font size of 32 px the bar with a choice leaves two thirds of the screen to the page', {
  tag: '@phone',
}, async ({ page, day }) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await page.setViewportSize({ width: 390, height: 844 })
  const grid = cageGrid(page, day)
  await grid.open()
  await page.locator('[data-cell][data-state="Available"]').first().tap()
  await expect(page.getByRole('button', { name: 'Clear' })).toBeVisible()
  expect(await page.evaluate(pinnedShare)).toBeLessThan(1 / 3)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('four taps from the home page to a booking', {
  tag: ['@phone', '@quick'],
}, async ({ page, customer }) => {
  expect(customer).not.toBe('')
  await page.goto('/')
  await page.getByRole('main').locator('a[href^="/book-cage"]').first().tap()
  const free = page.locator('[data-cell][data-state="Available"]').first()
  await expect(free).toBeVisible()
  await free.tap()
  const grid = cageGrid(page, '')
  await grid.bookSelected.tap()
  await grid.payOnArrival.tap()
  await expect(grid.booked).toContainText('Booking confirmed: 1 session')
})

test('by time: any free cage leaves no lone half hour, lengths, and the address keeps it', {
  tag: '@phone',
}, async ({ page, day, openCustomer }) => {
  const grid = cageGrid(page, day)
  const status = grid.selection.getByRole('status')
  const someone = (await openCustomer()).request
  // An hour from 5 PM in Cage 1 would leave 6 PM alone.
  await bookHalfHour(someone, { day, cage: 'Cage 1', wallTime: '18:30' })
  await grid.open()
  await page.getByRole('link', { name: 'Times' }).tap()
  const row = (name: string) => page.getByRole('button', { name, exact: true })
  const pressed = page.getByRole('main').getByRole('button', { pressed: true })
  await row('5:00 PM 8 cages free · $30').tap()
  await expect(row('5:00 PM – 6:00 PM $30.00')).toHaveAttribute('aria-expanded', 'true')
  await expect(pressed).toHaveText('✓ Any free cage')
  await expect(status).toHaveText('2 slots selected, 1 hour, $30.00')

  await page.getByRole('link', { name: '90 minutes' }).tap()
  await expect(row('5:00 PM – 6:30 PM $45.00')).toBeVisible()
  await expect(status).toHaveText('3 slots selected, 1.5 hours, $45.00')
  await page.getByRole('button', { name: 'Cage 4' }).tap()
  await expect(pressed).toHaveText('✓ Cage 4')
  await page.reload()
  await expect(pressed).toHaveText('✓ Cage 4')
  await expect(page).toHaveURL(/view=times/)

  const next = addDays(day, 1)
  await page.goto(`/book-cage?date=${next}&view=times&length=90`)
  await page.goBack()
  await expect(pressed).toHaveText('✓ Cage 4')
  await page.getByRole('link', { name: '60 minutes' }).tap()
  await page.getByRole('button', { name: 'Any free cage' }).tap()
  await page.getByRole('link', { name: 'Cages', exact: true }).tap()
  await expect(page).toHaveURL(new RegExp(`/book-cage\\?date=${day}$`))
  await expect(grid.slot('Cage 1', '5:00 PM', 'available')).toBeVisible()
  for (const time of ['5:00 PM', '5:30 PM']) await expect(grid.slot('Cage 2', time, 'selected')).toBeVisible()

  await page.getByRole('link', { name: 'Times' }).tap()
  await row('5:00 PM – 6:00 PM $30.00').tap()
  await expect(status).toHaveText('No slots selected')
})

test('a tap draws only its cell; Next free leads back to the first slot, and to the next day after the last of today', {
  tag: '@phone',
}, async ({ page, request, day }) => {
  const grid = cageGrid(page, day)
  await grid.open()
  const drawnSince = await watchCells(page)
  await grid.choose('Cage 1', '4:00 PM')
  expect(await drawnSince(), 'the cell, and the one beside it, which now costs less').toEqual(['0,0', '0,1'])
  await grid.slot('Cage 1', '4:00 PM', 'selected').tap()

  const last = grid.slot('Cage 8', '8:30 PM', 'available')
  await last.scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Next free 4:00 PM' }).tap()
  const first = grid.slot('Cage 1', '4:00 PM', 'available')
  await expect(first).toBeFocused()
  await expectInView(page, first)
  await expect(last).not.toBeInViewport()

  const { time_zone } = await getFacility(request)
  const soon = addDays(facilityDay(new Date(), time_zone), 14)
  const monday = addDays(soon, (8 - dayOfWeek(soon)) % 7)
  const tuesday = addDays(monday, 1)
  await page.clock.setFixedTime(instantOf(monday, '20:45', time_zone))
  await cageGrid(page, monday).open()
  await page
    .getByRole('button', { name: new RegExp(`^Next free ${formatDay(tuesday)}, \\d+:[03]0 PM$`) })
    .tap()
  await expect(page).toHaveURL(new RegExp(`date=${tuesday}`))
  const focused = page.locator('[data-cell]:focus')
  await expect(focused).toHaveAttribute('data-state', 'Available')
  await expectInView(page, focused)
})
