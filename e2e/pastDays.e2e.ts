import { signInAsWorkingCoach } from './coachAccount.ts'
import { expect, test } from './fixtures.ts'

test.describe('a link to a day that is over', () => {
  test('says so on Book Cage and shows a day that can be booked, until another one is chosen', {
    tag: '@desktop',
  }, async ({ page }) => {
    await page.goto('/book-cage?date=2026-01-06')
    const note = page.getByText(/^Tue, Jan 6 is over\. Here is \w{3}, \w{3} \d+\.$/)
    await expect(note).toBeVisible()
    await expect(page).not.toHaveURL(/2026-01-06/)
    await page.getByRole('link', { name: 'Next day' }).click()
    await expect(note).toHaveCount(0)
  })

  test('says so where a lesson is booked', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/coaches')
    const book = page.getByRole('main').getByRole('link', { name: /Book/ }).first()
    const [path] = ((await book.getAttribute('href')) ?? '').split('?')
    await page.goto(`${path}?date=2026-01-06`)
    await expect(page.getByText(/^Tue, Jan 6 is over\. Here is /)).toBeVisible()
  })

  test('says so to a coach who opens it in the portal', { tag: '@phone' }, async ({ page, openBrowser }) => {
    const admin = await openBrowser()
    await signInAsWorkingCoach(page, admin.request)
    await page.goto('/coach-dashboard?tab=book-client&day=2026-01-06')
    await expect(page.getByText(/^Tue, Jan 6 is over\. Here is /)).toBeVisible()
    await expect(page.getByRole('grid')).toBeVisible()
  })
})
