import type { APIRequestContext, Page } from '@playwright/test'
import { dayOfWeek } from '../shared/domain/time/time.ts'
import { formatDay, weekdayNames } from '../shared/domain/time/timeFormat.ts'
import { expectAccessible } from './accessible.ts'
import { deactivate, signInAsWorkingCoach } from './coachAccount.ts'
import { expect, test } from './fixtures.ts'

async function bookLesson(request: APIRequestContext, coach_id: string, lesson_date: string): Promise<void> {
  const lesson = {
    coach_id,
    lesson_date,
    start_time: '17:00',
    duration_minutes: 60,
    payment_method: 'on_arrival',
  }
  const answer = await request.post('/api/lessons', { data: lesson })
  expect(answer.status(), await answer.text()).toBe(201)
}

/** Each switch of the week stands on the line of its day. */
async function expectSwitchesInLine(page: Page): Promise<void> {
  for (const weekday of weekdayNames) {
    const name = page.getByText(weekday).first()
    await expect(name).toBeVisible()
    const track = page.getByRole('switch', { name: weekday }).locator('xpath=following-sibling::*[1]')
    const [text, button] = await Promise.all([name.boundingBox(), track.boundingBox()])
    if (!text || !button) throw new Error(`${weekday} is not drawn.`)
    const middles = [text, button].map(({ y, height }) => y + height / 2)
    expect(Math.abs((middles[0] ?? 0) - (middles[1] ?? 0)), weekday).toBeLessThan(8)
  }
}

test('takes days off and changes the week, and clients see it at once', {
  tag: ['@narrow', '@desktop', '@phone', '@quick'],
}, async ({ page, openBrowser, openCustomer, day, allowProblem }) => {
  allowProblem(/409/)
  const admin = (await openBrowser()).request
  const coachId = await signInAsWorkingCoach(page, admin)
  const customer = await openCustomer()
  await customer.goto(`/book-coach/${coachId}?date=${day}`)
  const start = (time: string) =>
    customer.getByRole('button', { name: `${time}, ${formatDay(day, 'dense')}, available`, exact: true })
  await expect(start('5:00 PM')).toBeVisible()

  await page.goto('/coach-dashboard?tab=availability')
  await expectSwitchesInLine(page)
  await page.getByRole('button', { name: 'Add Time Off' }).click()
  const off = page.getByRole('form', { name: 'Time off' })
  await off.getByRole('radio', { name: 'Hours' }).check()
  await off.getByLabel('Day', { exact: true }).fill(day)
  await off.getByLabel('From', { exact: true }).selectOption('4:30 PM')
  await off.getByLabel('To', { exact: true }).selectOption('4:00 PM')
  await off.getByLabel('Note (optional)').fill('Dentist')
  await page.goBack()
  const leave = page.getByRole('dialog', { name: 'Discard your changes?' })
  await leave.getByRole('button', { name: 'Keep Editing' }).click()
  await expect(leave).toBeHidden()
  await expect(off.getByLabel('Note (optional)')).toHaveValue('Dentist')
  await off.getByRole('button', { name: 'Save Time Off' }).click()
  await expect(off.getByText('The end must be later than the start.')).toBeVisible()
  await off.getByLabel('To', { exact: true }).selectOption('6:00 PM')
  await off.getByRole('button', { name: 'Save Time Off' }).click()
  await expect(off).toBeHidden()
  await expect(page.getByText('4:30–6:00 PM · Dentist')).toBeVisible()
  await expect(start('5:00 PM')).toBeHidden()
  await expect(start('6:00 PM')).toBeVisible()

  await page.getByRole('button', { name: /^Delete time off/ }).click()
  await page
    .getByRole('dialog', { name: 'Delete this time off?' })
    .getByRole('button', { name: 'Delete Time Off' })
    .click()
  await expect(page.getByText('No time off is planned.', { exact: false })).toBeVisible()
  await expect(start('5:00 PM')).toBeVisible()

  await bookLesson(customer.request, coachId, day)
  const weekday = weekdayNames[dayOfWeek(day)] ?? ''
  await page.locator('label', { hasText: weekday }).click()
  await page.getByRole('button', { name: 'Save Availability' }).click()
  const asked = page.getByRole('dialog', { name: 'You Are Booked Then' })
  await expect(asked.getByText('Robin Batter', { exact: true })).toBeVisible()
  await expect(asked.getByText(`${formatDay(day)}, 5:00–6:00 PM`)).toBeVisible()
  await asked.getByRole('button', { name: 'Keep Them and Save' }).click()
  const success = page.getByRole('dialog', { name: 'Success!' })
  await expect(success.getByText('Availability saved successfully!')).toBeVisible()
  await success.getByRole('button', { name: 'OK' }).click()
  await expect(start('6:00 PM')).toBeHidden()
  await page.reload()
  await expect(page.getByRole('switch', { name: weekday })).not.toBeChecked()
  await customer.goto('about:blank')
  await deactivate(admin, coachId)
})

test('sets hours and a day off by keyboard, with what is booked confirmed', { tag: '@desktop' }, async ({
  page,
  openBrowser,
  openCustomer,
  day,
  allowProblem,
}) => {
  allowProblem(/409/)
  const admin = (await openBrowser()).request
  const coachId = await signInAsWorkingCoach(page, admin)
  await bookLesson((await openCustomer()).request, coachId, day)
  await page.goto('/coach-dashboard?tab=availability')
  await expect(page.getByText('Facility Closed')).toBeVisible()
  await expectSwitchesInLine(page)
  const sunday = page.getByRole('switch', { name: 'Sunday' })
  await sunday.focus()
  await page.keyboard.press('Space')
  await expect(page.getByLabel('Sunday, from')).toHaveValue('09:00')
  await expect(page.getByLabel('Sunday, from').getByRole('option')).toHaveText([
    '9:00 AM',
    '10:00 AM',
    '11:00 AM',
    '12:00 PM',
    '1:00 PM',
    '2:00 PM',
    '3:00 PM',
    '4:00 PM',
    '5:00 PM',
  ])
  await expect(page.getByLabel('Monday, from').getByRole('option')).toHaveCount(6)
  await page.getByLabel('Monday, from').selectOption('21:00')
  await expect(page.getByLabel('Monday, to')).toHaveValue('22:00')
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('link', { name: 'Bookings', exact: true }).press('Enter')
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leave.getByRole('button', { name: 'Keep Editing' }).press('Enter')
  await expect(sunday).toBeChecked()
  await page.getByRole('button', { name: 'Discard Changes' }).press('Enter')
  await expect(sunday).not.toBeChecked()

  await page.getByRole('button', { name: 'Add Time Off' }).press('Enter')
  const off = page.getByRole('form', { name: 'Time off' })
  // What is booked comes while it is saved: it is asked for again, and the key that saved presses nothing.
  await page.route('**/api/coach/time-off/conflicts?*', (route) => route.fulfill({ json: [] }))
  await off.getByLabel('Day', { exact: true }).fill(day)
  await off.getByRole('button', { name: 'Save Time Off' }).press('Enter')
  await expect(off.getByText('You’re booked then.')).toBeFocused()
  await off.getByRole('button', { name: 'Back' }).press('Enter')
  await expect(off.getByText('Check them and confirm.')).toBeHidden()
  await expect(off.getByLabel('Day', { exact: true })).toHaveValue(day)
  await off.getByRole('button', { name: 'Save Time Off' }).press('Enter')
  await expect(off.getByText('Robin Batter')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await off.getByRole('button', { name: 'Keep Them and Save' }).press('Enter')
  await expect(off).toBeHidden()
  await expect(page.getByText(formatDay(day))).toBeVisible()

  await page.getByRole('button', { name: 'Add Time Off' }).press('Enter')
  await off.getByLabel('Day', { exact: true }).fill(day)
  await off.getByRole('button', { name: 'Save Time Off' }).press('Enter')
  await expect(off.getByText('You already have time off then.', { exact: false })).toBeVisible()
  await expect(off.getByLabel('Day', { exact: true })).toBeFocused()
  await deactivate(admin, coachId)
})
