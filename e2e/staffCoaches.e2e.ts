import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { createCustomer, newEmail, signInAsDemo } from './people.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const row = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function openCoaches(page: Page) {
  await page.goto('/admin/coaches')
  await expect(page.getByRole('heading', { level: 1, name: 'Coaches' })).toBeVisible()
  await expect(row(page, 'Marcus Delgado')).toBeVisible()
}

async function act(page: Page, coach: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${coach}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('edits a coach; what the server refuses stands at its field', { tag: ['@desktop', '@quick'] }, async ({
  page,
  allowProblem,
}) => {
  allowProblem(/400/)
  await signInAsDemo(page.request, 'admin')
  await openCoaches(page)
  await expectAccessible(page)
  await act(page, 'Tasha Broussard', 'Edit Coach')
  const form = page.getByRole('form', { name: 'Edit coach' })
  await form.getByLabel('Hourly Rate').fill('-5')
  await form.getByRole('button', { name: 'Save Coach' }).click()
  await expect(form.getByText('Enter a price, like 24 or 24.50.')).toBeVisible()
  await expect(form.getByLabel('Hourly Rate')).toBeFocused()
  await form.getByLabel('Hourly Rate').fill('$62.50')
  await form.getByLabel('Phone').fill('1234567')
  await form.getByRole('button', { name: 'Save Coach' }).click()
  await expect(form.getByText('Please enter a real phone number')).toBeVisible()
  await expect(form.getByLabel('Phone')).toBeFocused()
  await form.getByLabel('Phone').fill('409 555 0188')
  await form.getByLabel('Specialties').fill(' Hitting,  Mental Game ,')
  const email = newEmail()
  await form.getByLabel('Email').fill(email)
  await form.getByRole('button', { name: 'Save Coach' }).click()
  await expect(form).toBeHidden()
  // The coach's address, and that of the account.
  await expect(page.getByText(email, { exact: true }).first()).toBeVisible()

  await row(page, 'Tasha Broussard').click()
  const details = dialog(page, 'Coach Details')
  await expect(details.getByText('Hitting, Mental Game')).toBeVisible()
  await expect(details.getByText('$62.50')).toBeVisible()
  await expect(details.getByText('(409) 555-0188')).toBeVisible()
  await expect(details.getByRole('heading', { name: 'Lessons Still to Come' })).toBeVisible()
  await expectAccessible(page)
})

test('links a coach to another account, chosen by keyboard', { tag: '@desktop' }, async ({
  page,
  allowProblem,
}) => {
  allowProblem(/409/)
  await signInAsDemo(page.request, 'admin')
  const email = await createCustomer(page.request)
  await openCoaches(page)
  await act(page, 'Ray Whitfield', 'Edit Coach')
  const form = page.getByRole('form', { name: 'Edit coach' })
  const picker = form.getByRole('combobox', { name: 'Linked Account' })
  await picker.fill('alex prudhomme')
  // While nobody is chosen the form is not sent with whom it had before.
  await picker.press('Enter')
  await expect(form.getByRole('option')).toHaveText([/Alex Prudhomme/])
  await picker.press('ArrowDown')
  await expect(picker).toHaveAttribute('aria-activedescendant', /./)
  await picker.press('Enter')
  await expect(picker).toHaveValue('Alex Prudhomme')
  await form.getByRole('button', { name: 'Save Coach' }).click()
  await expect(form.getByText('This account belongs to the desk or to an admin.')).toBeVisible()

  // Typing again after a choice names no option until an arrow key does.
  await picker.fill(email)
  await expect(picker).not.toHaveAttribute('aria-activedescendant')
  await expect(form.getByRole('option', { name: email })).toBeVisible()
  await picker.press('ArrowDown')
  const chosen = await form.getByRole('option', { name: email }).getAttribute('id')
  await expect(picker).toHaveAttribute('aria-activedescendant', chosen ?? 'none')
  await expectAccessible(page)
  await picker.press('Enter')
  await form.getByRole('button', { name: 'Save Coach' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('row', { name: /Ray Whitfield/ })).toContainText(email)
})

test('shows partial data where the full profile cannot be loaded, and keeps the rest', {
  tag: '@desktop',
}, async ({ page, allowProblem }) => {
  allowProblem(/500|404/)
  await signInAsDemo(page.request, 'admin')
  await openCoaches(page)
  await page.route(/\/api\/admin\/coaches\/[0-9a-f-]{36}$/, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ status: 500, json: { code: 'internal', message: 'It broke' } })
      : route.continue(),
  )
  await act(page, 'Marcus Delgado', 'Edit Coach')
  const edit = dialog(page, 'Edit Coach')
  await expect(
    edit.getByText('Failed to load full coach profile: It broke. Showing partial data.'),
  ).toBeVisible()
  await expect(edit.getByLabel('Bio')).toBeHidden()
  await edit.getByLabel('Phone').fill('(409) 555-0121')
  await edit.getByRole('button', { name: 'Save Coach' }).click()
  await expect(edit).toBeHidden()
  const coaches = await (await page.request.get('/api/coaches')).json()
  const marcus = coaches.find(({ name }: { name: string }) => name === 'Marcus Delgado')
  expect(marcus.specialties.length).toBeGreaterThan(0)
})

test('deactivates a coach after listing the lessons, and the desk cannot', { tag: '@desktop' }, async ({
  page,
  openBrowser,
}) => {
  const desk = await openBrowser()
  await signInAsDemo(desk.request, 'desk')
  await openCoaches(desk)
  await desk.getByRole('button', { name: 'Actions for Lena Ortiz' }).click()
  await expect(desk.getByRole('menuitem')).toHaveText(['View Coach Details'])

  await signInAsDemo(page.request, 'admin')
  await openCoaches(page)
  await act(page, 'Lena Ortiz', 'Deactivate Coach')
  const confirm = dialog(page, 'Deactivate Coach')
  await expect(confirm.getByRole('listitem').first()).toContainText('Cage')
  await expectAccessible(page)
  await confirm.getByRole('button', { name: 'Deactivate Coach' }).click()
  await expect(confirm).toBeHidden()
  const row = page.getByRole('row', { name: /Lena Ortiz/ })
  await expect(row.getByText('Inactive', { exact: true })).toBeVisible()
  const coaches = await (await page.request.get('/api/coaches')).json()
  expect(coaches.map(({ name }: { name: string }) => name)).not.toContain('Lena Ortiz')

  // The way back.
  await act(page, 'Lena Ortiz', 'Edit Coach')
  await page.getByLabel('Active: customers can book lessons').check()
  await page.getByRole('button', { name: 'Save Coach' }).click()
  await expect(row.getByText('Inactive', { exact: true })).toBeHidden()
})
