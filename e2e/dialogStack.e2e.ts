import type { Page } from '@playwright/test'
import { bookHalfHour, emptyDay } from './facilityDays.ts'
import { expect, test } from './fixtures.ts'
import { createCustomer, DEMO_PASSWORD, letProofsExpire, signIn, signInAsDemo } from './people.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Proves who it is in the dialog that is in front, with the mouse and by typing. */
async function prove(page: Page): Promise<void> {
  const proof = dialog(page, 'Confirm It’s You')
  await proof.getByLabel('Current Password').click()
  await page.keyboard.type(DEMO_PASSWORD)
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(proof).toBeHidden()
}

/** A new customer's booking; its id. */
async function bookAsCustomer(page: Page, day: string): Promise<string> {
  await signIn(page.request, await createCustomer(page.request))
  return bookHalfHour(page.request, { day, cage: 'Cage 3', wallTime: '17:00' })
}

test('a refund from the details of a booking is finished by mouse when a proof is due', {
  tag: ['@phone', '@quick'],
}, async ({ page, openBrowser, facilityServer, allowProblem }) => {
  allowProblem(/status of 403/)
  const customer = await openBrowser()
  const id = await bookAsCustomer(customer, await emptyDay(customer.request))
  await signInAsDemo(page.request, 'admin')
  const paid = await page.request.post('/api/admin/desk-payments', {
    data: { items: [{ kind: 'booking', id }], method: 'cash' },
  })
  expect(paid.status(), await paid.text()).toBe(201)
  await page.goto(`/admin/bookings?open=${id}`)
  const details = dialog(page, 'Booking Details')
  await letProofsExpire(facilityServer)
  await details.getByRole('button', { name: 'Refund' }).click()
  const form = dialog(page, 'Refund')
  await form.getByLabel('Reason').click()
  await page.keyboard.type('The lights went out')
  await form.getByLabel('I’ve already refunded it').check()
  const refund = form.getByRole('button', { name: /^Refund \$/ })
  const proof = dialog(page, 'Confirm It’s You')

  await refund.click()
  await proof.getByLabel('Current Password').click()
  await page.keyboard.press('Escape')
  await expect(proof).toBeHidden()
  await expect(form.getByText('Please confirm it’s you.')).toBeVisible()
  await refund.click()
  await expect(proof.getByLabel('Current Password')).toBeFocused()
  await page.goBack()
  await expect(proof).toBeHidden()
  await expect(form.getByLabel('Reason')).toHaveValue('The lights went out')
  await expect.poll(() => form.evaluate((element) => element.contains(document.activeElement))).toBe(true)

  await refund.click()
  await prove(page)
  await expect(form).toBeHidden()
  await expect(details.getByText(/was refunded/)).toBeVisible()
  await expect.poll(() => details.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a closure that cancels and a new role are saved by mouse when a proof is due', {
  tag: '@desktop',
}, async ({ page, openBrowser, facilityServer, allowProblem }) => {
  allowProblem(/status of 403/)
  const customer = await openBrowser()
  const day = await emptyDay(customer.request)
  await bookAsCustomer(customer, day)
  await signInAsDemo(page.request, 'admin')
  await page.goto('/admin/settings?section=closures')
  await page.getByRole('button', { name: 'Close Cages' }).click()
  const form = dialog(page, 'Close Cages')
  await form.getByLabel('Cage 3').check()
  await form.getByLabel('First Day').fill(day)
  await form.getByLabel('Reason').click()
  await page.keyboard.type('New nets')
  await letProofsExpire(facilityServer)
  await form.getByRole('button', { name: 'Close Cages' }).click()
  await form.getByRole('radio', { name: /Cancel, Tell and Refund/ }).check()
  await form.getByRole('button', { name: 'Close and Cancel Them' }).click()
  await prove(page)
  await expect(dialog(page, 'Canceling Bookings').getByText('1 canceled and told.')).toBeVisible()

  const email = await createCustomer(customer.request)
  await page.goto(`/admin/users?search=${email}`)
  await page.getByRole('button', { name: 'Actions for Robin Batter' }).click()
  await letProofsExpire(facilityServer)
  await page.getByRole('menuitem', { name: 'Edit User Role' }).click()
  const edit = dialog(page, 'Edit User Role')
  await edit.getByLabel('Role', { exact: true }).selectOption('Front Desk')
  await edit.getByRole('button', { name: 'Save Role' }).click()
  await prove(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('Robin Batter has the role Front Desk.')).toBeVisible()
})

test('Escape and Back close the search that was opened over a dialog, and not the dialog', {
  tag: '@desktop',
}, async ({ page }) => {
  await signInAsDemo(page.request, 'desk')
  await page.goto('/admin/bookings')
  await page.getByRole('button', { name: 'Create Booking' }).first().click()
  const form = dialog(page, 'Create Booking')
  await expect(form).toBeVisible()
  const field = page.getByRole('combobox', { name: 'Search everything' })
  const closings = [() => page.keyboard.press('Escape'), () => page.goBack()]
  for (const close of closings) {
    await page.keyboard.press('Control+k')
    await field.click()
    await close()
    await expect(field).toBeHidden()
    await expect(form).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
})

test('Back closes the menu of a phone and leaves the page', { tag: '@phone' }, async ({ page }) => {
  await signInAsDemo(page.request, 'desk')
  await page.goto('/admin/bookings')
  await page.getByRole('button', { name: /^More/ }).click()
  const menu = dialog(page, 'Menu')
  await menu.getByRole('link', { name: 'Payments' }).click()
  await expect(page).toHaveURL(/\/admin\/payments/)
  await page.getByRole('button', { name: /^More/ }).click()
  await expect(menu).toBeVisible()
  await page.goBack()
  await expect(menu).toBeHidden()
  await expect(page).toHaveURL(/\/admin\/payments/)
  await page.goBack()
  await expect(page).toHaveURL(/\/admin\/bookings/)
})

test('the menu that is opened before the page is there stays open', { tag: '@phone' }, async ({ page }) => {
  await signInAsDemo(page.request, 'desk')
  let arrive = () => {}
  const isThere = new Promise<void>((resolve) => {
    arrive = resolve
  })
  // The page's own code waits; that of the frame does not.
  await page.route('**/assets/staff/bookings-*.js', async (route) => {
    await isThere
    await route.continue()
  })
  await page.goto('/admin/bookings', { waitUntil: 'commit' })
  await page.getByRole('button', { name: /^More/ }).click()
  const menu = dialog(page, 'Menu')
  await expect(menu).toBeVisible()
  arrive()
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveText('Bookings')
  await expect(menu).toBeVisible()
  await page.goBack()
  await expect(menu).toBeHidden()
  await expect(page).toHaveURL(/\/admin\/bookings/)
})
