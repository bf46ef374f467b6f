import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import type { Camp } from '../shared/contract/programs/camps.ts'
import { expectAccessible } from './accessible.ts'
import { addChild, bornFor } from './familyPages.ts'
import { expect, test } from './fixtures.ts'
import { pdfText } from './pdfText.ts'
import { createCustomer, newEmail, signInAsDemo } from './people.ts'

const CAMP = 'All-Around Skills Camp'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const rowOf = (list: Locator, name: string) => list.getByRole('listitem').filter({ hasText: name })
const players = (page: Page) => page.getByRole('combobox', { name: 'Add a player' })

/** From the list of camps to the roster of the demo's camp that has spots. */
async function openRoster(page: Page, role: 'desk' | 'admin' = 'desk'): Promise<Locator> {
  await signInAsDemo(page.request, role)
  await page.goto('/admin/camps')
  await page.getByRole('link', { name: `Roster: ${CAMP}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: CAMP })).toBeVisible()
  const list = page.getByRole('list', { name: 'Registrations', exact: true })
  await expect(list.getByRole('listitem').first()).toBeVisible()
  return list
}

/** Opens an item of the menu of someone on the roster. */
async function choose(page: Page, name: string, item: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('adds a new parent with a child, takes the money, cancels, undoes and deletes', {
  tag: ['@phone', '@quick'],
}, async ({ page, allowProblem }) => {
  allowProblem(/409/)
  // The desk may not give back this much by itself.
  const list = await openRoster(page, 'admin')
  await players(page).pressSequentially('Petra Newcomer')
  await page.getByRole('option', { name: 'New Player “Petra Newcomer”' }).click()
  const form = dialog(page, 'Add Manual Registration')
  const add = form.getByRole('button', { name: 'Add Registration' })
  await expect(form.getByText('At least one contact method is recommended.')).toBeVisible()
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Petra Newcomer')
  await form.getByLabel('Name', { exact: true }).clear()
  await expect(add).toBeDisabled()
  await form.getByLabel('Name', { exact: true }).fill('Petra Newcomer')
  await form.getByLabel('Email (optional)').fill(newEmail())
  await form.getByLabel('This is for someone else').check()
  await add.click()
  await expect(form.getByText('Please enter the name.')).toBeVisible()
  await form.getByLabel('Player’s Name').fill('Timo Newcomer')
  await form.getByLabel('Birth Date').fill(`0309${new Date().getFullYear() - 6}`)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })

  // Too young: what is entered already is not entered again, and a reason lets the child in.
  await add.click()
  await expect(form.getByText(/^Failed to create registration: Timo Newcomer is/)).toBeVisible()
  await form.getByLabel('Reason').fill('Plays with the older ones')
  await add.click()
  await expect(form).toBeHidden()
  const timo = rowOf(list, 'Timo Newcomer')
  await expect(timo.getByText(/^Age \d, outside the range$/)).toBeVisible()
  await expect(timo.getByRole('link', { name: 'Petra Newcomer' })).toHaveCount(1)

  // One press takes the money.
  await timo.getByRole('button', { name: /^Take \$180 Cash/ }).click()
  await timo.getByRole('button', { name: 'Paid: payment details of Timo Newcomer' }).click()
  const payment = dialog(page, 'Payment Transaction Details')
  await expect(payment.getByText('Petra Newcomer').first()).toBeVisible()
  await expect(payment.getByText('Cash')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(payment).toBeHidden()

  await choose(page, 'Timo Newcomer', 'Edit Registration…')
  const edit = dialog(page, 'Edit Registration')
  await edit.getByLabel('Status').selectOption('Canceled')
  await expect(edit.getByLabel('Refund')).toContainText('By the rule: $')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(edit).toBeHidden()
  await expect(timo).toHaveCount(0)
  await page.getByText(/^\d canceled$/).click()
  await expect(
    rowOf(page.getByRole('list', { name: 'Canceled registrations' }), 'Timo Newcomer'),
  ).toContainText('Canceled')
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByText('Undone. No one is told.').first()).toBeVisible()
  await expect(timo.getByText('Paid', { exact: true })).toBeVisible()

  await choose(page, 'Timo Newcomer', 'Delete Registration…')
  const remove = dialog(page, 'Delete Registration')
  await expect(remove).toContainText(
    'Are you sure you want to delete the registration for Timo Newcomer? This action cannot be undone.',
  )
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await remove.getByRole('button', { name: 'Delete Registration' }).click()
  await expect(remove).toBeHidden()
  await expect(timo).toHaveCount(0)

  await test.step('who is known already is offered in place of a second record', async () => {
    await page.getByRole('button', { name: 'Add Manual Registration' }).click()
    await form.getByLabel('Name', { exact: true }).fill('bailey nguyen')
    await form.getByRole('button', { name: /^Bailey Nguyen, / }).click()
    await expect(form.getByLabel('User', { exact: true })).toHaveValue('Bailey Nguyen')
    await form.getByRole('tab', { name: 'New Person' }).click()
    await form.getByLabel('Phone (optional)').fill('(409) 555-0151')
    await form.getByRole('button', { name: /^Bailey Nguyen, / }).click()
    await expect(form.getByRole('tab', { name: 'Existing User' })).toHaveAttribute('aria-selected', 'true')
  })
})

test('a child is on the roster after three presses, and who needs a reason gets one, by keyboard', {
  tag: '@desktop',
}, async ({ page, customer: _, allowProblem }) => {
  allowProblem(/409/)
  // Someone without a family, and a family with a child.
  const alone = await createCustomer(page.request)
  const camps = (await (await page.request.get('/api/camps')).json()) as Camp[]
  const camp = camps.find(({ name }) => name === CAMP)
  if (!camp) throw new Error('The demo has no such camp.')
  await addChild(page.request, 'Zelda Quickstep', bornFor(camp, 9))
  await addChild(page.request, 'Zora Quickstep', bornFor(camp, 15))

  // The link of the list, the field, Enter: the fourth press is left.
  const list = await openRoster(page)
  await players(page).press('Enter')
  await page.keyboard.type('quickstep')
  const options = page.getByRole('listbox').getByRole('option')
  await expect(options).toHaveText([/Zelda Quickstep 9/, /Too old, ages 8 to 12$/, /^New Player/])
  await page.keyboard.press('Enter')
  await expect(rowOf(list, 'Zelda Quickstep').getByRole('button', { name: /^Take \$180 Cash/ })).toBeVisible()
  await expect(players(page)).toBeFocused()
  await page.keyboard.type('zelda')
  await expect(options.first()).toContainText('Already on the roster')
  await expect(options.first()).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  // An adult whose age is not known: the form is filled in, and takes a reason.
  await players(page).fill('casey landry')
  await expect(options.first()).toContainText('Birth date needed')
  await page.keyboard.press('Enter')
  const form = dialog(page, 'Add Manual Registration')
  const add = form.getByRole('button', { name: 'Add Registration' })
  const user = form.getByLabel('User', { exact: true })
  await expect(user).toHaveValue('Casey Landry')
  await expect(form.getByRole('checkbox', { name: /^Casey Landry/ })).toBeChecked()
  await form.getByLabel('Status').selectOption('Paid')
  await form.getByLabel('How It Was Paid').selectOption('Card at the desk')
  await add.press('Enter')
  await expect(
    form.getByText(/Please add the birth date of Casey Landry: this camp is for ages/),
  ).toBeVisible()
  await form.getByLabel('Reason').fill('Helps with the drills')
  await add.press('Enter')
  await expect(form).toBeHidden()
  const casey = rowOf(list, 'Casey Landry')
  await expect(casey.getByText('Paid', { exact: true })).toBeVisible()
  await expect(casey.getByRole('link', { name: /555-/ })).toHaveAttribute('href', /^tel:/)
  const menu = page.getByRole('button', { name: 'Actions for Casey Landry' })
  await menu.press('Enter')
  await expect(page.getByRole('menuitem', { name: /^Write to / })).toHaveAttribute('href', /^mailto:/)
  await page.getByRole('menu').press('Escape')
  await expect(menu).toBeFocused()

  // By the form alone: among all users, and nobody twice.
  const found = await page.request.get(`/api/admin/people/search?search_term=${alone}`)
  const [robin] = (await found.json()) as { id: string }[]
  const choice = { camp_id: camp.id, user_id: robin?.id, override_reason: 'Grown up' }
  const taken = await page.request.post('/api/manual-camp-registrations', { data: choice })
  expect(taken.status(), await taken.text()).toBe(201)
  const open = page.getByRole('button', { name: 'Add Manual Registration' })
  await open.press('Enter')
  await form.getByRole('tab', { name: 'New Person' }).focus()
  await page.keyboard.press('ArrowRight')
  await user.press('ArrowDown')
  const users = form.getByRole('listbox').getByRole('option')
  await expect(users).toHaveCount(21)
  await expect(users.last()).toHaveText('Load more users')
  await form.getByRole('listbox').evaluate((box) => box.scrollTo(0, box.scrollHeight))
  await expect(users.nth(21)).toBeAttached()
  await user.fill('casey landry')
  await expect(users).toHaveText([/^Casey Landry/])
  await users.click()
  await expect(form.getByRole('checkbox', { name: /^Casey Landry.*registered/ })).toBeDisabled()
  await expect(add).toBeDisabled()
  await user.fill(alone)
  await expect(users).toHaveText([/^Robin Batter/])
  await users.click()
  await expect(form.getByText(/Robin Batter.*registered/)).toBeVisible()
  await add.press('Enter')
  await expect(form.getByText('User is already registered for this camp')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()

  // Only those who owe.
  const owing = page.getByRole('button', { name: /^Owing \d/ })
  await owing.press('Enter')
  await expect(owing).toHaveAttribute('aria-pressed', 'true')
  await expect(casey).toHaveCount(0)
  await expect(rowOf(list, 'Zelda Quickstep')).toBeVisible()
})

test('is told of the amount that another desk has changed, before anything is taken', {
  tag: '@desktop',
}, async ({ page, openBrowser, allowProblem }) => {
  allowProblem(/409|ERR_FAILED/)
  // The first desk hears nothing of what the second one does.
  await page.route('**/api/events?*', (route) => route.abort())
  const { request: second } = await openBrowser()
  await signInAsDemo(second, 'admin')
  const camps = (await (await second.get('/api/camps')).json()) as Camp[]
  const camp = camps.find(({ name }) => name === CAMP)
  const name = `Remy Partpaid ${Date.now()}`
  const added = await second.post('/api/admin/users', {
    data: { name, email: newEmail(), phone: '(409) 555-0133' },
  })
  const { profile_id: user_id } = (await added.json()) as { profile_id: string }
  const registered = await second.post('/api/manual-camp-registrations', {
    data: { camp_id: camp?.id, user_id, override_reason: 'Grown up' },
  })
  expect(registered.status(), await registered.text()).toBe(201)

  const remy = rowOf(await openRoster(page), name)
  await expect(remy.getByRole('button', { name: 'Take $180 Cash' })).toBeVisible()
  // The second desk takes the money, cancels, gives part of it back, and the player comes after all.
  const { registrations } = (await (
    await second.get(`/api/admin/camps/${camp?.id}/registrations`)
  ).json()) as {
    registrations: { id: string; name: string }[]
  }
  const id = registrations.find((registration) => registration.name === name)?.id
  for (const data of [
    { status: 'paid', paid_by: 'cash' },
    { status: 'canceled', refund: 100, override_reason: 'Ill' },
    { status: 'registered', override_reason: 'Well again' },
  ]) {
    const set = await second.patch(`/api/admin/camp-registrations/${id}`, { data })
    expect(set.status(), await set.text()).toBe(200)
  }
  const payments = async () => {
    const found = await second.get(`/api/admin/payments?search_query=${encodeURIComponent(name)}`)
    return ((await found.json()) as { items: { total_amount: number }[] }).items.map(
      ({ total_amount }) => total_amount,
    )
  }

  await remy.getByRole('button', { name: 'Take $180 Cash' }).click()
  await expect(
    page.getByText('The amount due has changed. Check the list, then take the payment.'),
  ).toBeVisible()
  const till = dialog(page, 'Take Payment')
  await expect(till.getByRole('listitem').filter({ hasText: CAMP })).toContainText('$100')
  expect(await payments()).toEqual([180])
  await till.getByRole('button', { name: 'Take $100.00 Cash' }).click()
  await expect(till).toBeHidden()
  await expect(remy.getByText('Paid', { exact: true })).toBeVisible()
  expect((await payments()).sort()).toEqual([100, 180])
})

test('prints the roster of a camp with whom to call, and exports it', { tag: '@desktop' }, async ({
  page,
}) => {
  await openRoster(page)
  await page.getByRole('link', { name: 'Print Roster' }).click()
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
  await page.getByLabel('Emergency Contacts').uncheck()
  await expect(sheet.getByRole('columnheader', { name: 'In an emergency' })).toHaveCount(0)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export the roster as a CSV file' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^roster-camp-/)
  expect(await readFile(await file.path(), 'utf8')).toContain('Emergency contacts')
})
