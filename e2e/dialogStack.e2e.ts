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

test('the menu of a phone that is opened before the page is there stays open; Back closes it and leaves the page', {
  tag: '@phone',
}, async ({ page }) => {
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

  await page.getByRole('button', { name: /^More/ }).click()
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
