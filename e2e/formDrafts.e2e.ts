import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { signInAsDemo } from './people.ts'

const KEY = 'global_form_data'
const draftOf = (page: Page) => page.evaluate((key) => localStorage.getItem(key), KEY)
const expectDraft = (page: Page, part: string) =>
  expect.poll(() => draftOf(page), { timeout: 15_000 }).toContain(part)
const note = (page: Page) => page.getByText('Restored what you typed.')
const message = (page: Page) => page.getByLabel('Message', { exact: true })

test('what was typed comes back after a reload, only on the same page, until it is sent or cleared', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/contact')
  await page.getByLabel('Name').fill('Robin Batter')
  await page.getByLabel('Phone').fill('(409) 555-0100')
  await page.getByLabel('Subject').selectOption({ label: 'Team training' })
  await message(page).fill('Do you have room for two teams?')
  await expectDraft(page, 'two teams')
  expect(await draftOf(page)).not.toContain('website')

  await page.goto('/auth?mode=signup')
  await expect(page.getByLabel('Full Name')).toHaveValue('')
  await expect(note(page)).toBeHidden()

  await page.goto('/contact')
  await expect(note(page)).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Robin Batter')
  await expect(page.getByLabel('Subject')).toHaveValue('team-training')
  await expect(message(page)).toHaveValue('Do you have room for two teams?')

  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(message(page)).toHaveValue('')
  await expect(note(page)).toBeHidden()
  expect(await draftOf(page)).toBeNull()

  await page.getByLabel('Name').fill('Robin Batter')
  await page.getByLabel('Phone').fill('(409) 555-0100')
  await page.getByLabel('Subject').selectOption({ label: 'Team training' })
  await message(page).fill('And for three?')
  await expectDraft(page, 'And for three?')
  await page.reload()
  await expect(message(page)).toHaveValue('And for three?')
  // React knows of what was restored: it is what is sent.
  const sent = page.waitForRequest('**/api/contact')
  await page.getByRole('button', { name: 'Send Message' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ name: 'Robin Batter', message: 'And for three?' })
  await expect(page.getByRole('heading', { name: 'MESSAGE SENT!' })).toBeVisible()
  await expect.poll(() => draftOf(page)).toBeNull()
})

test('name and phone of the profile are restored together, or not at all', {
  tag: ['@desktop', '@quick'],
}, async ({ page, customer }) => {
  expect(customer).not.toBe('')
  const edit = page.getByRole('button', { name: 'Edit profile' })
  const name = page.getByLabel('Full Name')
  const phone = page.getByLabel('Phone (optional)')
  await page.goto('/account?tab=profile')
  await edit.click()
  await name.fill('Robin Newname')
  await phone.fill('(409) 555-0102')
  await expectDraft(page, 'Robin Newname')
  // Typed since the draft was last saved, and saved as the page is left.
  await phone.fill('(409) 555-0103')
  await page.reload()
  await edit.click()
  await expect(note(page)).toBeVisible()
  await expect(name).toHaveValue('Robin Newname')
  await expect(phone).toHaveValue('(409) 555-0103')

  await page.request.patch('/api/me/profile', { data: { full_name: 'Robin Elsewhere' } })
  await page.reload()
  await edit.click()
  await expect(name).toHaveValue('Robin Elsewhere')
  await expect(phone).toHaveValue('')
})

test('a password is never kept, whether it is shown or not', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/auth?mode=signup')
  const form = page.getByRole('form', { name: 'Create Account' })
  await form.getByLabel('Full Name').fill('Robin Batter')
  await form.getByLabel('Email').fill('robin@example.test')
  await form.getByLabel('Password', { exact: true }).fill('curve-ball-81')
  await form.getByLabel('Confirm Password').fill('curve-ball-81')
  await form.getByRole('button', { name: 'Show password' }).first().click()
  await expectDraft(page, 'robin@example.test')
  expect(await draftOf(page)).not.toContain('curve-ball')

  await page.reload()
  await expect(form.getByLabel('Full Name')).toHaveValue('Robin Batter')
  await expect(form.getByLabel('Password', { exact: true })).toHaveValue('')
})

test('signing out forgets what was typed, in every tab', { tag: '@desktop' }, async ({ page, customer }) => {
  const other = await page.context().newPage()
  await other.clock.install()
  await other.goto('/contact')
  await other.getByLabel('Name').fill('In the other tab')
  await expectDraft(other, 'In the other tab')

  await page.goto('/contact')
  await page.getByLabel('Name').fill(customer)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(other.getByRole('link', { name: 'Login' })).toBeVisible()
  await other.clock.runFor(10_000)
  expect(await draftOf(other)).toBeNull()
})

test('a staff page has no draft: none is made there, and that of the site ends', { tag: '@desktop' }, async ({
  page,
}) => {
  await signInAsDemo(page.request, 'desk')
  await page.goto('/contact')
  await page.getByLabel('Name').fill('Robin Batter')
  await expectDraft(page, 'Robin Batter')
  await page.clock.install()

  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  expect(await draftOf(page)).toBeNull()
  await page.evaluate(() => {
    const form = document.createElement('form')
    form.innerHTML = '<input name="customer" aria-label="Customer">'
    document.querySelector('main')?.append(form)
  })
  await page.getByLabel('Customer').fill('Jordan Reyes')
  // Longer than a draft on the site takes.
  await page.clock.runFor(20_000)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  expect(await draftOf(page)).toBeNull()
})
