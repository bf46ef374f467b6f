import type { APIRequestContext, CDPSession, Page } from '@playwright/test'
import { cageGrid } from './cageGrid.ts'
import { expect, test } from './fixtures.ts'
import {
  coveredByToast,
  cutText,
  fieldsWithoutHelp,
  helpInOrder,
  pinnedShare,
  setTextSpacing,
  smallTargets,
  tabThrough,
  toldByLook,
  untilDrawn,
} from './pageChecks.ts'
import { signInAsDemo } from './people.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** The address of the first of a list, with its page's title. */
async function firstOf(request: APIRequestContext, list: string, parent: string): Promise<[string, string]> {
  const [first] = (await (await request.get(`/api/${list}`)).json()) as { id: string; name: string }[]
  if (!first) throw new Error(`No ${list} in the demo`)
  return [`${parent}/${first.id}`, parent === '/book-coach' ? `Lessons with ${first.name}` : first.name]
}

/** Every page that a visitor can open, with its title. */
const visitorPages = async (request: APIRequestContext): Promise<[string, string][]> => [
  ['/', ''],
  ['/book-cage', 'Book Cage'],
  ['/coaches', 'Coaches'],
  await firstOf(request, 'coaches', '/book-coach'),
  ['/camps', 'Camps'],
  await firstOf(request, 'camps', '/camps'),
  ['/classes', 'Classes'],
  await firstOf(request, 'classes', '/classes'),
  ['/membership', 'Membership'],
  ['/contact', 'Contact'],
  ['/terms', 'Terms and Conditions'],
  ['/auth?mode=login', 'Sign In'],
  ['/auth?mode=signup', 'Create Account'],
  ['/auth?mode=reset-password', 'Reset Password'],
  ['/auth#type=recovery', 'Set New Password'],
  ['/unsubscribe', 'Unsubscribe'],
  ['/confirm-email', 'Confirm Email'],
  ['/family-invitation', 'Family Invitation'],
  ['/sign-waiver', 'Sign Waiver'],
  ['/invitation', 'Invitation'],
]

const accountPages: [string, string][] = [
  ['/account', 'My Account'],
  ...['Classes', 'Lessons', 'Bookings', 'Camps', 'Payments', 'Profile'].map((tab): [string, string] => [
    `/account?tab=${tab.toLowerCase()}`,
    `${tab} · My Account`,
  ]),
]

/** As a person's setting of the browser: media queries in em follow it. 16 px is every browser's default. */
const setTextSize = (devtools: CDPSession, pixels: number) =>
  devtools.send('Page.setFontSizes', { fontSizes: { standard: pixels } })

/** Sizes the window, and waits until what depends on its size has been drawn again. */
async function resize(page: Page, [width, height]: readonly [number, number]): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.evaluate(untilDrawn)
}

const sizes = [
  [1280, 800],
  [390, 844],
  [320, 568],
] as const

/** The desk's pages, as an admin sees them, who sees the most. */
const staffPages: [string, string][] = [
  ['/admin/dashboard', 'Dashboard'],
  ['/admin/schedule', 'Schedule'],
  ['/admin/bookings', 'Bookings'],
  ['/admin/users', 'Users'],
  ['/admin/coaches', 'Coaches'],
  ['/admin/camps', 'Camps'],
  ['/admin/classes', 'Classes'],
  ['/admin/membership', 'Membership'],
  ['/admin/payments', 'Payments'],
  ['/admin/close-day', 'Close Day'],
  ['/admin/reports', 'Reports'],
  ['/admin/reports/sales', 'Sales Report'],
  ['/admin/messages', 'Messages'],
  ['/admin/audit-log', 'Audit Log'],
  ['/admin/help', 'Help'],
  ['/admin/settings', 'Settings'],
]

const coachPages: [string, string][] = [
  ['/coach-dashboard', 'Coach Dashboard'],
  ['/coach-dashboard?tab=bookings', 'Bookings'],
  ['/coach-dashboard?tab=book-client', 'Book Client'],
  ['/coach-dashboard?tab=availability', 'Availability'],
  ['/coach-help', 'Help'],
]

/**
 * Opens each page once and checks it at several sizes: its title; each stop of Tab in view and under nothing pinned;
 * targets of 44 px on phones and 24 elsewhere; no sideways scrolling and no cut text, with text of 200 % and with wide
 * spacing too, nor on a phone's side; on a desktop at 400 % bars leave half of the screen free. Help is always in the same
 * places.
 */
async function checkPages(page: Page, pages: readonly [string, string][]): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  let help: string[] | undefined
  for (const [address, title] of pages) {
    // Between two addresses that differ only by their hash nothing would load.
    await page.goto('about:blank')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 }).first(), address).toBeVisible()
    await expect(page, address).toHaveTitle(
      title ? `${title} · Golden Triangle Batting Cages` : 'Golden Triangle Batting Cages',
    )
    await expect(page.locator('[aria-busy=true]'), address).toHaveCount(0)
    help ??= await page.evaluate(helpInOrder)
    expect.soft(await page.evaluate(helpInOrder), address).toEqual(help)
    for (const size of sizes) {
      const [width] = size
      const where = `${address} at ${width} px`
      await resize(page, size)
      // Between the narrowest phone and a desktop only a bar's height matters.
      if (width !== 390 || (await page.locator('[data-pinned-bar]').count()) > 0) {
        const { stops, problems } = await tabThrough(page)
        expect.soft(problems, where).toEqual([])
        expect(stops, where).toBeGreaterThan(5)
      }
      expect.soft(await page.evaluate(cutText), where).toEqual([])
      expect.soft(await page.evaluate(smallTargets, width < 1280 ? 44 : 24), where).toEqual([])
    }
    await page.evaluate(setTextSpacing, true)
    // Another machine draws the same font some hundredths wider: at 320 px there must be room for it.
    for (const size of [...sizes, [312, 568], [844, 390]] as const) {
      await resize(page, size)
      expect.soft(await page.evaluate(cutText), `${address} at ${size[0]} px, wide spacing`).toEqual([])
    }
    await page.evaluate(setTextSpacing, false)
    // As 1280 × 1024 at 400 %.
    await resize(page, [320, 256])
    expect.soft(await page.evaluate(cutText), `${address} at 400 %`).toEqual([])
    expect.soft(await page.evaluate(pinnedShare), `${address} at 400 %`).toBeLessThan(0.5)
    await setTextSize(devtools, 32)
    for (const size of sizes) {
      await resize(page, size)
      expect.soft(await page.evaluate(cutText), `${address} at ${size[0]} px, text of 200 %`).toEqual([])
    }
    // Header and bar leave two thirds of a phone to the page.
    await resize(page, [390, 844])
    expect.soft(await page.evaluate(pinnedShare), `${address}, text of 200 %`).toBeLessThan(1 / 3)
    await setTextSize(devtools, 16)
  }
}

test.describe('every page, whole', { tag: ['@desktop', '@monday'] }, () => {
  // Two of these walks take minutes: one worker after the other would keep the suite waiting.
  test.describe.configure({ mode: 'parallel' })

  test('of a visitor', async ({ page, allowProblem }) => {
    test.slow()
    // A mailed link without its secret.
    allowProblem(/console: .*status of 400/)
    await checkPages(page, await visitorPages(page.request))
  })

  test('of an account', async ({ page }) => {
    await signInAsDemo(page.request, 'customer')
    await checkPages(page, accountPages)
  })

  test('of the back office', async ({ page }) => {
    test.slow()
    await signInAsDemo(page.request, 'admin')
    await checkPages(page, staffPages)
  })

  test('of a coach', async ({ page }) => {
    await signInAsDemo(page.request, 'coach')
    await checkPages(page, coachPages)
  })

  test('fields about a person say so, and take what is pasted or filled in by a password manager', async ({
    page,
  }) => {
    for (const address of [
      '/auth?mode=login',
      '/auth?mode=signup',
      '/auth?mode=reset-password',
      '/contact',
    ]) {
      await page.goto(address)
      await expect(page.getByRole('main').getByRole('textbox').first(), address).toBeVisible()
      expect.soft(await page.evaluate(fieldsWithoutHelp), address).toEqual([])
    }
  })

  test('a toast is in the dialog that is open, covers none of it, and is closed by keyboard', async ({
    page,
    customer,
    day,
  }) => {
    expect(customer).not.toBe('')
    const grid = cageGrid(page, day)
    const toast = grid.toast('Please select at least one time slot.')
    await grid.open()
    await grid.bookSelected.click()
    await expect(toast).toBeVisible()
    // It stays while it is pointed at.
    await grid.choose('Cage 1', '4:00 PM')
    await grid.bookSelected.click()
    await expect(grid.dialogTitle).toBeFocused()
    await expect(grid.dialog.getByRole('status').filter({ hasText: 'Please select' })).toBeVisible()
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      const where = `${width} px`
      expect.soft(await page.evaluate(coveredByToast), where).toEqual([])
      expect.soft(await page.evaluate(cutText), where).toEqual([])
      if (width < 1280) expect.soft(await page.evaluate(smallTargets, 44), where).toEqual([])
      await toast.hover()
    }
    await grid.dialogTitle.focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(toast.getByRole('button', { name: 'Dismiss' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(toast).toBeHidden()
    await expect(grid.dialog.getByRole('button', { name: 'Close' })).toBeFocused()

    // When the dialog is closed, it goes on outside, and is not announced again.
    await page.keyboard.press('Escape')
    await expect(grid.dialog).toBeHidden()
    await grid.slot('Cage 1', '4:00 PM', 'selected').click()
    await grid.bookSelected.click()
    await expect(toast).toBeVisible()
    await grid.choose('Cage 1', '4:00 PM')
    await grid.bookSelected.click()
    await expect(grid.dialogTitle).toBeFocused()
    await toast.hover()
    // A screen reader has announced it by then.
    await page.waitForTimeout(1_000)
    const afterwards = await toast.evaluateHandle((element) => {
      const dialog = element.closest('[role=dialog]')
      const closed = new Promise((tell) => {
        new MutationObserver(() => {
          if (dialog?.isConnected) return
          tell([element.isConnected, document.querySelectorAll('[data-toast]').length, element.ariaLive])
        }).observe(document.body, { childList: true, subtree: true })
      })
      return { closed }
    })
    await page.keyboard.press('Escape')
    expect(await afterwards.evaluate(({ closed }) => closed)).toEqual([true, 1, 'off'])
  })

  test('forced colors show what is chosen', async ({ page, day }) => {
    const [coach] = await firstOf(page.request, 'coaches', '/book-coach')
    const expectTold = async (least: number) => {
      await page.emulateMedia({ forcedColors: 'none' })
      const own = await page.evaluate(toldByLook)
      expect(own.length).toBeGreaterThanOrEqual(least)
      await page.emulateMedia({ forcedColors: 'active' })
      expect(await page.evaluate(toldByLook)).toEqual(own)
    }
    const grid = cageGrid(page, day)
    await grid.open()
    await grid.choose('Cage 1', '4:00 PM')
    // The page of the menu, the day, the slot, the color scheme.
    await expectTold(4)
    await page.goto(coach)
    await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible()
    const duration = page.getByRole('radio', { name: /^30 min/ })
    await duration.click()
    await expect(duration).toBeChecked()
    await expectTold(3)
    await signInAsDemo(page.request, 'customer')
    await page.goto('/account?tab=lessons')
    await expect(page.getByRole('tab', { name: 'Lessons' })).toHaveAttribute('aria-selected', 'true')
    await expectTold(2)
    // In the back office: the tab, the section, today.
    await signInAsDemo(page.request, 'admin')
    await page.goto('/admin/settings')
    await expect(page.getByRole('tab', { name: 'Facility' })).toHaveCSS('forced-color-adjust', 'none')
    const section = page.getByRole('link', { name: 'Name & Contact' })
    await expect(section).toHaveCSS('outline-style', 'solid')
    await page.goto('/admin/schedule?view=month')
    await expect(page.locator('main [aria-current="date"]')).toHaveCSS('forced-color-adjust', 'none')
    // A switch has an edge, and is on by more than its background.
    await signInAsDemo(page.request, 'coach')
    await page.goto('/coach-dashboard?tab=availability')
    const track = page.locator('input:checked + .mantine-Switch-track').first()
    await expect(track).toHaveCSS('border-top-style', 'solid')
    await expect(track).toHaveCSS('forced-color-adjust', 'none')
  })
})
