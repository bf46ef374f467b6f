import { addDays } from '../shared/domain/time/time.ts'
import { formatDay } from '../shared/domain/time/timeFormat.ts'
import { fillSignIn } from './accountForms.ts'
import { cageGrid } from './cageGrid.ts'
import { openHydrated } from './developmentBuild.ts'
import { laterWeekday } from './facilityDays.ts'
import { expect, test } from './fixtures.ts'
import { createCustomer } from './people.ts'

test('a visitor is asked to log in, and goes on where signing in interrupted the booking', {
  tag: ['@phone', '@quick'],
}, async ({ page, request, day }) => {
  const email = await createCustomer(request)
  const grid = cageGrid(page, day)
  const dialog = page.getByRole('dialog', { name: 'Login Required' })
  await grid.open()
  await grid.choose('Cage 5', '4:00 PM')
  await grid.choose('Cage 6', '4:00 PM')

  await grid.bookSelected.click()
  await expect(dialog).toContainText('You must be logged in to book.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(grid.slot('Cage 5', '4:00 PM', 'selected')).toBeVisible()
  await expect(grid.bookSelected).toBeFocused()

  await grid.bookSelected.click()
  await dialog.getByRole('link', { name: 'Login / Sign Up' }).click()
  await expect(page).toHaveURL(/\/auth\?/)
  await fillSignIn(page, email)

  await expect(page).toHaveURL(new RegExp(`/book-cage\\?date=${day}`))
  await expect(grid.dialog.getByRole('listitem')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(grid.slot('Cage 5', '4:00 PM', 'selected')).toBeVisible()
  // Only once: a reload keeps what is chosen and asks nothing.
  await page.reload()
  await expect(grid.slot('Cage 5', '4:00 PM', 'selected')).toBeVisible()
  await expect(grid.slot('Cage 6', '4:00 PM', 'selected')).toBeVisible()
  await expect(grid.dialog).toBeHidden()
})

test('Back closes a dialog on a page that was opened by its address or by an early press, and then leaves the page', {
  tag: '@phone',
}, async ({ page, day }) => {
  const grid = cageGrid(page, day)
  const dialog = page.getByRole('dialog', { name: 'Login Required' })
  const depth = () => page.evaluate(() => history.state.__TSR_index)
  async function openDialog(cage: string) {
    await grid.choose(cage, '4:00 PM')
    await grid.bookSelected.click()
    await expect(dialog).toBeVisible()
    await expect.poll(depth).toBe(1)
  }
  // As a link does that is pressed before the code is there.
  await page.goto('/terms')
  await grid.open()
  expect(await depth()).toBe(0)
  await openDialog('Cage 5')
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect.poll(depth).toBe(1)
  await expect(grid.slot('Cage 5', '4:00 PM', 'selected')).toBeVisible()
  await openDialog('Cage 6')
  await page.goBack()
  await expect(dialog).toBeHidden()
  // The entry that was left is taken back after the dialog has closed.
  await expect.poll(depth).toBe(1)

  await page.goBack({ waitUntil: 'commit' })
  await expect(page).toHaveURL(/\/terms$/)
})

test('Clear and another day empty the selection; Sundays are Closed, and a day that cannot be shown is corrected', {
  tag: '@desktop',
}, async ({ page, request, day }) => {
  const grid = cageGrid(page, day)
  const chosen = grid.selection.getByRole('status')
  await grid.open()
  await grid.choose('Cage 1', '4:00 PM')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(chosen).toHaveText('No slots selected')
  await grid.choose('Cage 1', '4:00 PM')
  await grid.slot('Cage 1', '4:00 PM', 'selected').press('PageDown')
  await expect(page).not.toHaveURL(new RegExp(day))
  await expect(chosen).toHaveText('No slots selected')

  const sunday = await laterWeekday(request, 0)
  const days = page.getByRole('navigation', { name: 'Days' })
  await test.step('Sundays', async () => {
    await page.goto(`/book-cage?date=${addDays(sunday, -1)}`)
    await expect(days.getByRole('heading', { name: formatDay(addDays(sunday, -1), 'long') })).toBeVisible()
    await expect(
      days
        .getByRole('listitem')
        .filter({ hasText: /^Sun\d+Closed$/ })
        .first(),
    ).toBeVisible()
    await expect(days.getByRole('link', { name: /^Sunday/ })).toHaveCount(0)

    await page.goto(`/book-cage?date=${sunday}`)
    await expect(page.getByRole('heading', { name: "We're Closed on Sundays" })).toBeVisible()
    await page.getByRole('link', { name: `See ${formatDay(addDays(sunday, 1))}` }).click()
    await expect(page.getByRole('heading', { name: formatDay(addDays(sunday, 1), 'long') })).toBeVisible()
  })

  await test.step('days that cannot be shown', async () => {
    for (const date of ['1999-01-04', '2999-01-01', 'someday']) {
      await page.goto(`/book-cage?date=${date}`)
      await expect(days).toBeVisible()
      await expect(page).not.toHaveURL(new RegExp(date))
    }
    await page.goBack()
    await expect(page).not.toHaveURL(/1999|2999|someday/)
  })

  await test.step('a day that is over', async () => {
    await page.goto('/book-cage?date=2026-01-06')
    const note = page.getByText(/^Tue, Jan 6 is over\. Here is \w{3}, \w{3} \d+\.$/)
    await expect(note).toBeVisible()
    await expect(page).not.toHaveURL(/2026-01-06/)
    await page.getByRole('link', { name: 'Next day' }).click()
    await expect(note).toHaveCount(0)
  })
})

test('the thirty days of a phone lead to a day, and prices are explained', { tag: '@phone' }, async ({
  page,
  request,
}) => {
  await openHydrated(page, '/book-cage')
  await page.getByText('Pricing Breakdown').click()
  await expect(page.getByRole('row', { name: 'All cages $20 $30 +$15' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Team Contract Rates' })).toBeVisible()
  await expect(page.getByRole('row', { name: '12 48 $1,140 $23.75' })).toBeVisible()
  const days = page.getByRole('navigation', { name: 'Days' })
  await expect(days.getByRole('listitem')).toHaveCount(30)
  await expect(days.getByRole('listitem').first()).toContainText(/^(Today|Mon)\d/)
  const last = days.getByRole('link').last()
  const name = (await last.getAttribute('aria-label')) ?? ''
  expect(name).toMatch(/, \d{4}, (\d+ of \d+ half hours|nothing) free$/)
  await last.click()
  const [, weekday = '', month = '', date = ''] = /^(\w{3})\w*, (\w{3})\w* (\d+)/.exec(name) ?? []
  await expect(page.getByRole('heading', { name: `${weekday}, ${month} ${date}` })).toBeVisible()
  await expect(days.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
  expect((await request.get(page.url())).status()).toBe(200)
})

test('a schedule that does not load is tried three times, then said in red', { tag: '@desktop' }, async ({
  page,
  day,
  allowProblem,
}) => {
  allowProblem(/console: .*net::ERR_CONNECTION_REFUSED/)
  let tries = 0
  await page.route('**/api/schedule?*', (route) => {
    if (route.request().url().includes(day)) tries += 1
    return route.abort('connectionrefused')
  })
  const grid = cageGrid(page, day)
  await grid.open()
  const banner = page.getByRole('alert').filter({ hasText: 'Failed to load schedule: ' })
  await expect(banner).toContainText('We couldn’t reach the server.')
  expect(tries).toBeGreaterThanOrEqual(3)
  await expect(banner.getByRole('link', { name: 'Login or Sign Up to View Bookings' })).toHaveAttribute(
    'href',
    /^\/auth\?mode=login/,
  )

  await page.unroute('**/api/schedule?*')
  await banner.getByRole('button', { name: 'Try Again' }).click()
  await expect(banner).toBeHidden()
  await expect(grid.slot('Cage 1', '4:00 PM', 'available')).toBeVisible()
})

/** How long a page waits for an answer (web/api/client.ts). */
const longestReadMs = 8_000

test('a schedule that never answers is tried three times, then reported in red', {
  tag: '@desktop',
}, async ({ page, day }) => {
  await page.clock.install()
  let tries = 0
  await page.route('**/api/schedule?*', (route) => {
    if (route.request().url().includes(day)) tries += 1
  })
  await cageGrid(page, day).open()
  const banner = page.getByRole('alert').filter({ hasText: 'Failed to load schedule: ' })
  await expect.poll(() => tries).toBeGreaterThan(0)
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 100))
  // Second by second until the last try, and no further: a clock that runs on leads to another read.
  await expect(async () => {
    await page.clock.runFor(1_000)
    expect(tries).toBe(3)
  }).toPass({ intervals: [50] })
  await expect(banner).toBeHidden()
  await page.clock.runFor(longestReadMs)
  await expect(banner).toContainText('The server did not answer in time.')
  expect(tries).toBe(3)
  await page.unroute('**/api/schedule?*')
  await banner.getByRole('button', { name: 'Try Again' }).click()
  await expect(cageGrid(page, day).slot('Cage 1', '4:00 PM', 'available')).toBeVisible()
})

test('without a connection the page says so until it is back', { tag: '@phone' }, async ({
  page,
  day,
  allowProblem,
}) => {
  allowProblem(/console: (.*net::ERR_INTERNET_DISCONNECTED|Error: We couldn’t reach the server)/)
  const grid = cageGrid(page, day)
  const banner = page.getByText('You’re offline.')
  await grid.open()
  await expect(grid.slot('Cage 1', '4:00 PM', 'available')).toBeVisible()
  await page.context().setOffline(true)
  await expect(banner).toBeVisible()
  await page.getByRole('link', { name: 'Contact' }).last().click()
  const problem = page.getByRole('alert').filter({ hasText: 'This page did not load' })
  await expect(problem).toContainText('We couldn’t reach the server. Please check your connection')
  await expect(banner).toBeVisible()
  await page.context().setOffline(false)
  await expect(banner).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible()
})
