import { cageGrid } from './cageGrid.ts'
import { bookHalfHour } from './facilityDays.ts'
import { expect, test } from './fixtures.ts'

test('a customer at the limit of unpaid time is told what to do, and can book again once below it', {
  tag: ['@phone', '@quick'],
}, async ({ page, customer, day, allowProblem }) => {
  allowProblem(/console: .*409/)
  expect(customer).not.toBe('')
  const times = ['16:00', '16:30', '17:00', '17:30', '18:00', '18:30', '19:00', '19:30']
  for (const wallTime of times) await bookHalfHour(page.request, { day, cage: 'Cage 1', wallTime })
  const grid = cageGrid(page, day)
  await grid.open()
  await grid.choose('Cage 2', '6:00 PM')
  await grid.bookSelected.click()
  await grid.payOnArrival.click()

  const notice = grid.dialog.getByRole('alert')
  await expect(notice).toHaveText(
    'You can have up to 4 hours booked to pay on arrival, and you have 4 hours already. Please cancel a booking, or call us at (409) 555-0142.',
  )
  await expect(notice.getByRole('link')).toHaveAttribute('href', 'tel:4095550142')
  await grid.dialog.getByRole('link', { name: 'View your bookings' }).click()
  await expect(page).toHaveURL(/\/account\?tab=bookings/)
  // The address changes before the page does.
  await expect(page.getByRole('heading', { name: 'Bookings' })).toBeVisible()

  const [booked] = (await (await page.request.get('/api/me/bookings')).json()) as { id: string }[]
  await page.request.post(`/api/me/bookings/${booked?.id}/cancel`)
  await page.goBack()
  await grid.bookSelected.click()
  await grid.payOnArrival.click()
  await expect(grid.booked).toContainText('Booking confirmed: 1 session')
})
