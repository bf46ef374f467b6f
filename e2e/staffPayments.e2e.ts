import type { APIRequestContext, Page } from '@playwright/test'
import { createDb, createPool } from '../server/db/database.ts'
import { expectAccessible } from './accessible.ts'
import { bookWalkIn } from './facilityDays.ts'
import { expect, test } from './fixtures.ts'
import { shownOnceChosen } from './pageChecks.ts'
import { DEMO_PASSWORD, signInAsDemo } from './people.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

async function openPayments(page: Page, query = '') {
  await page.goto(`/admin/payments${query}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible()
  await expect(page.locator('[data-open]').first()).toBeVisible()
}

/** A booking that only this journey knows, paid in cash; its payment. */
async function takeCash(request: APIRequestContext): Promise<string> {
  const items = [{ kind: 'guest_booking', id: await bookWalkIn(request, 'Rae Refund') }]
  const paid = await request.post('/api/admin/desk-payments', { data: { items, method: 'cash' } })
  expect(paid.status(), await paid.text()).toBe(201)
  return ((await paid.json()) as { receipt_id: string }).receipt_id
}

test('lists payments by status and age, and shows one', { tag: ['@phone', '@quick'] }, async ({ page }) => {
  await signInAsDemo(page.request, 'desk')
  await openPayments(page, '?range=all')
  await expect(page.locator('[data-open]')).toHaveCount(50)
  await page.getByRole('button', { name: 'Load More' }).click()
  await expect(page.locator('[data-open]').nth(50)).toBeVisible()
  await page.getByRole('button', { name: 'Newest First' }).click()
  await expect(page).toHaveURL(/sort=oldest/)
  await expect(page.getByRole('button', { name: 'Oldest First' })).toBeVisible()
  expect(await shownOnceChosen(page.getByLabel('Status', { exact: true }), 'completed')).toBe('completed')
  await expect(page).toHaveURL(/status=completed/)
  await page.getByRole('searchbox', { name: 'Search payments' }).fill('nobody of that name')
  await expect(page.getByRole('heading', { name: 'No payments found' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.locator('[data-open]').first().click()
  const details = dialog(page, 'Transaction Details')
  await expect(details.getByText('Payment Method')).toBeVisible()
  await page.goBack()
  await expect(details).toBeHidden()
})

test('refunds by keyboard, by hand, with a reason, and the receipt tells it', { tag: '@desktop' }, async ({
  page,
  facilityServer,
  allowProblem,
}) => {
  allowProblem(/403|409/)
  await signInAsDemo(page.request, 'admin')
  const payment = await takeCash(page.request)
  await openPayments(page, '?status=completed&search=rae+refund')
  await page.locator('[data-open]').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`open=${payment}`))
  const details = dialog(page, 'Transaction Details')
  const refund = details.getByRole('button', { name: 'Refund…' })
  await expect(refund).toBeVisible()
  await expectAccessible(page)
  const receipt = await details.getByRole('link', { name: 'Print or mail the receipt' }).getAttribute('href')
  await refund.focus()
  await page.keyboard.press('Enter')
  const form = dialog(page, 'Refund').getByRole('form', { name: 'Refund' })
  await form.getByRole('radio', { name: 'Other Up to' }).focus()
  await page.keyboard.press('Space')
  // Too much is said before the proof is asked for, which is due by now.
  const db = createDb(createPool(facilityServer.settings.DATABASE_URL ?? '', 1))
  await db
    .updateTable('auth_sessions')
    .set({ proved_at: new Date(0) })
    .execute()
  await db.destroy()
  await form.getByLabel('Amount in Dollars').click()
  await page.keyboard.type('5000')
  await form.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(form.getByText(/^Enter \$[\d.]+ or less\.$/)).toBeVisible()
  await expect(dialog(page, 'Confirm It’s You')).toBeHidden()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('1.50')
  await form.getByLabel('I’ve already refunded it').check()
  await form.getByRole('button', { name: 'Refund $1.50' }).click()
  await expect(form.getByText('This differs from the policy. Enter a reason.')).toBeVisible()
  await expect(form.getByLabel('Reason')).toBeFocused()
  await expect(dialog(page, 'Confirm It’s You')).toBeHidden()
  await page.keyboard.type('The lights went out')
  await form.getByRole('button', { name: 'Refund $1.50' }).press('Enter')
  await dialog(page, 'Confirm It’s You').getByLabel('Current Password').fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('$1.50 was refunded.')).toBeVisible()
  await expect(details.getByText(/by hand, /)).toBeVisible()
  await page.goto(receipt ?? '')
  await expect(page.getByRole('cell', { name: '−$1.50' })).toBeVisible()
  const documents = page.getByRole('article').getByRole('list', { name: 'Corrections' })
  await expect(documents.getByText(/^Refund \d+ of \d+, /)).toBeVisible()
  await expectAccessible(page)
})

test('adds up a day by method; each figure shows the payments that it is made of', {
  tag: '@desktop',
}, async ({ page }) => {
  await signInAsDemo(page.request, 'desk')
  await takeCash(page.request)
  await openPayments(page)
  const totals = page.getByRole('group', { name: 'Totals' })
  const cash = totals.getByRole('button', { name: /^Cash/ })
  await expect(cash).toBeVisible()
  await expectAccessible(page)
  await cash.press('Enter')
  await expect(page).toHaveURL(/method=cash/)
  await expect(cash).toHaveAttribute('aria-pressed', 'true')
  const count = Number(/\d+/.exec((await cash.textContent()) ?? '')?.[0])
  await expect(page.locator('[data-open]')).toHaveCount(Math.min(count, 50))
  await expect(page.locator('[data-row]').first()).toContainText('Cash')
  await totals.getByRole('button', { name: /^Net, Today/ }).click()
  await expect(page).not.toHaveURL(/method=/)
  // Somebody who searches means any day.
  await page.getByRole('searchbox', { name: 'Search payments' }).fill('rae refund')
  await expect(page.getByRole('button', { name: 'All', exact: true })).toHaveAttribute('aria-pressed', 'true')
  // A wide window shows who took it, in a row as low as the others.
  await page.setViewportSize({ width: 1920, height: 1000 })
  await page.goto('/admin/payments?range=all')
  await expect(page.getByRole('columnheader', { name: 'Taken By' })).toBeVisible()
  expect((await page.locator('[data-row]').first().boundingBox())?.height).toBeLessThanOrEqual(48)
})
