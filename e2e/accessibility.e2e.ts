import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { cageGrid } from './cageGrid.ts'
import { laterWeekday } from './facilityDays.ts'
import { expect, test } from './fixtures.ts'
import { signInAsDemo } from './people.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Looks at the page as it is, in light and dark, at 320 px and 1280 px. */
async function expectAccessible(page: Page) {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // The site has no frames: the mode that looks into them would open one more page each time.
      const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
      const { violations } = await axe.analyze()
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })),
      )
      expect(found, `${width} px, ${colorScheme}`).toEqual([])
    }
    const overflow = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
    expect(overflow, `sideways scrolling at ${width} px`).toBeLessThanOrEqual(0)
  }
}

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
    await expect(grid.payOnArrival).toBeFocused()
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
