import type { Page } from '@playwright/test'
import { administer } from './administer.ts'
import { expect, test as journeys } from './fixtures.ts'
import { createCustomer, signIn } from './people.ts'

/** A facility in which nothing is entered, with an owner who was made as the README says. */
const test = journeys.extend<object, { password: string }>({
  password: [
    async ({ facilityServer }, use) => {
      const printed = await administer(facilityServer, ['create', OWNER, 'Olive Owner'])
      await use(/^Password: (\S+)/m.exec(printed)?.[1] ?? '')
    },
    { scope: 'worker' },
  ],
})

test.use({ facility: 'empty' })

const OWNER = 'owner@empty.example'
const missing = (page: Page) => page.getByRole('region', { name: 'Still missing' })
const noCages = 'No cages and prices yet.'
const noHours = 'No opening hours yet.'

/** What each page says is missing. */
const pages: Readonly<Record<string, readonly string[]>> = {
  '/admin/schedule': [noHours, noCages],
  '/admin/schedule?view=week': [noHours, noCages],
  '/admin/schedule?view=month': [noHours, noCages],
  '/admin/bookings': [noHours, noCages],
  '/admin/payments': [noCages],
  '/admin/users': ['no name', 'No address, phone or email'],
  '/admin/coaches': [noCages],
  '/admin/camps': [noCages, 'No coaches'],
  '/admin/classes': [noCages, 'No coaches'],
  '/admin/membership': ['No membership price'],
  '/admin/messages': ['no name', 'No address, phone or email'],
  '/admin/settings': ['no name', noHours, noCages],
}

test('every staff page of an empty facility says what is missing, and leads its owner to where it is entered', {
  tag: '@desktop',
}, async ({ page, password }) => {
  await signIn(page.request, OWNER, password)
  for (const [path, texts] of Object.entries(pages)) {
    await page.goto(path)
    for (const text of texts) await expect(missing(page), path).toContainText(text)
    await expect(page.getByText('Golden Triangle'), path).toHaveCount(0)
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      path,
    ).toBeLessThanOrEqual(0)
  }
  await page.goto('/admin/schedule')
  await expect(missing(page)).toBeVisible()
  await expect(page.getByRole('grid'), 'a grid without cages').toHaveCount(0)

  await page.getByRole('button', { name: 'Add Booking' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Booking' })
  await expect(dialog).toContainText(noCages)
  await expect(dialog.getByRole('group', { name: 'Cages' })).toHaveCount(0)
  await dialog.getByRole('link', { name: 'Add Cages' }).click()
  await expect(page.getByRole('heading', { name: 'Cages & Prices' })).toBeVisible()
})

test('the front desk and coaches of an empty facility read who enters what is missing', {
  tag: '@phone',
}, async ({ page, openBrowser, password }) => {
  await signIn(page.request, OWNER, password)
  for (const role of ['desk', 'coach'] as const) {
    const theirs = await openBrowser()
    const email = await createCustomer(theirs.request)
    const found = await page.request.get(`/api/admin/users?search_query=${email}`)
    const [{ id }] = ((await found.json()) as { items: [{ id: string }] }).items
    const granted = await page.request.post('/api/admin/users/role', {
      data: { user_id: id, new_role: role },
    })
    expect(granted.status(), await granted.text()).toBe(200)
    await signIn(theirs.request, email)
    await theirs.goto(role === 'desk' ? '/admin/schedule' : '/coach-dashboard')
    await expect(missing(theirs)).toContainText(noCages)
    await expect(missing(theirs)).toContainText('An admin enters this in Settings.')
    await expect(missing(theirs).getByRole('link')).toHaveCount(0)
  }
})

test('what is missing goes away once the owner has entered it', { tag: ['@desktop', '@quick'] }, async ({
  page,
  password,
}) => {
  await signIn(page.request, OWNER, password)
  await page.goto('/admin/schedule')
  await missing(page).getByRole('link', { name: 'Add Cages' }).click()
  await page.getByRole('button', { name: 'Add Cage' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Cage 1')
  await expect(page.getByLabel('60 Minutes'), 'nobody’s price is proposed').toHaveValue('')
  for (const price of ['30 Minutes', '60 Minutes', '+30 Minutes']) {
    await page.getByLabel(price, { exact: true }).fill('24.55')
  }
  await page.getByRole('button', { name: 'Preview Changes' }).click()
  const preview = page.getByRole('dialog', { name: 'Preview Changes' })
  await preview.getByRole('button', { name: 'Save Changes' }).click()
  await expect(preview).toBeHidden()
  await expect(missing(page)).toContainText(noHours)
  await expect(missing(page)).not.toContainText(noCages)

  await page.goto('/admin/schedule')
  await expect(page.getByRole('grid')).toBeVisible()
  await expect(missing(page)).toContainText(noHours)
  await expect(missing(page)).not.toContainText(noCages)

  await page.goto('/admin/coaches')
  await expect(page.getByRole('main').getByText('No coaches yet'), 'once').toHaveCount(1)
  await page.getByRole('button', { name: 'Add Coach' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Dale Whitfield')
  await page.getByLabel('Hourly Rate').fill('70')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Hours of Dale Whitfield' })).toBeVisible()
  await expect(page.getByText('No coaches yet')).toHaveCount(0)
})
