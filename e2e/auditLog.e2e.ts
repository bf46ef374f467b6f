import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { signInAsDemo } from './people.ts'

test('an admin finds who changed what, by keyboard, with previous and new values', {
  tag: ['@desktop', '@quick'],
}, async ({ page }) => {
  await signInAsDemo(page.request, 'admin')
  const users = await page.request.get('/api/admin/users?search_query=desk@demo.dugout.test')
  const [desk] = (await users.json()).items
  const note = await page.request.post(`/api/admin/people/${desk.id}/notes`, {
    data: { body: 'Likes cage 2.' },
    headers: { 'Idempotency-Key': crypto.randomUUID() },
  })
  expect(note.status()).toBe(201)
  await page.goto('/admin/audit-log')
  await expect(page.getByRole('heading', { level: 1, name: 'Audit Log' })).toBeVisible()
  const rows = page.locator('[data-open]')
  await expect(rows.first()).toBeVisible()
  await expect(page.getByText('50 entries shown')).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText([
    ...['Time', 'Action', 'Table', 'User', 'Description', 'Details'],
  ])
  await page.getByRole('button', { name: 'Load More' }).click()
  await expect(page.getByText('100 entries shown')).toBeVisible()

  await page.getByLabel('Table', { exact: true }).selectOption('Note on a person')
  await page.getByLabel('Action', { exact: true }).selectOption('Created')
  await page.getByRole('searchbox', { name: 'Search the audit log' }).fill((await note.json()).id)
  await expect(page).toHaveURL(/table=person_notes.*action=INSERT/)
  // The search follows half a second after the last key.
  await expect(page).toHaveURL(/search=/)
  await expect(page.getByText('1 shown', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await rows.first().focus()
  await page.keyboard.press('Enter')
  const details = page.getByRole('dialog', { name: 'Audit Log Details' })
  await expect(details.getByRole('row', { name: /^Body Not shown/ })).toBeVisible()
  await expect(details.getByText('Timestamp')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(rows.first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(details.getByText('Timestamp')).toBeVisible()
  await expectAccessible(page)
  await page.goBack()

  await page.getByLabel('Source', { exact: true }).selectOption('System')
  await expect(page.getByText('No audit logs found matching the current filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page.getByText('100 entries shown')).toBeVisible()
})
