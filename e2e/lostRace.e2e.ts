import { formatDay } from '../shared/domain/time/timeFormat.ts'
import { cageGrid } from './cageGrid.ts'
import { bookHalfHour } from './facilityDays.ts'
import { expect, test } from './fixtures.ts'

test.beforeEach(({ customer }) => expect(customer).not.toBe(''))

test('a person who books too late is told which slot was taken, keeps the others and books them', {
  tag: '@phone',
}, async ({ page, day, openCustomer, allowProblem }) => {
  allowProblem(/console: .*status of 409/)
  allowProblem(/console: .*ERR_FAILED/)
  // The live stream is blocked: only the server knows that the slot is taken.
  await page.route('**/api/events?*', (route) => route.abort())
  const slow = cageGrid(page, day)
  await slow.open()
  await slow.choose('Cage 1', '5:00 PM')
  await slow.choose('Cage 1', '5:30 PM')
  await slow.choose('Cage 2', '5:00 PM')
  await slow.bookSelected.click()
  await expect(slow.dialog.getByText('$50.00')).toBeVisible()

  await bookHalfHour((await openCustomer()).request, { day, cage: 'Cage 1', wallTime: '17:00' })
  await slow.payOnArrival.click()

  await expect(slow.dialog.getByRole('alert')).toHaveText(
    `Someone else just booked part of your selection: Cage 1, ${formatDay(day)}, 5:00 PM. The rest is still selected.`,
  )
  await expect(slow.dialog.getByRole('listitem')).toHaveCount(2)
  await expect(slow.dialog.getByText('$40.00')).toBeVisible()
  // Next to what is still selected in that cage, although 4:30 PM is nearer.
  await expect(
    slow.dialog.getByRole('button', {
      name: 'Take Cage 1, 6:00–6:30 PM instead · $50.00 in total',
    }),
  ).toBeVisible()
  await slow.payOnArrival.click()
  await expect(slow.booked).toContainText('Booking confirmed: 2 sessions')
  await slow.booked.getByRole('link', { name: 'Continue Browsing' }).click()
  await expect(slow.slot('Cage 1', '5:30 PM', 'yours')).toBeVisible()
  await expect(slow.slot('Cage 2', '5:00 PM', 'yours')).toBeVisible()
})

test('a slot taken while the dialog is open is removed from it and from the total', {
  tag: ['@phone', '@quick'],
}, async ({ page, day, openCustomer }) => {
  const grid = cageGrid(page, day)
  const someone = (await openCustomer()).request
  await grid.open()
  await grid.choose('Cage 6', '8:00 PM')
  await grid.choose('Cage 7', '8:30 PM')
  await grid.bookSelected.click()
  await expect(grid.dialog.getByText('$40.00')).toBeVisible()

  await bookHalfHour(someone, { day, cage: 'Cage 6', wallTime: '20:00' })

  await expect(grid.dialog.getByRole('alert')).toHaveText(
    `No longer available: Cage 6, ${formatDay(day)}, 8:00 PM. The rest is still selected.`,
  )
  await expect(grid.dialog.getByRole('listitem')).toHaveCount(1)
  await grid.payOnArrival.click()
  await expect(grid.booked).toContainText('Booking confirmed: 1 session')
  await grid.booked.getByRole('link', { name: 'Continue Browsing' }).click()
  await expect(grid.slot('Cage 7', '8:30 PM', 'yours')).toBeVisible()
})

test('a chosen slot that someone else books leaves the selection, and the page says which', {
  tag: '@desktop',
}, async ({ page, day, openCustomer }) => {
  const grid = cageGrid(page, day)
  const someone = (await openCustomer()).request
  await grid.open()
  await grid.choose('Cage 1', '4:00 PM')
  await grid.choose('Cage 8', '4:00 PM')

  await bookHalfHour(someone, { day, cage: 'Cage 8', wallTime: '16:00' })

  await expect(
    grid.toast(`No longer available and taken out of your selection: Cage 8, ${formatDay(day)}, 4:00 PM.`),
  ).toBeVisible()
  await expect(grid.slot('Cage 8', '4:00 PM', 'booked')).toBeVisible()
  await expect(grid.selection.getByRole('status')).toHaveText('1 slot selected, 30 minutes, $20.00')
})

test('when all selected slots are taken, the dialog offers the nearest free time in one press', {
  tag: '@phone',
}, async ({ page, day, openCustomer }) => {
  const grid = cageGrid(page, day)
  const someone = (await openCustomer()).request
  await grid.open()
  await grid.choose('Cage 3', '7:00 PM')
  await grid.bookSelected.click()
  await expect(grid.dialog).toBeVisible()

  await bookHalfHour(someone, { day, cage: 'Cage 3', wallTime: '19:00' })

  await expect(grid.dialog.getByRole('alert')).toHaveText(
    `No longer available: Cage 3, ${formatDay(day)}, 7:00 PM.`,
  )
  await expect(grid.payOnArrival).toBeHidden()
  await bookHalfHour(someone, { day, cage: 'Cage 3', wallTime: '19:30' })
  await grid.dialog.getByRole('button', { name: 'Take Cage 3, 6:30–7:00 PM instead · $20.00' }).click()
  await expect(grid.dialogTitle).toBeFocused()
  await expect(grid.dialog.getByRole('alert')).toBeHidden()
  await expect(grid.dialog.getByRole('listitem')).toContainText('6:30–7:00 PM$20.00')
  await grid.payOnArrival.click()
  await expect(grid.booked).toContainText('Booking confirmed: 1 session')
  await grid.booked.getByRole('link', { name: 'Continue Browsing' }).click()
  await expect(grid.slot('Cage 3', '6:30 PM', 'yours')).toBeVisible()
})
