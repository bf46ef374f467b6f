import { expect, test } from './fixtures.ts'
import { mailedLink } from './mailbox.ts'
import { newEmail } from './people.ts'

test.use({ javaScriptEnabled: false })

test('an address without a page, and a page that needs scripts, say so at the top and lead on', {
  tag: ['@phone', '@desktop'],
}, async ({ page }) => {
  for (const [path, title] of [
    ['/nowhere', 'Page Not Found'],
    ['/account', 'Please Switch On JavaScript'],
    ['/unsubscribe', 'This Link Is Not Complete'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title }), path).toBeInViewport()
    await expect(page.getByRole('link', { name: /^Call \(\d{3}\)/ }), path).toBeInViewport()
  }
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('the link of a newsletter unsubscribes', { tag: '@phone' }, async ({ page, request }) => {
  const email = newEmail()
  await request.post('/api/unsubscribe/resend', { data: { email } })
  await page.goto(await mailedLink(request, email, /https?:\/\/[^\s"]+\/unsubscribe\?[^\s"<]+/))
  await expect(page.getByText(`No more news and offers to ${email}.`)).toBeInViewport()
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You’re Unsubscribed' })).toBeInViewport()
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
