import type { Locator, Page } from '@playwright/test'
import { addDays } from '../shared/domain/time/time.ts'
import { formatDay } from '../shared/domain/time/timeFormat.ts'
import { cageGrid } from './cageGrid.ts'
import { bookHalfHour } from './facilityDays.ts'
import { expect, test } from './fixtures.ts'

/** Presses Tab until the element has the focus; fails if it never has. */
async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  await expect(target).toBeFocused()
}

/** Presses keys one after the other. */
async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key)
}

test('a whole booking by keyboard alone', { tag: ['@desktop', '@quick'] }, async ({
  page,
  customer,
  day,
  openCustomer,
}) => {
  expect(customer).not.toBe('')
  await bookHalfHour((await openCustomer()).request, { day, cage: 'Cage 3', wallTime: '16:30' })
  const weekBefore = cageGrid(page, addDays(day, -7))
  const grid = cageGrid(page, day)
  await weekBefore.open()
  await expect(weekBefore.slot('Cage 8', '8:30 PM', 'available')).toBeVisible()

  await test.step('skip the header', async () => {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })

  await test.step('go to the next week', async () => {
    await tabTo(page, page.getByRole('link', { name: 'Next week' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: formatDay(day, 'long') })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Next week' })).toBeFocused()
  })

  await test.step('move in the grid and choose', async () => {
    await tabTo(page, grid.slot('Cage 1', '4:00 PM', 'available'))
    await press(page, 'ArrowRight', 'ArrowDown')
    await expect(grid.slot('Cage 2', '4:30 PM', 'available')).toBeFocused()
    await press(page, 'Space')
    await expect(grid.slot('Cage 2', '4:30 PM', 'selected')).toBeFocused()
    await press(page, 'ArrowDown', 'Space')
    await expect(grid.slot('Cage 2', '5:00 PM', 'selected')).toBeFocused()
    await press(page, 'End')
    await expect(grid.slot('Cage 8', '5:00 PM', 'available')).toBeFocused()
    await press(page, 'Control+End', 'ArrowDown')
    await expect(grid.slot('Cage 8', '8:30 PM', 'available')).toBeFocused()
    await press(page, 'Space', 'Space')
    await expect(grid.slot('Cage 8', '8:30 PM', 'available')).toBeFocused()
  })

  await test.step('cancel the dialog', async () => {
    await tabTo(page, grid.bookSelected)
    await press(page, 'Enter')
    await expect(grid.dialogTitle).toBeFocused()
    await press(page, 'Tab', 'Tab', 'Tab')
    await expect(grid.dialog).toContainText('1 hour')
    const inside = await grid.dialog.evaluate((dialog) => dialog.contains(document.activeElement))
    expect(inside).toBe(true)
    await press(page, 'Escape')
    await expect(grid.dialog).toBeHidden()
    await expect(grid.bookSelected).toBeFocused()
  })

  await test.step('a held key opens the dialog and presses nothing in it', async () => {
    // The second time and from then on the key is held.
    for (let times = 0; times < 20; times += 1) await page.keyboard.down('Enter')
    await expect(grid.dialogTitle).toBeFocused()
    await page.keyboard.down('Enter')
    await grid.payOnArrival.focus()
    for (let times = 0; times < 20; times += 1) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await expect(grid.payOnArrival).toBeFocused()
    await expect(grid.dialog).toBeVisible()
  })

  await test.step('book', async () => {
    await press(page, 'Enter')
    await expect(grid.booked).toContainText('Booking confirmed: 1 session')
    await expect(grid.booked.getByRole('heading', { level: 1 })).toBeFocused()
    await tabTo(page, grid.booked.getByRole('link', { name: 'Continue Browsing' }))
    await press(page, 'Enter')
    await expect(grid.slot('Cage 2', '4:30 PM', 'yours')).toBeVisible()
  })

  await test.step('a booked slot can be read and not chosen', async () => {
    await tabTo(page, grid.bookSelected)
    await expect(grid.slot('Cage 3', '4:30 PM', 'booked')).toHaveAttribute('aria-disabled', 'true')
    await grid.slot('Cage 3', '4:00 PM', 'available').focus()
    await press(page, 'ArrowDown', 'Space')
    await expect(grid.slot('Cage 3', '4:30 PM', 'booked')).toBeFocused()
    await expect(grid.selection.getByRole('status')).toHaveText('No slots selected')
  })

  await test.step('an own slot leads to the bookings', async () => {
    await press(page, 'ArrowLeft', 'ArrowDown')
    await expect(grid.slot('Cage 2', '5:00 PM', 'yours')).toBeFocused()
    await press(page, 'Enter')
    await expect(page).toHaveURL(/\/account\?tab=bookings$/)
  })
})

test('Page Up and Page Down turn the day, and the grid keeps the focus', { tag: '@desktop' }, async ({
  page,
  day,
}) => {
  const grid = cageGrid(page, day)
  const slots = page.getByRole('region', { name: `Slots on ${formatDay(day, 'dense')}` })
  const focusedSlot = page
    .getByRole('button', { name: /^Cage \d, .*, (available|booked)$/ })
    .and(focused(page))
  await grid.open()
  await grid.slot('Cage 1', '4:30 PM', 'available').focus()
  await page.keyboard.press('PageUp')
  await expect(slots).toBeHidden()
  await expect(focusedSlot).toBeVisible()
  await page.keyboard.press('PageDown')
  await expect(slots).toBeVisible()
  await expect(focusedSlot).toHaveAccessibleName(new RegExp(`^Cage 1, ${formatDay(day, 'dense')}, `))
})

test('on a phone the arrows lead along a cage and to the next one', { tag: '@phone' }, async ({
  page,
  day,
}) => {
  const grid = cageGrid(page, day)
  await grid.open()
  await grid.slot('Cage 3', '4:00 PM', 'available').focus()
  await press(page, 'ArrowRight', 'ArrowRight', 'Space', 'End')
  await expect(grid.slot('Cage 3', '5:00 PM', 'selected')).toBeVisible()
  await expect(grid.slot('Cage 3', '8:30 PM', 'available')).toBeFocused()
  await press(page, 'ArrowDown', 'Home')
  await expect(grid.slot('Cage 4', '4:00 PM', 'available')).toBeFocused()
  await press(page, 'Control+End')
  await expect(grid.slot('Cage 8', '8:30 PM', 'available')).toBeFocused()
})

test('the second half of a double press presses nothing in the dialog', { tag: '@phone' }, async ({
  page,
  customer,
  day,
}) => {
  expect(customer).not.toBe('')
  const grid = cageGrid(page, day)
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/bookings')) sent += 1
  })
  await page.clock.install()
  await grid.open()
  await grid.choose('Cage 1', '4:00 PM')
  await page.clock.pauseAt(Date.now() + 60_000)
  await grid.bookSelected.click()
  await expect(async () => {
    await page.clock.runFor(10)
    await expect(grid.payOnArrival).toBeVisible({ timeout: 50 })
  }).toPass({ intervals: [10] })
  // As long as the dialog takes to open, and well within the half second.
  await page.clock.runFor(250)
  const at = await grid.payOnArrival.boundingBox()
  expect(at).not.toBeNull()
  if (!at) return
  await page.touchscreen.tap(at.x + at.width / 2, at.y + at.height / 2)
  await page.clock.runFor(50)
  await expect(grid.dialog).toBeVisible()
  expect(sent).toBe(0)

  await page.clock.resume()
  await grid.payOnArrival.click()
  await expect(grid.booked).toContainText('Booking confirmed: 1 session')
  expect(sent).toBe(1)
})

/** No role names what has the focus. */
const focused = (page: Page) => page.locator(':focus')
