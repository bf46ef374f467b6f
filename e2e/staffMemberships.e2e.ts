import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { renewNow, replaceCard } from './memberBilling.ts'
import { signInAsDemo } from './people.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const details = (page: Page) => dialog(page, 'Membership Details')

async function openMembers(page: Page, query = '') {
  await page.goto(`/admin/membership${query}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Membership' })).toBeVisible()
  await expect(page.locator('[data-open]').first()).toBeVisible()
}

/** Presses a button of the details by keyboard, and waits for its dialog. */
async function begin(page: Page, button: string, title: string) {
  await details(page).getByRole('button', { name: button, exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page, title)).toBeVisible()
}

test('the desk freezes a membership and ends the freeze, cancels and takes it back, by keyboard', {
  tag: '@desktop',
}, async ({ page, openBrowser }) => {
  await signInAsDemo(page.request, 'desk')
  await openMembers(page)
  await expect(page.getByRole('link', { name: 'Change cap, price and terms' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Export members as a CSV file' })).toBeHidden()
  const heights = await page
    .locator('tr[data-row]')
    .evaluateAll((rows) => rows.map((row) => row.clientHeight))
  expect(heights.length).toBeGreaterThan(5)
  expect(Math.max(...heights)).toBeLessThanOrEqual(48)
  await expectAccessible(page)
  await page.getByLabel('Status', { exact: true }).selectOption('Canceling')
  await expect(page).toHaveURL(/state=canceling/)
  await expect(page.getByRole('status').filter({ hasText: '1 shown' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search members' }).fill('member@demo')
  await expect(page.locator('[data-open]')).toHaveCount(1)
  await page.locator('[data-open]').first().focus()
  await page.keyboard.press('Enter')
  await expect(details(page).getByText('Visa •••• 4242').first()).toBeVisible()
  await expectAccessible(page)

  await test.step('freezes it for two months, which the member sees', async () => {
    await begin(page, 'Freeze', 'Freeze Membership')
    const form = dialog(page, 'Freeze Membership').getByRole('form', { name: 'Freeze membership' })
    await form.getByLabel('For How Long').selectOption('2 months')
    await expect(form.getByText(/isn’t charged and pays regular prices/)).toBeVisible()
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Freeze', exact: true }).press('Enter')
    await expect(page.getByText(/is frozen from .* until/).first()).toBeVisible()
    await expect(details(page).getByText(/^Freezes /)).toBeVisible()
    const member = await openBrowser()
    await signInAsDemo(member.request, 'member')
    await member.goto('/account?tab=profile')
    await expect(member.getByText(/Your membership is frozen from .* It resumes on its own\./)).toBeVisible()
  })

  await test.step('ends the freeze before it has begun', async () => {
    await begin(page, 'End Freeze', 'End Freeze')
    await expect(dialog(page, 'End Freeze').getByText('The freeze has not begun.')).toBeVisible()
    await dialog(page, 'End Freeze').getByRole('button', { name: 'End Freeze' }).press('Enter')
    await expect(details(page).getByRole('button', { name: 'Freeze', exact: true })).toBeVisible()
  })

  await test.step('cancels at the period’s end, and takes it back', async () => {
    await begin(page, 'End Membership', 'End Membership')
    const form = dialog(page, 'End Membership').getByRole('form', { name: 'End membership' })
    await expect(form.getByText('It can be undone until then.')).toBeVisible()
    await form.getByRole('radio', { name: 'Now' }).focus()
    await page.keyboard.press('Space')
    await expect(form.getByText('This cannot be undone.')).toBeVisible()
    await expectAccessible(page)
    await form.getByRole('radio', { name: /^On / }).focus()
    await page.keyboard.press('Space')
    await form.getByLabel('Reason (optional)').fill('Moves away')
    await form.getByRole('button', { name: 'End Membership' }).press('Enter')
    await expect(details(page).getByText(/^Ends /)).toBeVisible()
    await expect(details(page).getByText(/Moves away/)).toBeVisible()
    await begin(page, 'Undo Cancellation', 'Undo Cancellation')
    await dialog(page, 'Undo Cancellation').getByRole('button', { name: 'Undo Cancellation' }).press('Enter')
    await expect(page.getByText(/goes on\./).first()).toBeVisible()
  })

  await test.step('mails the link for another card; Back closes the details', async () => {
    await begin(page, 'Mail Card Link', 'Mail Card Link')
    await dialog(page, 'Mail Card Link').getByRole('button', { name: 'Mail the Link' }).press('Enter')
    await expect(page.getByText('The link goes to member@demo.dugout.test.')).toBeVisible()
    await page.goBack()
    await expect(details(page)).toBeHidden()
  })
})

test('a month that failed shows each attempt; another try says why, and pays once the card works', {
  tag: '@phone',
}, async ({ page, openBrowser, facilityServer, allowProblem }) => {
  allowProblem(/402/)
  const member = await openBrowser()
  await signInAsDemo(member.request, 'member')
  await replaceCard(member, facilityServer, 'pm_card_chargeCustomerFail')
  await renewNow(member, facilityServer)
  await signInAsDemo(page.request, 'desk')
  await expect(async () => {
    await openMembers(page, '?state=past_due&search=member%40demo')
  }).toPass()
  await page.locator('[data-open]').first().click()
  await expect(details(page).getByText('$109.99 owed, next try', { exact: false })).toBeVisible()
  const attempts = details(page)
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Payment Attempts' }) })
    .getByRole('listitem')
    .filter({ hasText: 'Your card was declined' })
  await expect(attempts).toHaveCount(1)

  const retry = dialog(page, 'Retry Payment')
  await begin(page, 'Retry Payment Now', 'Retry Payment')
  await retry.getByRole('button', { name: 'Charge $109.99' }).press('Enter')
  await expect(retry.getByRole('alert')).toContainText('The card was declined')
  await retry.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(attempts).toHaveCount(2)

  await replaceCard(member, facilityServer, 'pm_card_visa')
  await begin(page, 'Retry Payment Now', 'Retry Payment')
  await retry.getByRole('button', { name: 'Charge $109.99' }).press('Enter')
  await expect(page.getByText(/has paid\./).first()).toBeVisible()
  await expect(details(page).getByText('Active', { exact: true })).toBeVisible()
})

test('an admin sets price and cap for new members, which both pages show at once', {
  tag: ['@desktop', '@quick'],
}, async ({ page, openBrowser }) => {
  await signInAsDemo(page.request, 'admin')
  await openMembers(page)
  await page.getByRole('link', { name: 'Change cap, price and terms' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Membership' })).toBeVisible()
  const visitor = await openBrowser()
  const set = async (price: string, cap: string) => {
    await page.goto('/admin/settings?section=membership')
    await page.getByLabel('Monthly Price', { exact: false }).fill(price)
    await page.getByLabel('Founders', { exact: false }).fill(cap)
    await page.getByRole('button', { name: 'Preview Changes' }).click()
    const preview = dialog(page, 'Preview Changes')
    await expect(preview.getByText('The new price is for new members.', { exact: false })).toBeVisible()
    await preview.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Membership saved.')).toBeVisible()
  }
  await set('119.99', '5')
  await visitor.goto('/membership')
  await expect(visitor.getByText('$119.99/month')).toBeVisible()
  await expect(visitor.getByText('All founders spots are taken').first()).toBeVisible()
  await openMembers(page)
  const figures = page.getByRole('region', { name: 'Membership at a glance' })
  await expect(figures.getByText('Full / 5')).toBeVisible()
  await expect(figures.getByText('$119.99')).toBeVisible()
  // Who is a member keeps the price.
  await page.getByRole('searchbox', { name: 'Search members' }).fill('member@demo')
  await expect(page.locator('[data-open]')).toHaveCount(1)
  await expect(page.getByRole('cell', { name: '$109.99', exact: true })).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export members as a CSV file' }).click(),
  ])
  const [, ...members] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(members).toEqual([expect.stringContaining('member@demo')])
  await set('109.99', '10')
})
