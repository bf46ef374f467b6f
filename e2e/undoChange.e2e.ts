import { expectAccessible } from './accessible.ts'
import { bookHalfHour } from './facilityDays.ts'
import { expect, test } from './fixtures.ts'
import { createCustomer, signIn, signInAsDemo } from './people.ts'

test('the desk moves a booking by keyboard, takes it back with Ctrl+Z, and nobody is told', {
  tag: '@desktop',
}, async ({ page, openBrowser, day }) => {
  const customer = await openBrowser()
  const email = await createCustomer(customer.request)
  await signIn(customer.request, email)
  await bookHalfHour(customer.request, { cage: 'Cage 1', day, wallTime: '16:00' })
  await signInAsDemo(page.request, 'desk')
  await page.goto(`/admin/schedule?view=day&date=${day}`)

  const tile = (cage: string, time: string) =>
    page.getByRole('gridcell', { name: new RegExp(`^${cage}, .*, ${time}, Robin Batter`) })
  async function moveByKeys() {
    await tile('Cage 1', '4:00 PM').focus()
    await page.keyboard.press('Alt+ArrowRight')
    await page.keyboard.press('Alt+ArrowDown')
    await page.keyboard.press('Enter')
  }
  await moveByKeys()
  const dialog = page.getByRole('dialog', { name: 'Move Booking' })
  await expect(dialog.getByLabel('Cage')).toHaveValue(/.+/)
  await expect(dialog.getByRole('button', { name: 'Move Booking' })).toBeFocused()
  await expect(dialog.getByText(/^It costs the same/)).toBeVisible()
  await dialog.getByLabel('Add a line (optional)').fill('The net of Cage 1 is torn.')
  await expectAccessible(page)
  await page.keyboard.press('Enter')

  await expect(dialog).toBeHidden()
  await expect(tile('Cage 2', '4:30 PM')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Press Control Z' })).toContainText(
    'The booking of Robin Batter is saved',
  )
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Undone. Nobody is told.')).toBeVisible()
  await expect(tile('Cage 1', '4:00 PM')).toBeVisible()
  await expect(tile('Cage 2', '4:30 PM')).toBeHidden()
  const mailbox = await (await page.request.get(`/dev/mailbox?to=${encodeURIComponent(email)}`)).text()
  expect(mailbox).toContain('Booking confirmed')
  expect(mailbox).not.toContain('Booking changed')

  await moveByKeys()
  await expect(dialog.getByRole('button', { name: 'Move Booking' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Last change' })).toBeVisible()
  await expectAccessible(page)
})
