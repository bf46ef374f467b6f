import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { bookWalkIn } from './facilityDays.ts'
import { expect, test } from './fixtures.ts'
import { signInAsDemo } from './people.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Search everything' })
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })

async function openUsers(page: Page) {
  await signInAsDemo(page.request, 'desk')
  await page.goto('/admin/users?search=castillo')
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
}

test('the desk finds a person by keyboard from anywhere, and Enter right after a name waits for what is found', {
  tag: ['@desktop', '@quick'],
}, async ({ page }) => {
  await openUsers(page)
  const { promise: typed, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/admin/search*', async (route) => {
    await typed
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('avery comeaux')
  const asked = page.waitForRequest(/\/api\/admin\/search\?.*avery.*comeaux/i)
  await page.keyboard.press('Enter')
  await asked
  await expect(field(page), 'nothing is found yet').toBeVisible()
  answer()
  await expect(page).toHaveURL(/\/admin\/users(\/|\?user=)[0-9a-f-]{36}/)
  await expect(page.getByText('Avery Comeaux').first()).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()

  await page.getByRole('searchbox', { name: 'Search users' }).focus()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await expect(option(page, 'Coaches')).toBeVisible()
  await expect(option(page, 'Audit Log')).toHaveCount(0)
  await page.keyboard.type('co')
  await expect(page.getByRole('group', { name: 'People' })).toBeVisible()
  await expectAccessible(page)
  await field(page).clear()

  await page.keyboard.type('555-0151')
  const bailey = page.getByRole('group', { name: 'People' }).getByRole('option', { name: /Bailey Nguyen/ })
  await expect(bailey).toBeVisible()
  await expect(page.getByRole('status').getByText(/^\d+ results$/)).toBeAttached()
  const chosen = await bailey.getAttribute('id')
  while ((await field(page).getAttribute('aria-activedescendant')) !== chosen) {
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  await expect(field(page)).toBeHidden()
  await expect(page).toHaveURL(/\/admin\/users(\/|\?user=)[0-9a-f-]{36}/)
  await expect(page.getByText('bailey.nguyen@people.dugout.test').first()).toBeVisible()

  // Nothing of the search is left for the next person at the desk.
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('')
  await page.keyboard.type('zzyzx')
  await expect(page.getByText('Nothing found for “zzyzx”')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field(page)).toBeHidden()
})

test('what is typed into the search before its code is there stays', { tag: '@desktop' }, async ({
  page,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/assets\/StaffSearch-.*\.js$/, async (route) => {
    await released
    await route.continue()
  })
  await openUsers(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('bailey')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('avery')
  release()
  const through = 'abcdefghijklmnopqrstuvwxyz'
  await page.keyboard.type(through, { delay: 25 })
  await expect(field(page), 'no key is lost while the search takes over').toHaveValue(`avery${through}`)
  for (const _ of through) await page.keyboard.press('Backspace')
  await expect(page.getByRole('group', { name: 'People' }).getByRole('option')).toHaveText([/Avery Comeaux/])
  await expect(field(page)).toHaveValue('avery')
  await page.keyboard.type(' comeaux')
  await expect(field(page)).toHaveValue('avery comeaux')
})

test('the search leads to a booking, its payment and the household of a child', { tag: '@desktop' }, async ({
  page,
}) => {
  await openUsers(page)
  const leads = async (search: string, group: string) => {
    await page.keyboard.press('Control+k')
    await field(page).fill(search)
    await page.getByRole('group', { name: group }).getByRole('option').first().click()
    if (group !== 'Bookings') await expect(field(page)).toBeHidden()
  }
  await leads('casey landry', 'Bookings')
  await expect(option(page, 'View Details')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(field(page)).toBeHidden()
  await expect(page).toHaveURL(/\/admin\/bookings\?open=/)
  await expect(page.getByRole('dialog', { name: 'Booking Details' })).toContainText('Casey Landry')
  await leads('casey landry', 'Payments')
  await expect(page).toHaveURL(/\/admin\/payments\?open=/)
  await expect(page.getByRole('dialog', { name: 'Transaction Details' })).toContainText('Casey Landry')
  await leads('mia reyes', 'Families')
  await page.getByRole('tab', { name: 'Family' }).click()
  await expect(page.getByRole('list', { name: 'People' }).getByText(/^Mia Reyes/)).toBeVisible()
})

test('the desk finds a family by the child’s name on a phone', { tag: '@phone' }, async ({ page }) => {
  await openUsers(page)
  await page.getByRole('button', { name: 'Search', exact: true }).tap()
  await field(page).fill('mia reyes')
  const child = page.getByRole('group', { name: 'Families' }).getByRole('option').first()
  await expect(child).toContainText('With ')
  expect((await child.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await field(page).fill('coaches')
  await option(page, 'Coaches').tap()
  await expect(page.getByRole('heading', { level: 1, name: 'Coaches' })).toBeVisible()
  await page.getByRole('button', { name: 'Search', exact: true }).tap()
  await page.goBack()
  await expect(field(page)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Coaches' })).toBeVisible()
})

test('the search does with a booking what its menu does, by keyboard', { tag: '@desktop' }, async ({
  page,
}) => {
  await openUsers(page)
  await bookWalkIn(page.request, 'Wynn Zeringue')
  const search = async () => {
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    await page.keyboard.type('zeringue')
  }
  await search()
  const found = page.getByRole('group', { name: 'Bookings' }).getByRole('option', { name: /Wynn Zeringue/ })
  const actions = page.getByRole('group', { name: /^Wynn Zeringue, / })
  await found.click()
  await expect(actions.getByRole('option')).toContainText([
    'View Details',
    'Take $30 Cash',
    'Back to Results',
  ])
  await page.keyboard.press('Escape')
  await expect(found, 'Escape goes back to what was found').toBeVisible()
  await found.click()

  await actions.getByRole('option', { name: 'Move…' }).click()
  await expect(field(page)).toBeHidden()
  const move = page.getByRole('dialog', { name: /^Move/ })
  await expect(move).toContainText('Wynn Zeringue')
  await page.keyboard.press('Escape')
  await expect(move).toBeHidden()

  await search()
  await found.click()
  await actions.getByRole('option', { name: 'Cancel Booking' }).click()
  const cancel = page.getByRole('dialog', { name: 'Cancel Booking' })
  await expect(cancel.getByText('No email, so no one is told.')).toBeVisible()
  await cancel.getByRole('button', { name: 'Cancel Booking' }).click()
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeVisible()
  await search()
  await expect(found).toContainText('Canceled')
  await found.click()
  await expect(actions.getByRole('option', { name: 'Move…' })).toHaveCount(0)
})
