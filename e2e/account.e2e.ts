import { expect, test } from './fixtures.ts'
import { signInAsDemo } from './people.ts'

test('every tab of a customer is there', async ({ page }) => {
  await signInAsDemo(page.request, 'customer')
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Upcoming Lessons' })).toBeVisible()
})
