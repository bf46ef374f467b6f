import type { Page } from '@playwright/test'
import { expectAccessible as expectAccessibleIn } from './accessible.ts'
import { cageGrid } from './cageGrid.ts'
import { laterWeekday } from './facilityDays.ts'
import { expect, test } from './fixtures.ts'
import { signInAsDemo } from './people.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** The most visited pages: every width in both color schemes. */
const expectAccessible = (page: Page) =>
  expectAccessibleIn(
    page,
    [320, 1280].flatMap((width) =>
      (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
    ),
  )

test.describe('axe finds nothing, and nothing scrolls sideways', { tag: '@desktop' }, () => {
  test('on the home page', async ({ page }) => {
    await page.goto('/')
    await expect(heading(page, 'NOW OPEN')).toBeVisible()
    await expectAccessible(page)
  })

  test('on the home page of a customer', async ({ page }) => {
    await signInAsDemo(page.request, 'customer')
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Your Upcoming Sessions' })).toBeVisible()
    await expectAccessible(page)
  })

  test('on the reference of the API', async ({ page }) => {
    await page.goto('/api/docs#create-booking')
    await expect(page.locator('#create-booking')).toBeInViewport()
    // All operations have the same markup, and axe would take a minute for all of them.
    await page.evaluate(() => {
      for (const section of document.querySelectorAll('section:not(:has(#create-booking))')) section.remove()
    })
    await expect(page.getByRole('heading', { name: 'POST /api/bookings', exact: true })).toBeVisible()
    await expectAccessibleIn(page)
  })

  test('on the cage grid of a busy day', async ({ page }) => {
    await page.goto('/book-cage')
    await expect(
      page.getByRole('button', { name: /^Cage 1, .*, (available|booked|past)$/ }).first(),
    ).toBeVisible()
    await page.getByText('Pricing Breakdown').click()
    await expectAccessible(page)
  })

  test('on the cage grid with a selection', async ({ page, day }) => {
    const grid = cageGrid(page, day)
    await grid.open()
    await grid.choose('Cage 1', '4:00 PM')
    await expectAccessible(page)
  })

  test('with the confirm dialog open', async ({ page, customer, day }) => {
    expect(customer).not.toBe('')
    const grid = cageGrid(page, day)
    await grid.open()
    await grid.choose('Cage 1', '4:00 PM')
    await grid.choose('Cage 2', '4:00 PM')
    await grid.bookSelected.click()
    await expect(grid.dialogTitle).toBeFocused()
    await expectAccessible(page)
  })

  test('with the login dialog open', async ({ page, day }) => {
    await cageGrid(page, day).open()
    await cageGrid(page, day).bookSelected.click()
    await expect(page.getByRole('dialog', { name: 'Login Required' })).toBeVisible()
    await expectAccessible(page)
  })

  test('on a closed day', async ({ page, request }) => {
    await page.goto(`/book-cage?date=${await laterWeekday(request, 0)}`)
    await expect(page.getByRole('heading', { name: "We're Closed on Sundays" })).toBeVisible()
    await expectAccessible(page)
  })

  for (const [address, title] of [
    ['/auth?mode=login', 'Sign In'],
    ['/auth?mode=signup', 'Create Account'],
    ['/auth?mode=reset-password', 'Reset Password'],
    ['/auth#type=recovery', 'Set New Password'],
  ] as const) {
    test(`on '${title}'`, async ({ page }) => {
      await page.goto(address)
      await expect(heading(page, title)).toBeVisible()
      await expectAccessible(page)
    })
  }
})
