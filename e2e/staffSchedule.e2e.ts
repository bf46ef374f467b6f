import type { Page, Route } from '@playwright/test'
import { facilityDay } from '../shared/domain/time/time.ts'
import { dayInText, formatDay } from '../shared/domain/time/timeFormat.ts'
import { expectAccessible } from './accessible.ts'
import { bookHalfHour } from './facilityDays.ts'
import { expect, test } from './fixtures.ts'
import { pdfText } from './pdfText.ts'
import { createCustomer, signIn, signInAsDemo } from './people.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 2 }).first()
const view = (page: Page, name: string) => page.getByRole('navigation', { name: 'View' }).getByText(name)
/** Other journeys book on other days of the same week. */
const entries = (page: Page, day: string) => page.locator(`[data-entry][data-day="${day}"]`)
const entry = (page: Page, day: string, name: RegExp) =>
  entries(page, day).and(page.getByRole('button', { name }))
const menu = (page: Page) => page.getByRole('menu')

async function openSchedule(page: Page, query: string) {
  await page.goto(`/admin/schedule?${query}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Schedule' })).toBeVisible()
  await expect(page.getByText('Loading schedule...')).toBeHidden()
}

/** A customer with three half hours on an empty day, and the desk's browser. */
test.beforeEach(async ({ page, request, day }) => {
  await signIn(request, await createCustomer(request))
  for (const [cage, wallTime] of [
    ['Cage 1', '17:00'],
    ['Cage 2', '17:00'],
    ['Cage 1', '18:00'],
  ] as const) {
    await bookHalfHour(request, { day, cage, wallTime })
  }
  await signInAsDemo(page.request, 'desk')
})

/** Each booking in a week or month, in place of how full it is. */
const wantColumns = (page: Page) => page.addInitScript(() => localStorage.setItem('schedule-columns', 'true'))

test('a week shows how full each half hour is; a press says who is in it, and books a free cage', {
  tag: '@desktop',
}, async ({ page, day }) => {
  await openSchedule(page, `view=week&date=${day}`)
  const weekday = formatDay(day, 'long').split(',')[0]
  const slot = (time: string, booked: number) =>
    page
      .locator(`[data-day="${day}"]`)
      .and(page.getByRole('button', { name: new RegExp(`^${weekday}, ${time}, ${booked} of \\d+ booked$`) }))
  await expect(slot('5:00 PM', 2)).toHaveText(/^2\/\d+$/)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  // By keys from one half hour to the next; Enter opens it, Escape comes back.
  await slot('5:00 PM', 2).focus()
  await page.keyboard.press('ArrowRight')
  await expect(slot('5:30 PM', 0)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  const beside = page.getByRole('dialog', { name: new RegExp(`${formatDay(day)}, 5:00–5:30 PM`) })
  await expect(beside.getByRole('button', { name: /^Cage 1 Robin Batter/ })).toBeVisible()
  await expect(beside.getByRole('button', { name: 'Book Cage 1', exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(slot('5:00 PM', 2)).toBeFocused()
  await slot('5:00 PM', 2).click()
  await beside.getByRole('button', { name: 'Book Cage 3', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Create Booking' })).toBeVisible()
  await page.keyboard.press('Escape')

  // Drawn over an hour and a half, backwards: only what is free all that time.
  const [first, last] = [await slot('6:30 PM', 0).boundingBox(), await slot('5:30 PM', 0).boundingBox()]
  if (!first || !last) throw new Error('A half hour is not in view.')
  await page.mouse.move(first.x + 10, first.y + 20)
  await page.mouse.down()
  await page.mouse.move(last.x + 10, last.y + 20, { steps: 4 })
  await page.mouse.up()
  const drawn = page.getByRole('dialog', { name: new RegExp(`${formatDay(day)}, 5:30–7:00 PM`) })
  await expect(drawn).toContainText(/\d+ of \d+ cages free all that time/)
  await expect(drawn.getByRole('button', { name: 'Book Cage 1', exact: true })).toHaveCount(0)
  await drawn.getByRole('button', { name: 'Book Cage 2', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Create Booking' })).toContainText(/5:30–7:00 PM/)
  await page.keyboard.press('Escape')

  // The specification's columns are one press away, and stay.
  await page.getByRole('button', { name: 'Columns' }).click()
  await expect(entry(page, day, /Cage 2, pending payment/)).toBeVisible()
  await page.reload()
  await expect(entry(page, day, /Cage 2, pending payment/)).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.keyboard.press('m')
  await expect(
    page.getByRole('link', {
      name: new RegExp(`^${formatDay(day, 'long')}, 3 bookings, \\d+% full, \\$60 due`),
    }),
  ).toBeVisible()
})

test('goes through day, week and month by keyboard alone', { tag: '@desktop' }, async ({ page, day }) => {
  await wantColumns(page)
  await openSchedule(page, `date=${day}`)
  const title = dayInText(day, facilityDay(new Date(), 'America/Chicago'))
  await expect(heading(page)).toHaveText(title)
  await expect(page.locator('[data-tile="Total Bookings"]')).toContainText('3')
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.keyboard.press('w')
  await expect(view(page, 'Week')).toHaveAttribute('aria-current', 'page')
  await expect(entry(page, day, /Robin Batter, Cage 1, pending payment/).first()).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  const first = entry(page, day, /5:00–5:30 PM, Robin Batter/).first()
  await first.focus()
  await page.keyboard.press('ArrowDown')
  await expect(entry(page, day, /6:00–6:30 PM, Robin Batter/)).toBeFocused()
  await expect(view(page, 'Week')).toHaveAttribute('aria-current', 'page')
  await page.keyboard.press('Enter')
  await expect(menu(page).getByRole('menuitem', { name: 'View Details' })).toBeVisible()
  await page.getByRole('menu').press('Escape')
  await expect(menu(page)).toBeHidden()
  await expect(entry(page, day, /6:00–6:30 PM, Robin Batter/)).toBeFocused()

  await page.keyboard.press('m')
  await expect(view(page, 'Month')).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('link', { name: `${formatDay(day, 'long')}, 3 bookings` })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('d')
  await expect(heading(page)).toHaveText(title)
  await page.keyboard.press('ArrowRight')
  await expect(heading(page)).not.toHaveText(title)
  await page.keyboard.press('t')
  await expect(page).toHaveURL(/\/admin\/schedule$/)

  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard Shortcuts' })
  await keys.getByRole('checkbox', { name: 'Use the schedule’s keys on this device' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await page.keyboard.press('w')
  await expect(view(page, 'Day')).toHaveAttribute('aria-current', 'page')
})

test('finds within the week, opens details and takes cash in two presses', {
  tag: ['@desktop', '@quick'],
}, async ({ page, day }) => {
  await wantColumns(page)
  await openSchedule(page, `view=week&date=${day}`)
  await page.getByRole('searchbox', { name: 'Search the schedule' }).fill('robin cage 2')
  await expect(entries(page, day)).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(entries(page, day)).toHaveCount(3)

  await entry(page, day, /Cage 2/).click({ button: 'right' })
  await menu(page).getByRole('menuitem', { name: 'Cash' }).click()
  await expect(entry(page, day, /Cage 2, paid/)).toBeVisible()
  await page.locator('[data-tile="Paid"]').click()
  await expect(entries(page, day)).toHaveCount(1)

  await entry(page, day, /Cage 2/).click()
  await menu(page).getByRole('menuitem', { name: 'View Details' }).click()
  await expect(page.getByRole('dialog', { name: 'Booking Details' })).toContainText('Robin Batter')
  await expect(page).toHaveURL(/open=/)
})

test("takes one payment for all of a customer's bookings, by the method that is chosen, and sets all back or none", {
  tag: '@desktop',
}, async ({ page, day, allowProblem }) => {
  await openSchedule(page, `date=${day}`)
  const status = page.getByLabel('Status of Robin Batter')
  await expect(status).toHaveValue('pending payment')
  await page.getByRole('button', { name: /Robin Batter/, expanded: false }).click()
  await expect(page.getByRole('button', { name: /Actions for Cage 2/ })).toBeVisible()

  // Paid asks how, and shows what for; one is left out, and then put back.
  await status.selectOption('Paid')
  const taking = page.getByRole('dialog', { name: 'Take Payment' })
  const total = taking.getByRole('status').filter({ hasText: 'Total' })
  await expect(taking.getByRole('list', { name: 'Due later' }).getByRole('listitem')).toHaveCount(3)
  await expect(total).toContainText('Total, 3 items')
  await expect(taking.getByText('Robin Batter', { exact: false }).first()).toBeVisible()
  const all = (await total.locator('strong').last().textContent()) ?? ''
  await taking.getByRole('checkbox', { name: /Cage 2/ }).uncheck()
  await expect(total).toContainText('Total, 2 items')
  await expect(total).not.toContainText(all)
  await taking.getByRole('checkbox', { name: /Cage 2/ }).check()
  await taking.getByRole('radio', { name: /^Card/ }).check()
  await taking.getByRole('button', { name: /^Paid \$.* by Card$/ }).click()
  await expect(page.locator('[data-tile="Paid"]')).toContainText('3')
  await expect(status).toHaveValue('paid')
  const { items: payments } = (await (
    await page.request.get('/api/admin/payments?search_query=Robin%20Batter')
  ).json()) as { items: { payment_method: string }[] }
  expect(payments.slice(0, 3).map(({ payment_method }) => payment_method)).toEqual([
    'desk_card',
    'desk_card',
    'desk_card',
  ])

  await status.selectOption('Pending Payment')
  await expect(page.locator('[data-tile="Paid"]')).toContainText('0')
  await expect(status).toHaveValue('pending payment')
  // One press undoes all three changes.
  await page.getByRole('button', { name: /Undo/ }).click()
  await expect(page.locator('[data-tile="Paid"]')).toContainText('3')
  await expect(status).toHaveValue('paid')

  // Another desk is faster by a moment: what it did stays, and nothing else is changed.
  allowProblem(/409/)
  const beFaster = async (route: Route) => {
    const { items } = route.request().postDataJSON() as { items: { id: string }[] }
    const rival = await page.request.put(`/api/bookings/${items[2]?.id}/status`, {
      data: { status: 'pending payment' },
    })
    expect(rival.status()).toBe(200)
    await route.continue()
  }
  await page.route('**/api/admin/pending-payments', beFaster, { times: 1 })
  await status.selectOption('Pending Payment')
  await expect(page.getByText(/^Failed to update booking status:/)).toBeVisible()
  await expect(page.locator('[data-tile="Paid"]')).toContainText('2')
  await expect(status).toHaveValue('mixed')
})

test('prints the day on paper, without the frame around it', { tag: '@desktop' }, async ({ page, day }) => {
  await openSchedule(page, `date=${day}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Print the Day' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Day Sheet' })).toBeVisible()
  const sheet = page.getByRole('article')
  await expect(sheet).toContainText('3 bookings · 0 paid')
  await expect(sheet.getByRole('row', { name: /Robin Batter/ }).first()).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('checkbox', { name: 'By cage' }).uncheck()
  await expect(sheet.getByRole('heading', { name: /By cage/ })).toBeHidden()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('navigation')).toBeHidden()
  await expect(sheet).toHaveCSS('color-scheme', 'light')
  expect(pdfText(await page.pdf())).toContain('RobinBatter')
})

test('shows a week and a month with the chosen day on a phone', { tag: '@phone' }, async ({ page, day }) => {
  await openSchedule(page, `view=month&date=${day}`)
  const days = page.getByRole('navigation', { name: 'Days' })
  await expect(days.getByRole('link', { name: `${formatDay(day, 'long')}, 3 bookings` })).toHaveAttribute(
    'aria-current',
    /date|page/,
  )
  await expect(entries(page, day)).toHaveCount(3)
  await view(page, 'Week').click()
  await expect(days.getByRole('link')).toHaveCount(7)
  // A day of another year has its year there too.
  const nextYear = `${Number(facilityDay(new Date(), 'America/Chicago').slice(0, 4)) + 1}`
  await openSchedule(page, `date=${nextYear}-05-05`)
  await expect(heading(page).getByText(nextYear)).toBeInViewport({ ratio: 1 })
  await openSchedule(page, `view=week&date=${day}`)
  await entries(page, day).first().click()
  await menu(page).getByRole('menuitem', { name: 'Edit Booking' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Booking' })).toBeVisible()
  await page.keyboard.press('Escape')
})
