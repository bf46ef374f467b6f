import { readFile } from 'node:fs/promises'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { signInAsDemo } from './people.ts'

const headings = ['Customer', 'Email', 'Mobile', 'Child', 'Membership']

/** Forty customers as a spreadsheet copies them, three of them with a mistake. */
function fortyCustomers(): string {
  const rows = Array.from({ length: 40 }, (_, index) => [
    ...[`Pasted Customer ${index}`, `Pasted.${index}@example.com`.toLowerCase(), `(409) 555-${1000 + index}`],
    ...[index % 2 ? `Pasted Kid ${index}` : '', index % 5 ? '' : 'Gold'],
  ])
  rows[4]?.splice(0, 1, '')
  rows[17]?.splice(1, 1, 'not an email')
  rows[30]?.splice(2, 1, '555')
  return [headings, ...rows].map((row) => row.join('\t')).join('\n')
}

test('an owner pastes forty customers with three bad rows, gets those back, and undoes the import', {
  tag: ['@desktop', '@quick'],
}, async ({ page }) => {
  await signInAsDemo(page.request, 'admin')
  await page.goto('/admin/users')
  await page.getByRole('link', { name: 'Import' }).click()
  await expect(page.getByRole('heading', { name: 'Import People' })).toBeVisible()
  await page.getByLabel('Or Paste From a Spreadsheet').click()
  // A person pastes; a field that a script fills may not take what is pasted.
  await page.evaluate((text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    document.execCommand('insertText', false, data.getData('text/plain'))
  }, fortyCustomers())
  await page.getByRole('button', { name: 'Check Pasted Rows' }).click()

  await expect(page.getByRole('listitem').filter({ hasText: '37 new' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: '3 to fix' })).toBeVisible()
  await expect(page.getByText('Customer: Enter a name.')).toBeVisible()
  await expect(page.getByText('Email: Enter an email, like pat@example.com.')).toBeVisible()
  await expect(page.getByText('Mobile: Please enter a real phone number, e.g. (409) 555-0123.')).toBeVisible()
  await expectAccessible(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download 3 Rows to Fix' }).click(),
  ])
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines.map((line) => line.split(',')[0])).toEqual(['\uFEFFRow', '6', '19', '32'])

  await page.getByRole('button', { name: 'Import 37 Rows' }).click()
  await expect(page.getByText('37 rows imported')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('No one was emailed.')).toBeVisible()
  await page.goto(`/admin/users?search=Pasted Customer 0`)
  await expect(page.getByText(`Pasted Customer 0`).first()).toBeVisible()

  await page.goBack()
  await page.getByRole('button', { name: 'Undo Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Undo this import?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Undo Import' }).click()
  await expect(page.getByText(/^Undone .* What it added is gone\.$/)).toBeVisible({ timeout: 20_000 })
  await page.goto(`/admin/users?search=Pasted`)
  await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible()
})
