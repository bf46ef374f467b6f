import type { Page } from '@playwright/test'
import type { CustomerBooking } from '../shared/contract/bookings/bookings.ts'
import { addDays, epochMs, facilityDay } from '../shared/domain/time/time.ts'
import { formatDay, formatTime } from '../shared/domain/time/timeFormat.ts'
import { fillSignIn } from './accountForms.ts'
import { cageGrid } from './cageGrid.ts'
import { bookLesson, coachName } from './coachPage.ts'
import { bookHalfHour } from './facilityDays.ts'
import { look } from './familyPages.ts'
import { expect, test } from './fixtures.ts'
import { mailedLink } from './mailbox.ts'
import { signInAsDemo } from './people.ts'

const ZONE = 'America/Chicago'
const WEEK_MS = 7 * 24 * 3_600_000

/** The signed-in customer's list of bookings or lessons, and the dialogs for one of them. */
function changes(page: Page, tab: 'bookings' | 'lessons', day: string) {
  const noun = tab === 'bookings' ? 'booking' : 'lesson'
  return {
    open: () => page.goto(`/account?tab=${tab}`),
    card: (text: string) => page.getByRole('listitem').filter({ hasText: text }),
    button: (verb: 'Move' | 'Cancel', title: string, time: string) =>
      page.getByRole('button', { name: `${verb}: ${title}, ${formatDay(day)}, ${time}`, exact: true }),
    cancelDialog: page.getByRole('dialog', { name: `Cancel this ${noun}?` }),
    moveDialog: page.getByRole('dialog', { name: `Move your ${noun}` }),
    movedDialog: page.getByRole('dialog', { name: `Your ${noun} is moved` }),
    time: (time: string) =>
      page.getByRole('button', { name: `${time}, ${formatDay(day, 'dense')}, available`, exact: true }),
    confirmMove: page.getByRole('button', {
      name: `Move ${tab === 'bookings' ? 'Booking' : 'Lesson'}`,
      exact: true,
    }),
  }
}

test('a booking is canceled, another one moved past a lost race and back', {
  tag: ['@narrow', '@desktop', '@phone', '@quick'],
}, async ({ page, customer, day, openCustomer, allowProblem }) => {
  allowProblem(/console: .*(status of 409|ERR_FAILED)/)
  const before = formatDay(addDays(day, -1))

  // The rule is said before anyone books.
  const grid = cageGrid(page, day)
  await grid.open()
  await grid.choose('Cage 1', '4:00 PM')
  await grid.bookSelected.click()
  await expect(grid.dialog).toContainText(`Free to move or cancel until ${before}, 4:00 PM.`)
  await grid.payOnArrival.click()
  await expect(grid.booked).toContainText('Booking confirmed')
  await bookHalfHour(page.request, { day, cage: 'Cage 2', wallTime: '17:00' })

  // The live stream is blocked: only the server knows that a slot is taken.
  await page.route('**/api/events?*', (route) => route.abort())
  const mine = changes(page, 'bookings', day)
  await mine.open()
  await mine.button('Cancel', 'Cage 1', '4:00 PM').click()
  await expect(mine.cancelDialog).toContainText('There is nothing to refund.')
  await page.keyboard.press('Escape')
  await expect(mine.button('Cancel', 'Cage 1', '4:00 PM')).toBeFocused()
  await page.keyboard.press('Enter')
  await mine.cancelDialog.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(grid.toast(`Your booking is canceled: Cage 1, ${formatDay(day)}, 4:00 PM.`)).toBeVisible()
  await expect(mine.card('Cage 1')).toContainText('Canceled')
  await expect(mine.button('Cancel', 'Cage 1', '4:00 PM')).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()

  // The link of the mail opens the dialog, after signing in; what it leads to may be off by then.
  const mailed = (verb: 'move' | 'cancel', cage: string) =>
    mailedLink(page.request, customer, new RegExp(`http[^"\\s]+&change=${verb}`), cage)
  await page.goto(await mailed('move', 'Cage 1'))
  const note = page.getByText('That link is for something that was canceled or is over')
  // Below the header, which stays while the page scrolls.
  const isSeen = () =>
    note.evaluate((element) => {
      const { left, top } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + 8, top + 8))
    })
  await expect.poll(isSeen).toBe(true)
  const link = await mailed('move', 'Cage 2')
  await page.context().clearCookies()
  await page.goto(link)
  await fillSignIn(page, customer)
  await expect(mine.moveDialog).toContainText('Cage 2')
  await page.keyboard.press('Escape')
  await expect(mine.button('Move', 'Cage 2', '5:00 PM')).toBeFocused()
  await expect(page).not.toHaveURL(/change=/)
  await page.keyboard.press('Enter')
  await expect(mine.time('4:00 PM')).toBeVisible()
  await look(page)
  await mine.time('6:00 PM').click()
  await expect(mine.moveDialog.getByRole('heading', { name: 'From here to there' })).toBeFocused()
  await expect(mine.moveDialog.getByRole('radio', { name: /^Cage 2/ })).toBeChecked()
  await expect(mine.moveDialog).toContainText('No price change: $20.00, paid on arrival.')
  await expect(mine.moveDialog).toContainText(`Free to move or cancel until ${before}, 6:00 PM.`)
  await look(page)
  await bookHalfHour((await openCustomer()).request, { day, cage: 'Cage 2', wallTime: '18:00' })
  await mine.confirmMove.click()
  await expect(mine.moveDialog.getByRole('alert')).toHaveText(
    'Someone else just booked that time. Please choose another one.',
  )
  await mine.time('6:00 PM').click()
  await expect(mine.moveDialog.getByRole('radio', { name: /^Cage 2/ })).toHaveCount(0)
  await mine.moveDialog.getByRole('radio', { name: /^Cage 4/ }).check()
  await mine.confirmMove.click()
  await expect(mine.movedDialog).toContainText(`Your booking is moved: Cage 4, ${formatDay(day)}, 6:00 PM.`)
  await expect(mine.movedDialog.getByRole('button', { name: 'Done' })).toBeFocused()
  await mine.movedDialog.getByRole('button', { name: 'Move Back' }).click()
  await expect(mine.movedDialog).toContainText(`Your booking is moved: Cage 2, ${formatDay(day)}, 5:00 PM.`)
  await mine.movedDialog.getByRole('button', { name: 'Done' }).click()
  await expect(mine.button('Move', 'Cage 2', '5:00 PM')).toBeFocused()
})

test('a booking made under a stricter rule says why it stays, and gives the number to call', {
  tag: '@phone',
}, async ({ page }) => {
  await signInAsDemo(page.request, 'customer')
  const bookings: CustomerBooking[] = await (await page.request.get('/api/me/bookings')).json()
  const strict = bookings.find(
    ({ start_time, change }) => epochMs(start_time) - epochMs(change.until) === WEEK_MS,
  )
  if (!strict) throw new Error('The demo has no booking made under a stricter rule.')
  const moment = (instant: string) => `${formatDay(facilityDay(instant, ZONE))}, ${formatTime(instant, ZONE)}`
  const name = `${strict.cage_name}, ${moment(strict.start_time)}`

  // No button is beside the sentence that it cannot be changed; a mail's link still explains why.
  await page.goto(`/account?tab=bookings&item=${strict.id}`)
  const card = page.locator('li:focus')
  await expect(card).toContainText('Can no longer be changed online: call us')
  await expect(card.getByRole('button', { name: /^(Move|Cancel)/ })).toHaveCount(0)
  await page.goto(`/account?tab=bookings&item=${strict.id}&change=move`)
  const late = page.getByRole('dialog', { name: 'Please Call Us' })
  await expect(late).toContainText(
    `${name} could be canceled or moved online until ${moment(strict.change.until)}.`,
  )
  await expect(late.getByRole('link', { name: /^Call / })).toHaveAttribute('href', /^tel:\d+$/)
  await look(page)
  await page.keyboard.press('Escape')
  await expect(late).toBeHidden()
})

test('a lesson is moved while others book, and canceled', {
  tag: '@desktop',
}, async ({ page, customer: _, day, openCustomer }) => {
  await bookLesson(page.request, day, '16:00')
  const mine = changes(page, 'lessons', day)
  const title = `Lesson with ${coachName}`
  await mine.open()
  await mine.button('Move', title, '4:00 PM').click()
  // Its own time is not in the way.
  await expect(mine.time('4:30 PM')).toBeVisible()
  await expect(mine.time('4:00 PM')).toBeHidden()
  const someone = (await openCustomer()).request
  await mine.time('7:00 PM').click()
  await expect(mine.confirmMove).toBeVisible()
  await bookLesson(someone, day, '19:00')
  await expect(mine.moveDialog.getByRole('alert')).toHaveText(
    '7:00 PM is no longer available. Please choose another time.',
  )
  await mine.time('5:30 PM').click()
  await mine.confirmMove.click()
  await expect(mine.movedDialog).toContainText(
    `Your lesson with ${coachName} is moved: ${formatDay(day)}, 5:30 PM.`,
  )
  await mine.movedDialog.getByRole('button', { name: 'Done' }).click()
  await expect(mine.card(title)).toContainText('5:30–6:30 PM')

  await mine.button('Cancel', title, '5:30 PM').click()
  await mine.cancelDialog.getByRole('button', { name: 'Cancel lesson' }).click()
  await expect(mine.button('Cancel', title, '5:30 PM')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Past and Canceled' })).toBeVisible()
})
