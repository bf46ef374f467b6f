import { dayInText, formatDay } from '../shared/domain/time/timeFormat.ts'
import { expectAccessible } from './accessible.ts'
import { cageGrid } from './cageGrid.ts'
import { expect, test } from './fixtures.ts'
import { signInAsDemo } from './people.ts'

test('a customer books an hour in one cage and half an hour in another', {
  tag: ['@narrow', '@desktop', '@quick'],
}, async ({ page, day, customer }) => {
  expect(customer).not.toBe('')
  const grid = cageGrid(page, day)
  await test.step('choose', async () => {
    await grid.open()
    await grid.choose('Cage 1', '4:00 PM')
    await expect(grid.selection.getByRole('status')).toHaveText('1 slot selected, 30 minutes, $20.00')
    await grid.choose('Cage 1', '4:30 PM')
    await grid.choose('Cage 2', '5:30 PM')
    await expect(grid.selection).toContainText('3 slots · 90 min (1.5 hours)')
    await expect(grid.selection.getByRole('status')).toHaveText('3 slots selected, 1.5 hours, $50.00')
  })

  await test.step('book', async () => {
    await grid.bookSelected.click()
    const sessions = grid.dialog.getByRole('listitem')
    await expect(sessions).toHaveCount(2)
    await expect(sessions.nth(0)).toContainText(`Cage 1${formatDay(day)} · 1 hour4:00–5:00 PM$30.00`)
    await expect(sessions.nth(1)).toContainText(`Cage 2${formatDay(day)} · 30 minutes5:30–6:00 PM$20.00`)
    await expect(grid.dialog.getByText('$50.00')).toBeVisible()
    await expect(
      grid.dialog.getByRole('button', { name: 'Pay with Card (Temporarily Disabled)' }),
    ).toBeDisabled()
    await grid.payOnArrival.click()
    await expect(grid.dialog).toBeHidden()
  })

  await test.step('see its ticket', async () => {
    await expect(grid.booked.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(grid.booked.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('status').filter({ hasText: 'Booking confirmed' })).toHaveCount(0)
    for (const text of [
      'Booking confirmed: 2 sessions. Please pay on arrival.',
      dayInText(day, day),
      ', and 1 more',
      'Cage 1 · 4:00–5:00 PM',
      'Cage 2 · 5:30–6:00 PM',
      'A helmet and a bat. We have both to borrow.',
      '$50',
      'Pay on arrival',
    ])
      await expect(grid.booked).toContainText(text)
    await expect(grid.booked.getByRole('button', { name: /^(Move|Cancel): Cage/ })).toHaveCount(4)
    await expect(grid.booked).toContainText('You can move or cancel')
    await expect(grid.booked.getByRole('link', { name: 'Directions' })).toHaveAttribute('href', /maps/)
    const calendar = await grid.booked.getByRole('link', { name: /^Add to Calendar/ }).getAttribute('href')
    const file = await (await page.request.get(calendar ?? '')).text()
    expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(2)
    await expectAccessible(page)
  })

  await test.step('see it in the grid', async () => {
    await grid.booked.getByRole('link', { name: 'Continue Browsing' }).click()
    await expect(grid.slot('Cage 1', '4:00 PM', 'yours')).toContainText('Yours')
    await expect(grid.slot('Cage 1', '4:30 PM', 'yours')).toBeVisible()
    await expect(grid.slot('Cage 2', '5:30 PM', 'yours')).toBeVisible()
    await expect(grid.slot('Cage 1', '5:00 PM', 'available')).toBeVisible()
    await expect(grid.selection.getByRole('status')).toHaveText('No slots selected')
  })

  await test.step('see it in the account', async () => {
    await page.goto('/account?tab=bookings')
    await expect(page.getByRole('heading', { name: 'Upcoming' })).toBeVisible()
    const bookings = page.getByRole('main').getByRole('listitem')
    await expect(bookings).toHaveCount(2)
    for (const text of ['Cage 1', formatDay(day), '4:00–5:00 PM', '$30.00', 'Pay on arrival']) {
      await expect(bookings.nth(0)).toContainText(text)
    }
    await expect(bookings.nth(1)).toContainText('5:30–6:00 PM')
  })
})

test('each booking has a new ticket; a reload and Back show it as no news, and never another person’s', {
  tag: '@phone',
}, async ({ page, day, customer }) => {
  expect(customer).not.toBe('')
  const grid = cageGrid(page, day)
  const ticket = page.getByRole('article', { name: 'Ticket: Cage' })
  const plain = page.getByRole('heading', { name: 'Your Booking' })
  async function book(cage: string, time: string) {
    await grid.open()
    await grid.choose(cage, time)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await grid.bookSelected.click()
    await grid.payOnArrival.click()
    await expect(grid.booked.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(grid.booked.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
    await expect(ticket).toContainText(`Cage ${cage.slice(-1)}`)
  }
  await book('Cage 1', '4:00 PM')
  const first = page.url()
  await page.reload()
  await expect(plain).toBeFocused()
  await expect(ticket).toContainText('Cage 1')
  await book('Cage 2', '4:30 PM')
  await expect(ticket).toHaveCount(1)
  expect(page.url()).not.toBe(first)
  await grid.booked.getByRole('link', { name: 'View My Bookings' }).click()
  await expect(page.getByRole('heading', { name: 'Upcoming' })).toBeVisible()
  await page.goBack()
  await expect(plain).toBeVisible()

  await test.step('canceled on the ticket, it says so', async () => {
    await page.getByRole('button', { name: /^Cancel: Cage 2/ }).click()
    await page.getByRole('button', { name: 'Cancel booking' }).click()
    await expect(ticket).toContainText('Canceled')
    await expect(page.getByRole('button', { name: /^Cancel: / })).toHaveCount(0)
    await expect(page.getByText('This booking was canceled.')).toBeVisible()
    await expect(page.getByRole('link', { name: /^Add to Calendar/ })).toHaveCount(0)
  })

  await test.step('not for someone else', async () => {
    await signInAsDemo(page.request, 'member')
    await page.reload()
    await expect(page.getByText('This ticket isn’t for this account.')).toBeVisible()
    await expect(ticket).toHaveCount(0)
  })
})

test('a member pays less, and sees how much', { tag: '@desktop' }, async ({ page, day }) => {
  const grid = cageGrid(page, day)
  await signInAsDemo(page.request, 'member')
  await grid.open()
  await grid.choose('Cage 3', '6:00 PM')
  await expect(grid.selection).toContainText('15% member discount')
  await page.reload()
  await expect(grid.slot('Cage 3', '6:00 PM', 'selected')).toBeVisible()
  await grid.bookSelected.click()
  await expect(grid.dialog.getByText('Member discount (15%)')).toBeVisible()
  await expect(grid.dialog.getByText('-$3.00')).toBeVisible()
  await grid.payOnArrival.click()
  await expect(grid.booked).toContainText('Booking confirmed: 1 session. Please pay on arrival.')
  await expect(grid.booked).toContainText('$17')
})
