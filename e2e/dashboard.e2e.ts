import { createDb, createPool } from '../server/db/database.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { signInAsDemo } from './people.ts'

test('shows the figures with their meaning, and sends a message again that failed', {
  tag: ['@desktop', '@quick'],
}, async ({ page, facilityServer, allowProblem }) => {
  allowProblem(/console: .*ERR_INTERNET_DISCONNECTED/)
  const db = createDb(createPool(facilityServer.settings.DATABASE_URL ?? '', 1))
  await db
    .insertInto('outbox')
    .values({
      template: 'newsletter-confirmed',
      to_email: 'typo@exmaple.test',
      status: 'failed',
      last_error: '550 no such mailbox',
      dedupe_key: 'dashboard journey',
    })
    .execute()
  await db.destroy()
  await signInAsDemo(page.request, 'desk')
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await expect(page.getByText(/^\$[\d,]+\.\d\d$/).first()).toBeVisible()
  // What is above the figures is there, and moves them no more.
  const filling = page.getByRole('region', { name: 'Filling Up' })
  await expect(filling.getByRole('link').first()).toHaveAttribute('href', /^\/admin\/(camps|classes)\//)
  await expect(page.getByRole('region', { name: 'Today', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'About Total Revenue' }).press('Enter')
  await expect(page.getByText('Money received by card and at the desk')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.context().setOffline(true)
  await expect(page.getByText(/You’re offline\. This is how it was at \d/)).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText(/This is how it was at/)).toBeHidden()

  const mail = page.getByRole('region', { name: 'Emails That Couldn’t Be Delivered' })
  await expect(mail.getByText('typo@exmaple.test')).toBeVisible()
  await mail.getByRole('button', { name: 'Leave' }).click()
  await expect(mail).toBeHidden()
})

test('draws revenue and cage use under Reports, and Today does not ask for them', {
  tag: ['@narrow', '@desktop', '@phone'],
}, async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await signInAsDemo(page.request, 'admin')
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  await expect(page.getByText(/^\$[\d,]+\.\d\d$/).first()).toBeVisible()
  await expectAccessible(page)
  // Text of 200 % that leaves the width at which the page changes its layout: nothing runs out of the window.
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBe(0)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = ''
  })
  expect(asked).toContain('/api/admin/dashboard')
  expect(asked).not.toContain('/api/admin/dashboard/series')

  await page.getByRole('link', { name: 'Revenue and cage use by day, week and month' }).click()
  await expect(page).toHaveURL(/\/admin\/reports$/)
  await expect(page.locator('canvas')).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('radio', { name: 'Month' }).press('Space')
  await expect(page).toHaveURL(/by=month/)
  await page.getByText('Show as a table').click()
  await expect(page.getByRole('table', { name: 'of the last 12 months' }).getByRole('row')).toHaveCount(13)
  await page.getByRole('link', { name: 'Sales Report' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sales Report' })).toBeVisible()
})
