import { signInAsWorkingCoach } from './coachAccount.ts'
import { expect, test } from './fixtures.ts'

test('a link to a day that is over says so where a lesson is booked, and to a coach who opens it in the portal', {
  tag: '@phone',
}, async ({ page, request }) => {
  await page.goto('/coaches')
  const book = page.getByRole('main').getByRole('link', { name: /Book/ }).first()
  const [path] = ((await book.getAttribute('href')) ?? '').split('?')
  await page.goto(`${path}?date=2026-01-06`)
  await expect(page.getByText(/^Tue, Jan 6 is over\. Here is /)).toBeVisible()

  await signInAsWorkingCoach(page, request)
  await page.goto('/coach-dashboard?tab=book-client&day=2026-01-06')
  await expect(page.getByText(/^Tue, Jan 6 is over\. Here is /)).toBeVisible()
  await expect(page.getByRole('grid')).toBeVisible()
})
