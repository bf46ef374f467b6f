import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { signInAsDemo } from './people.ts'

test('an admin sees how everything is, on a line each, and keeps it while the server cannot be reached', {
  tag: '@phone',
}, async ({ page, context, allowProblem }) => {
  allowProblem(/ERR_INTERNET_DISCONNECTED|Failed to load resource/)
  await signInAsDemo(page.request, 'admin')
  await page.goto('/admin/settings?section=health')
  const list = page.getByRole('region', { name: 'How everything is' })
  for (const part of ['Database', 'Disk', 'Backup', 'Mail', 'Payments', 'Scheduled Work', 'Certificate'])
    await expect(list.getByRole('listitem').filter({ hasText: part }).first()).toBeVisible()
  await expect(list.getByText(/^PostgreSQL \d/)).toBeVisible()
  await expect(list.getByRole('listitem').filter({ hasText: 'BACKUP_TO' })).toContainText('Not set up')
  await expect(page.getByRole('region', { name: 'Last Errors' })).toContainText(/Dugout \d+\.\d+\.\d+/)
  await expectAccessible(page)

  await context.setOffline(true)
  await expect(page.getByText(/You’re offline\. This is how it was at/)).toBeVisible()
  await expect(list.getByText(/^PostgreSQL \d/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/You’re offline\./)).toBeHidden()
})
