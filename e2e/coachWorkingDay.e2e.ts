import type { APIRequestContext, Page } from '@playwright/test'
import { dayOfWeek } from '../shared/domain/time/time.ts'
import { formatDay, weekdayNames } from '../shared/domain/time/timeFormat.ts'
import { expectAccessible } from './accessible.ts'
import { deactivate, signInAsWorkingCoach } from './coachAccount.ts'
import { expect, test } from './fixtures.ts'
import { letUndoTimePass } from './mailbox.ts'
import { createCustomer, signIn } from './people.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Reads what has succeeded, and goes on. */
async function acknowledge(page: Page, text: string) {
  const success = dialog(page, 'Success!')
  await expect(success).toContainText(text)
  await success.getByRole('button', { name: 'OK' }).tap()
}

/** A mail of this subject in the development mailbox of an address, once it is there. */
async function mailTo(request: APIRequestContext, email: string, subject: string): Promise<string> {
  let text = ''
  await expect(async () => {
    const list = await (await request.get(`/dev/mailbox?to=${encodeURIComponent(email)}`)).text()
    const mails = await Promise.all(
      [...list.matchAll(/\/dev\/mailbox\/[0-9a-f-]{36}/g)].map(async ([mail]) =>
        (await request.get(`${mail}/html`)).text(),
      ),
    )
    text = mails.find((mail) => mail.includes(subject)) ?? ''
    expect(text).not.toBe('')
  }).toPass({ intervals: [100, 250], timeout: 15_000 })
  return text
}

test('a coach runs a working day with one thumb, and the customer’s pages follow', { tag: '@phone' }, async ({
  page,
  openBrowser,
  day,
  facilityServer,
  allowProblem,
}) => {
  allowProblem(/409/)
  const admin = (await openBrowser()).request
  const coachId = await signInAsWorkingCoach(page, admin)
  const customer = await openBrowser()
  const email = await createCustomer(customer.request)
  await signIn(customer.request, email)
  await customer.goto('/account?tab=lessons')
  const lessons = customer.getByRole('tabpanel', { name: 'Lessons' }).getByRole('listitem')
  const hours = await customer.context().newPage()
  await hours.goto(`/book-coach/${coachId}?date=${day}`)
  const start = (time: string) =>
    hours.getByRole('button', { name: `${time}, ${formatDay(day, 'dense')}, available`, exact: true })
  await expect(start('7:00 PM')).toBeVisible()

  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Coach', exact: true }).getByRole('link', { name }).tap()
  const slot = (time: string) =>
    page.getByRole('button', { name: `Cage 4, ${formatDay(day, 'dense')}, ${time}, available`, exact: true })

  // Sees the day, and hears of a booking.
  await page.goto('/coach-dashboard')
  await expect(page.getByText('No lessons today.')).toBeVisible()
  const lesson = { coach_id: coachId, lesson_date: day, start_time: '20:00', duration_minutes: 60 }
  const own = { data: { ...lesson, payment_method: 'on_arrival' } }
  expect((await customer.request.post('/api/lessons', own)).status()).toBe(201)
  await expect(page.getByText(`New booking: Robin Batter, ${formatDay(day)}, 8:00 PM`)).toBeVisible()

  // Books a client in.
  await tab('Book Client')
  await page.goto(`/coach-dashboard?tab=book-client&day=${day}`)
  await slot('4:00 PM').tap()
  await slot('4:30 PM').tap()
  await page.getByRole('button', { name: 'Book Selected' }).tap()
  const form = page.getByRole('form', { name: 'Book client' })
  await form.getByRole('combobox', { name: 'Customer' }).fill(email)
  await form.getByRole('option', { name: email }).tap()
  await form.getByRole('button', { name: 'Book Lesson' }).tap()
  await dialog(page, 'Booking Confirmed').getByRole('button', { name: 'OK', exact: true }).tap()
  await expect(lessons.filter({ hasText: '4:00–5:00 PM' })).toContainText('Cage 4')
  await expect(start('4:00 PM')).toBeHidden()

  // Moves it.
  await tab('Bookings')
  const menu = page.getByRole('button', { name: /^Actions for Robin Batter/ }).first()
  await menu.tap()
  await page.getByRole('menuitem', { name: 'Edit' }).tap()
  const edit = dialog(page, 'Edit Coach Session')
  await edit.getByRole('button', { name: 'Reschedule' }).tap()
  // As long as before.
  await slot('6:00 PM').tap()
  await edit.getByRole('button', { name: 'Save Changes' }).tap()
  await page.getByRole('button', { name: 'Confirm Reschedule' }).tap()
  await acknowledge(page, 'Booking updated successfully!')
  await expect(lessons.filter({ hasText: '6:00–7:00 PM' })).toBeVisible()
  await expect(start('4:00 PM')).toBeVisible()

  // Asks for the day off: what is booked is listed first, and stays.
  await tab('Availability')
  await page.getByRole('button', { name: 'Add Time Off' }).tap()
  const off = page.getByRole('form', { name: 'Time off' })
  await off.getByLabel('Day', { exact: true }).fill(day)
  // Said before anything is saved, above the button.
  await expect(off.getByRole('status').getByText('You’re booked then.')).toBeVisible()
  await expect(off.getByText(/^These stay booked with you/)).toBeVisible()
  await expect(off.getByText('Robin Batter')).toHaveCount(2)
  const [bookings] = await Promise.all([
    page.waitForEvent('popup'),
    off.getByRole('link', { name: 'Open the lesson of Robin Batter' }).first().tap(),
  ])
  // That lesson, of two with the same name; what is read and closed stays closed.
  const opened = dialog(bookings, 'Booking Details')
  await expect(opened).toContainText('6:00–7:00 PM')
  await bookings.keyboard.press('Escape')
  await expect(opened).toBeHidden()
  await bookings.reload()
  await expect(bookings.getByRole('button', { name: /^Actions for Robin Batter/ }).first()).toBeVisible()
  await expect(opened).toBeHidden()
  await bookings.close()
  await off.getByRole('button', { name: 'Keep Them and Save' }).tap()
  await expect(
    page.getByRole('button', { name: `Delete time off: ${formatDay(day)}, All day` }),
  ).toBeVisible()
  await expect(start('4:00 PM')).toBeHidden()

  // Sets the week, which is not lost by a slip of the thumb.
  const weekday = weekdayNames[(dayOfWeek(day) % 5) + 1] ?? ''
  await page.locator('label', { hasText: weekday }).tap()
  await tab('Bookings')
  await dialog(page, 'Leave without saving?').getByRole('button', { name: 'Keep Editing' }).tap()
  await page.getByRole('button', { name: 'Save Availability' }).tap()
  await acknowledge(page, 'Availability saved successfully!')

  // Cancels the lesson.
  await tab('Bookings')
  await menu.tap()
  await page.getByRole('menuitem', { name: 'Cancel' }).tap()
  const cancel = dialog(page, 'Cancel Booking')
  await expect(cancel).toContainText(
    'Are you sure you want to cancel this booking? This action cannot be undone.',
  )
  const size = page.viewportSize() ?? { width: 390, height: 844 }
  await expectAccessible(page, [{ width: 320, colorScheme: 'dark' }])
  await page.setViewportSize(size)
  await cancel.getByLabel('Message to the Customer').fill('My car broke down. Sorry!')
  await cancel.getByRole('button', { name: 'Cancel Booking' }).tap()
  await acknowledge(page, 'Booking cancelled successfully')
  await expect(lessons.filter({ hasText: '6:00–7:00 PM' })).toContainText('Canceled')

  // A canceled one can be looked at, and nothing else.
  await expect(page.getByText('Canceled', { exact: true })).toBeVisible()
  await menu.tap()
  await expect(page.getByRole('menuitem')).toHaveText(['View Details'])
  await letUndoTimePass(facilityServer)
  expect(await mailTo(page.request, email, 'My car broke down. Sorry!')).toContain('6:00–7:00 PM')
  await hours.close()
  await customer.goto('about:blank')
  await deactivate(admin, coachId)
})
