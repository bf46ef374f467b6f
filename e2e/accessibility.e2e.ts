import type { Locator, Page } from '@playwright/test'
import { expectAccessible as expectAccessibleIn } from './accessible.ts'
import { cageGrid } from './cageGrid.ts'
import { openHydrated } from './developmentBuild.ts'
import { laterWeekday, nextFreeDay } from './facilityDays.ts'
import { expect, test } from './fixtures.ts'
import { cutText, smallTargets, tabThrough } from './pageChecks.ts'
import { signInAsDemo } from './people.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** The most visited pages: contrast in both color schemes. */
const expectAccessible = (page: Page) =>
  expectAccessibleIn(page, [
    { width: 320, colorScheme: 'dark' },
    { width: 1280, colorScheme: 'light' },
  ])

/** The colors of a slot's edge and of what is on both sides of it. */
const colorsOf = (slot: Locator) =>
  slot.evaluate((cell) => {
    const { borderTopColor, backgroundColor } = getComputedStyle(cell)
    return {
      edge: borderTopColor,
      cell: backgroundColor,
      ground: getComputedStyle(document.body).backgroundColor,
    }
  })

/** The contrast of two colors as `rgb(…)` (WCAG 2.2, 'contrast ratio'). */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
    const share = Number(part) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test.describe('axe finds nothing, and nothing scrolls sideways', { tag: '@desktop' }, () => {
  test('on the pages that a visitor opens first, and with the login dialog open', async ({
    page,
    request,
  }) => {
    await page.goto('/')
    await expect(heading(page, 'NOW OPEN')).toBeVisible()
    await expectAccessible(page)
    for (const [address, title] of [
      ['/auth?mode=login', 'Sign In'],
      ['/auth?mode=signup', 'Create Account'],
      ['/auth?mode=reset-password', 'Reset Password'],
      ['/auth#type=recovery', 'Set New Password'],
    ] as const) {
      await test.step(title, async () => {
        await page.goto(address)
        await expect(heading(page, title)).toBeVisible()
        await expectAccessible(page)
      })
    }
    await page.goto(`/book-cage?date=${await laterWeekday(request, 0)}`)
    await expect(page.getByRole('heading', { name: "We're Closed on Sundays" })).toBeVisible()
    await expectAccessible(page)

    // After closing today has nothing to show.
    await openHydrated(page, `/book-cage?date=${await nextFreeDay(request)}`)
    const free = page.locator('[data-cell][data-state="Available"]').first()
    await free.click()
    await expect(page.getByRole('region', { name: 'Your selection' })).toContainText('1 slot')
    await page.getByText('Pricing Breakdown').click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Book Selected' }).click()
    await expect(page.getByRole('dialog', { name: 'Login Required' })).toBeVisible()
    await expectAccessible(page)
  })

  test('for a customer at home and with the confirm dialog open', async ({ page, day }) => {
    await signInAsDemo(page.request, 'customer')
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Your Upcoming Sessions' })).toBeVisible()
    await expectAccessible(page)
    const grid = cageGrid(page, day)
    await grid.open()
    await grid.choose('Cage 1', '4:00 PM')
    await grid.choose('Cage 2', '4:00 PM')
    await grid.bookSelected.click()
    await expect(grid.dialogTitle).toBeFocused()
    await expectAccessible(page)
  })

  test('on the reference of the API', async ({ page }) => {
    await page.goto('/api/docs')
    await page.getByRole('searchbox', { name: 'Find operations' }).fill('move booking')
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByRole('link', { name: 'Move an own cage booking' }).click()
    await expect(page.locator('#move-booking')).toBeInViewport()
    await expectAccessibleIn(page)
    await page.setViewportSize({ width: 320, height: 568 })
    for (const path of ['/api/docs', '/api/docs/payments']) {
      await page.goto(path)
      expect(await page.evaluate(smallTargets, 44), path).toEqual([])
      expect(await page.evaluate(cutText), path).toEqual([])
      expect((await tabThrough(page)).problems, path).toEqual([])
    }
  })
})

test('what is chosen in the grid moves nothing, and slots have an edge of 3 : 1', {
  tag: '@desktop',
}, async ({ page, day }) => {
  const grid = cageGrid(page, day)
  await grid.open()
  async function heights() {
    const all = []
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      all.push((await grid.selection.boundingBox())?.height)
    }
    return all
  }
  await expect(grid.slot('Cage 1', '4:00 PM', 'available')).toBeVisible()
  const empty = await heights()
  await grid.choose('Cage 1', '4:00 PM')
  // What is chosen moves nothing under the finger.
  expect(await heights()).toEqual(empty)
  const available = grid.slot('Cage 1', '4:30 PM', 'available')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const { edge, cell, ground } = await colorsOf(available)
    expect(contrast(edge, cell), colorScheme).toBeGreaterThanOrEqual(3)
    expect(contrast(edge, ground), colorScheme).toBeGreaterThanOrEqual(3)
  }
  await page.emulateMedia({ forcedColors: 'active' })
  const chosen = await colorsOf(grid.slot('Cage 1', '4:00 PM', 'selected'))
  expect(contrast(chosen.cell, (await colorsOf(available)).cell)).toBeGreaterThanOrEqual(3)
})
