import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { mailedLink } from './mailbox.ts'
import { newEmail } from './people.ts'

test.use({ javaScriptEnabled: false })

/** What is in place of the page. Playwright's roles and texts leave out what is in a `noscript`. */
const shown = (page: Page, selector: string) => page.locator(`.no-script ${selector}`)

test('an address without a page, and a page that needs scripts, say so at the top and lead on', {
  tag: ['@phone', '@quick'],
}, async ({ page, allowProblem }) => {
  allowProblem(/status of 404/)
  for (const [path, title] of [
    ['/nowhere', 'Page Not Found'],
    ['/account', 'Please Switch On JavaScript'],
    ['/unsubscribe', 'This Link Is Not Complete'],
  ] as const) {
    await page.goto(path)
    await expect(shown(page, 'h1'), path).toHaveText(title)
    await expect(shown(page, 'h1'), path).toBeInViewport()
    await expect(shown(page, 'a[href^="tel:"]'), path).toHaveText(/^Call \(\d{3}\)/)
    await expect(shown(page, 'a[href^="tel:"]'), path).toBeInViewport()
  }
  await shown(page, 'a[href="/"]').click()
  await expect(page).toHaveURL(/\/$/)
})

test('the link of a newsletter unsubscribes', { tag: '@phone' }, async ({ page, request }) => {
  const email = newEmail()
  await request.post('/api/unsubscribe/resend', { data: { email } })
  await page.goto(await mailedLink(request, email, /https?:\/\/[^\s"]+\/unsubscribe\?[^\s"<]+/))
  await expect(shown(page, 'p').first()).toHaveText(`No more news and offers to ${email}.`)
  await expect(shown(page, 'p').first()).toBeInViewport()
  await shown(page, 'button').click()
  await expect(shown(page, 'h1')).toHaveText('You’re Unsubscribed')
  await expect(shown(page, 'h1')).toBeInViewport()
})

test('a small window of a desktop browser has a table that scrolls in its frame, not one that is squeezed', {
  tag: '@desktop',
}, async ({ page, day }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(`/book-cage?date=${day}`)
  const cage = await page.getByRole('columnheader', { name: 'Cage 1', exact: true }).boundingBox()
  expect(cage?.width).toBeGreaterThanOrEqual(80)
  expect(cage?.height, 'its name stands on one line').toBeLessThan(60)
  const slot = page.getByRole('button', { name: /^Cage 1, .*4:00 PM, available/ })
  expect((await slot.boundingBox())?.width).toBeGreaterThanOrEqual(72)
})

test('the tiles of the home page lead to their day, and the membership is a table', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/')
  await page
    .getByRole('link', { name: /^\d+:\d0 [AP]M, \d cages? free, \$\d+ for (30 minutes|1 hour)$/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/book-cage\?date=\d{4}-\d\d-\d\d/)
  await page.goto('/membership')
  await expect(page.getByRole('row', { name: /^36 \$52\.01$/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /^4 −\$91\.99$/ })).toBeVisible()
})
