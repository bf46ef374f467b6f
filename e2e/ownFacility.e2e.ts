import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { signInAsDemo } from './people.ts'

// What the server does then has a test of its own (server/ownFacility.endurance.test.ts), and so has what follows (ownerSetup).
test('an admin of the demo starts an own facility, and is led to its first page once it is up', {
  tag: '@desktop',
}, async ({ page, allowProblem }) => {
  // The server is away for a moment.
  allowProblem(/console: .*ERR_/)
  await page.route('**/api/own-facility', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { possible: true } })
      : route.fulfill({ status: 204 }),
  )
  let asked = 0
  await page.route('**/api/setup', (route) => {
    asked += 1
    return asked < 3 ? route.abort('connectionrefused') : route.fulfill({ json: { open: true } })
  })
  await signInAsDemo(page.request, 'desk')
  await page.goto('/admin/dashboard')
  await expect(page.getByText('log in as an admin of the demo')).toBeVisible()
  await signInAsDemo(page.request, 'admin')
  await page.reload()
  await page.getByRole('button', { name: 'Start Your Own Facility' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start your own facility?' })
  await expect(dialog).toContainText('The demo stays whole')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Start My Facility' }).click()
  await expect(dialog.getByRole('status')).toHaveText('Starting your facility…')
  await expect(page).toHaveURL(/\/setup$/)
  await expect(page.getByLabel('One-time Code')).toBeVisible()
  expect(asked).toBeGreaterThanOrEqual(3)
})
