import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import type { Camp } from '../shared/contract/programs/camps.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { pdfText } from './pdfText.ts'
import { createCustomer, newEmail, signInAsDemo } from './people.ts'

const CAMP = 'All-Around Skills Camp'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const rowOf = (list: Locator, name: string) => list.getByRole('listitem').filter({ hasText: name })

/** The Camp Registrations dialog of the demo's camp that has spots. */
async function openRegistrations(page: Page, role: 'desk' | 'admin' = 'desk'): Promise<Locator> {
  await signInAsDemo(page.request, role)
  await page.goto('/admin/camps')
  await page.getByRole('button', { name: `Registrations: ${CAMP}` }).click()
  const list = dialog(page, `Registrations: ${CAMP}`)
  await expect(list.getByRole('listitem').first()).toBeVisible()
  return list
}

test('adds a new parent with a child, takes the money, cancels, undoes and deletes', {
  tag: ['@phone', '@quick'],
}, async ({ page, allowProblem }) => {
  allowProblem(/409/)
  // The desk may not give back this much by itself.
  const list = await openRegistrations(page, 'admin')
  await list.getByRole('button', { name: 'Add Manual Registration' }).click()
  const form = dialog(page, 'Add Manual Registration')
  const add = form.getByRole('button', { name: 'Add Registration' })
  await expect(add).toBeDisabled()
  await expect(form.getByText('At least one contact method is recommended.')).toBeVisible()
  await form.getByLabel('Name', { exact: true }).fill('Petra Newcomer')
  await form.getByLabel('Email (optional)').fill(newEmail())
  await form.getByLabel('This is for someone else').check()
  await add.click()
  await expect(form.getByText('Please enter the name.')).toBeVisible()
  await form.getByLabel('Player’s Name').fill('Timo Newcomer')
  await form.getByLabel('Birth date').fill(`0309${new Date().getFullYear() - 6}`)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })

  // Too young: what is entered already is not entered again, and a reason lets the child in.
  await add.click()
  await expect(form.getByText(/^Failed to create registration: Timo Newcomer is/)).toBeVisible()
  await form.getByLabel('Reason').fill('Plays with the older ones')
  await add.click()
  await expect(form).toBeHidden()
  const timo = rowOf(list, 'Timo Newcomer')
  await expect(timo.getByText('Pay on Arrival')).toBeVisible()
  await expect(timo.getByText(/^Age \d, outside the range$/)).toBeVisible()
  await expect(timo.getByRole('link', { name: 'Petra Newcomer' })).toHaveCount(1)

  await timo.getByRole('button', { name: 'Edit registration of Timo Newcomer' }).click()
  const edit = dialog(page, 'Edit Registration')
  await edit.getByLabel('Status').selectOption('Paid')
  await edit.getByLabel('How it was paid').selectOption('Cash')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(edit).toBeHidden()
  await timo.getByRole('button', { name: 'Paid: payment details of Timo Newcomer' }).click()
  const payment = dialog(page, 'Payment Transaction Details')
  await expect(payment.getByText('Petra Newcomer').first()).toBeVisible()
  await expect(payment.getByText('Cash')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(payment).toBeHidden()

  await timo.getByRole('button', { name: 'Edit registration' }).click()
  await edit.getByLabel('Status').selectOption('Canceled')
  await expect(edit.getByLabel('Refund')).toContainText('By the rule: $')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(edit).toBeHidden()
  await expect(timo.getByText('Canceled', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByText('Undone. No one is told.').first()).toBeVisible()
  await expect(timo.getByText('Paid', { exact: true })).toBeVisible()

  await timo.getByRole('button', { name: 'Delete registration of Timo Newcomer' }).click()
  const remove = dialog(page, 'Delete Registration')
  await expect(remove).toContainText(
    'Are you sure you want to delete the registration for Timo Newcomer? This action cannot be undone.',
  )
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await remove.getByRole('button', { name: 'Delete Registration' }).click()
  await expect(remove).toBeHidden()
  await expect(timo).toHaveCount(0)
})

test('registers an existing user by keyboard, once', { tag: '@desktop' }, async ({ page, allowProblem }) => {
  allowProblem(/409/)
  // Someone without a family who has a spot.
  const alone = await createCustomer(page.request)
  const list = await openRegistrations(page)
  const camps = (await (await page.request.get('/api/camps')).json()) as Camp[]
  const found = await page.request.get(`/api/admin/people/search?search_term=${alone}`)
  const [robin] = (await found.json()) as { id: string }[]
  const camp_id = camps.find(({ name }) => name === CAMP)?.id
  const choice = { camp_id, user_id: robin?.id, override_reason: 'Grown up' }
  const taken = await page.request.post('/api/manual-camp-registrations', { data: choice })
  expect(taken.status(), await taken.text()).toBe(201)
  const open = list.getByRole('button', { name: 'Add Manual Registration' })
  await open.press('Enter')
  const form = dialog(page, 'Add Manual Registration')
  await expect(form.getByRole('button', { name: 'Add Registration' })).toBeDisabled()
  await form.getByRole('tab', { name: 'New Person' }).focus()
  await page.keyboard.press('ArrowRight')
  const user = form.getByLabel('User', { exact: true })
  await user.press('ArrowDown')
  const options = form.getByRole('listbox').getByRole('option')
  await expect(options).toHaveCount(21)
  await expect(options.last()).toHaveText('Load more users')
  await form.getByRole('listbox').evaluate((box) => box.scrollTo(0, box.scrollHeight))
  await expect(options.nth(21)).toBeAttached()
  await user.fill('casey landry')
  await expect(options).toHaveText([/^Casey Landry/])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  // Casey has a family: it is never guessed who of them comes. No age is known, so it takes a reason.
  const add = form.getByRole('button', { name: 'Add Registration' })
  await expect(form.getByRole('group', { name: 'Who takes part' })).toContainText('Choose who is coming.')
  await expect(add).toBeDisabled()
  await form.getByRole('checkbox', { name: /^Casey Landry/ }).press('Space')
  await form.getByLabel('Status').selectOption('Paid')
  await form.getByLabel('How it was paid').selectOption('Card at the desk')
  await add.press('Enter')
  await expect(
    form.getByText(/Please add the birth date of Casey Landry: this camp is for ages/),
  ).toBeVisible()
  await form.getByLabel('Reason').fill('Helps with the drills')
  await add.press('Enter')
  await expect(form).toBeHidden()
  await expect(open).toBeFocused()
  const casey = rowOf(list, 'Casey Landry')
  await expect(casey.getByText('Paid', { exact: true })).toBeVisible()
  await expect(casey.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/)
  await expect(casey.getByRole('link', { name: /555-/ })).toHaveAttribute('href', /^tel:/)

  await open.press('Enter')
  await form.getByRole('tab', { name: 'Existing User' }).click()
  await user.fill('casey landry')
  await expect(options).toHaveText([/^Casey Landry/])
  await options.click()
  await expect(form.getByRole('checkbox', { name: /^Casey Landry.*registered/ })).toBeDisabled()
  await expect(add).toBeDisabled()
  await user.fill(alone)
  await expect(options).toHaveText([/^Robin Batter/])
  await options.click()
  await expect(form.getByText(/Robin Batter.*registered/)).toBeVisible()
  await add.press('Enter')
  await expect(form.getByText('User is already registered for this camp')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()

  await list.getByRole('searchbox', { name: 'Search registrations' }).fill('nobody of that name')
  await expect(list.getByText(/^No registrations match\./)).toBeVisible()
  await list.getByRole('searchbox', { name: 'Search registrations' }).fill('casey')
  await expect(list.getByRole('listitem').filter({ has: page.getByRole('heading') })).toHaveCount(1)
  await expectAccessible(page)
})

test('offers who is known already in place of a second record', { tag: '@phone' }, async ({ page }) => {
  const list = await openRegistrations(page)
  await list.getByRole('button', { name: 'Add Manual Registration' }).click()
  const form = dialog(page, 'Add Manual Registration')
  await form.getByLabel('Name', { exact: true }).fill('bailey nguyen')
  await form.getByRole('button', { name: /^Bailey Nguyen, / }).click()
  await expect(form.getByLabel('User', { exact: true })).toHaveValue('Bailey Nguyen')
  await form.getByRole('tab', { name: 'New Person' }).click()
  await form.getByLabel('Phone (optional)').fill('(409) 555-0151')
  await form.getByRole('button', { name: /^Bailey Nguyen, / }).click()
  await expect(form.getByRole('tab', { name: 'Existing User' })).toHaveAttribute('aria-selected', 'true')
})

test('prints the roster of a camp with whom to call, and exports it', { tag: '@desktop' }, async ({
  page,
}) => {
  const list = await openRegistrations(page)
  await list.getByRole('link', { name: 'Print Roster' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Roster' })).toBeVisible()
  const sheet = page.getByRole('article')
  await expect(sheet.getByRole('row').nth(2)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  const printed = pdfText(await page.pdf({ preferCSSPageSize: true }))
  expect(printed).toContain('All-AroundSkillsCamp')
  expect(printed).toContain('Inanemergency')
  await page.emulateMedia({ media: 'screen' })
  await page.getByLabel('Emergency contacts').uncheck()
  await expect(sheet.getByRole('columnheader', { name: 'In an emergency' })).toHaveCount(0)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export the roster as a CSV file' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^roster-camp-/)
  expect(await readFile(await file.path(), 'utf8')).toContain('Emergency contacts')
})
