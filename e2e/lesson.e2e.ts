import { addDays, facilityDay } from '../shared/domain/time/time.ts'
import { dayInText, formatDay } from '../shared/domain/time/timeFormat.ts'
import { fillSignIn } from './accountForms.ts'
import { bookLesson, coachId, coachName, coachPage } from './coachPage.ts'
import { noteHydration, openHydrated } from './developmentBuild.ts'
import { laterWeekday } from './facilityDays.ts'
import { look } from './familyPages.ts'
import { expect, test } from './fixtures.ts'
import { staysPressed } from './pageChecks.ts'
import { createCustomer, newEmail } from './people.ts'
import { watchShifts } from './watchShifts.ts'

/** 'Tue, Nov 24' as the pages write it, with another year. */
const inText = (day: string) => dayInText(day, facilityDay(new Date(), 'America/Chicago'))

test('a guest books a lesson in under a minute, and may create an account after', {
  tag: ['@narrow', '@desktop', '@phone', '@quick', '@monday'],
}, async ({ page, day }) => {
  const email = newEmail()
  const coach = coachPage(page, day)
  const began = Date.now()
  await coach.open()
  await coach.choose('4:00 PM')
  const summary = page.getByRole('form', { name: 'Booking Summary' })
  await expect(summary).toContainText(`Coach${coachName}`)
  await expect(summary).toContainText(`Date${inText(day)}Time`)
  await expect(summary).toContainText('Time4:00–5:00 PM')
  await expect(summary).toContainText('Duration60 minutes')
  await expect(summary).toContainText('Coach fee$60.00Cage fee$30.00Total$90.00')
  await expect(page.getByRole('button', { name: 'Pay with Card (Coming Soon)' })).toBeDisabled()
  await expect(page.getByLabel('Full Name')).toBeFocused()
  await expect(page.getByLabel('Phone')).toHaveAttribute('type', 'tel')
  await coach.fillGuest('Robin Batter', email)
  await page.getByLabel('Email (optional)').press('Enter')

  await expect(coach.confirmed).toContainText(
    `Your session with ${coachName} is confirmed. You can pay on arrival.`,
  )
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  expect(Date.now() - began).toBeLessThan(60_000)
  const calendar = await coach.confirmed.getByRole('link', { name: 'Add to Calendar' }).getAttribute('href')
  expect(await (await page.request.get(calendar ?? '')).text()).toContain('BEGIN:VEVENT')
  await expect(page).not.toHaveURL(/time=/)

  await coach.confirmed.getByRole('link', { name: 'Create Account to Manage Booking' }).click()
  await expect(page).toHaveURL(/\/auth\?mode=signup/)
  expect(page.url()).not.toContain(encodeURIComponent(email))
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Full Name')).toHaveValue('Robin Batter')
})

test('a booked time has gone, and the focus is on the times', {
  tag: ['@narrow', '@desktop', '@phone', '@monday'],
}, async ({ page, day, customer }) => {
  expect(customer).not.toBe('')
  const coach = coachPage(page, day)
  await coach.open()
  await coach.choose('5:30 PM')
  await expect(page.getByText('Booking as Robin Batter')).toBeVisible()
  await expect(page.getByRole('form', { name: 'Booking Summary' })).toContainText(
    `Free to move or cancel until ${formatDay(addDays(day, -1))}, 5:30 PM.`,
  )
  await coach.book.click()
  await coach.confirmed.getByRole('link', { name: 'Continue Browsing' }).click()
  await expect(page.getByRole('heading', { name: 'Start Times' })).toBeVisible()
  await expect(coach.start('4:30 PM')).toBeVisible()
  for (const time of ['5:00 PM', '5:30 PM', '6:00 PM']) await expect(coach.start(time)).toBeHidden()

  await page.goto('/account?tab=lessons')
  const lesson = page.getByRole('tabpanel', { name: 'Lessons' }).getByRole('listitem')
  await expect(lesson).toContainText(`Lesson with ${coachName}`)
  await expect(lesson).toContainText(`${inText(day)}5:30–6:30 PM · Cage 1`)
  await expect(lesson.getByRole('link', { name: /^Add to Calendar/ })).toHaveAttribute('href', /lesson\.ics/)
})

test('a time that is pressed before the summary can be drawn leads to it, also where its code fails at first', {
  tag: ['@phone', '@monday'],
}, async ({ page, day, allowProblem }) => {
  allowProblem(/ERR_FAILED/)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let asked = 0
  await page.route('**/assets/LessonPurchase-*.js', async (route) => {
    asked += 1
    if (asked <= 2) return route.abort()
    await released
    await route.continue()
  })
  const coach = coachPage(page, day)
  await coach.open()
  await coach.start('4:00 PM').click()
  await expect(page).toHaveURL(/time=16/)
  await expect(coach.start('4:00 PM')).toBeHidden()
  await expect.poll(() => asked).toBeGreaterThan(2)
  release()
  await expect(page.getByLabel('Full Name')).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Start Times' })).toBeFocused()
})

test('a guest types at once, before the page knows who visits; a customer never sees the guest’s fields', {
  tag: ['@phone', '@monday'],
}, async ({ page, day, customer, allowProblem }) => {
  expect(customer).not.toBe('')
  allowProblem(/ERR_FAILED/)
  const address = `/book-coach/${await coachId(page.request)}?date=${day}&time=16:00`
  const name = page.getByLabel('Full Name')
  let answer = Promise.withResolvers<void>()
  await page.route('**/api/me/session', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.addInitScript(watchShifts)
  const seesNoJump = async () => {
    const { sum, sources } = await page.evaluate(() => shifted)
    expect(sum, sources.join(' | ')).toBeLessThanOrEqual(0.01)
  }

  await test.step('signed in, first in this browser and then again', async () => {
    answer.resolve()
    await page.goto(address)
    await expect(page.getByText('Booking as Robin Batter')).toBeVisible()
    answer = Promise.withResolvers()
    await page.goto(address)
    await expect(page.getByRole('button', { name: 'Book & Pay on Arrival' })).toBeVisible()
    await expect(name).toBeHidden()
    answer.resolve()
    await expect(page.getByText('Booking as Robin Batter')).toBeVisible()
    await expect(name).toBeHidden()
  })

  await test.step('a guest', async () => {
    // The page would go on asking as somebody whom the server no longer knows.
    await page.goto('about:blank')
    await page.context().clearCookies()
    await page.goto('/terms')
    await page.waitForFunction(() => localStorage.getItem('dugout.signed-in') === null)
    answer = Promise.withResolvers()
    await page.goto(address)
    await name.fill('Robin')
    answer.resolve()
    await expect(page.getByRole('button', { name: 'Book & Pay on Arrival' })).toBeEnabled()
    await expect(name).toHaveValue('Robin')
    await seesNoJump()
  })
})

test('Back leads to the times; name and phone are required, and the e-mail must be valid', {
  tag: ['@phone', '@monday'],
}, async ({ page, day, allowProblem }) => {
  allowProblem(/console: .*status of 400/)
  const coach = coachPage(page, day)
  await coach.open()
  await expect(coach.start('4:00 PM')).toBeVisible()
  await look(page)
  await coach.choose('6:00 PM')
  await page.getByRole('button', { name: 'Back to times' }).click()
  await expect(coach.start('6:00 PM')).toBeVisible()
  await coach.choose('7:00 PM')
  await page.goBack()
  await expect(coach.start('7:00 PM')).toBeVisible()
  await coach.choose('4:00 PM')
  await coach.book.click()
  await expect(page.getByText('You must be logged in or provide guest details to book.')).toBeVisible()
  await expect(page.getByText('Full name is required.')).toBeVisible()
  await expect(page.getByText('Phone number is required.')).toBeVisible()
  await expect(page.getByLabel('Full Name')).toBeFocused()
  await page.keyboard.type('R')
  await expect(page.getByText('You must be logged in or provide guest details to book.')).toBeHidden()
  await page.getByLabel('Full Name').fill('Robin')
  await page.getByLabel('Phone').fill('0')
  // Near its edge: the error that appears above must not move it away between press and release.
  await coach.book.click({ position: { x: 40, y: 3 } })
  await expect(page.getByText('Please enter a real phone number, e.g. (409) 555-0123.')).toBeVisible()
  await expect(page.getByLabel('Phone')).toBeFocused()
  // Seven digits may be a number: only the server knows.
  await page.getByLabel('Phone').fill('000 000 0000')
  await coach.book.click()
  await expect(page.getByText('Please enter a real phone number, e.g. (409) 555-0123.')).toBeVisible()
  await expect(page.getByLabel('Phone')).toBeFocused()
  await expect(coach.failed).toBeHidden()
  await page.getByLabel('Phone').fill('409 555 0177')
  await page.getByLabel('Email (optional)').fill('robin@')
  await coach.book.click()
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible()
  await expect(page.getByLabel('Email (optional)')).toBeFocused()
})

test('signing in on the way leads back to the chosen time', { tag: ['@phone', '@monday'] }, async ({
  page,
  day,
}) => {
  const email = await createCustomer(page.request)
  const coach = coachPage(page, day)
  await coach.open()
  await coach.choose('6:30 PM')
  await page.getByRole('link', { name: 'Login / Sign Up' }).click()
  await fillSignIn(page, email)
  await expect(page.getByRole('form', { name: 'Booking Summary' })).toContainText('6:30–7:30 PM')
  await expect(page.getByText('Booking as Robin Batter')).toBeVisible()
})

test('duration and day are in the address and decide the times', { tag: ['@phone', '@monday'] }, async ({
  page,
  day,
}) => {
  await noteHydration(page.context())
  const coach = coachPage(page, day)
  await coach.open()
  await page.evaluate(() => window.hydrated)
  await expect(page.getByRole('radio', { name: '60 min' })).toBeChecked()
  await expect(page.getByRole('group', { name: 'Duration' })).toContainText(
    /60 min\$\d+\$\d+ coach \+ \$30 cage/,
  )
  await expect(coach.start('8:00 PM')).toBeVisible()
  expect(await staysPressed(page.getByRole('radio', { name: '90 min' }))).toBe(true)
  await expect(page).toHaveURL(/duration=90/)
  await expect(coach.start('7:30 PM')).toBeVisible()
  await expect(coach.start('8:00 PM')).toBeHidden()
  await page.reload()
  await expect(page.getByRole('radio', { name: '90 min' })).toBeChecked()
  await expect(coach.start('7:30 PM')).toBeVisible()
})

test('past and closed days cannot be picked; today is the facility’s', {
  tag: ['@phone', '@monday'],
}, async ({ page, request }) => {
  const sunday = await laterWeekday(request, 0)
  await coachPage(page, addDays(sunday, 1)).open()
  // A day may be told to have no free times, as today is in the evening.
  const named = (day: string) => new RegExp(`^${formatDay(day, 'long')}(, no free times)?$`)
  const dayButton = (day: string) => page.getByRole('button', { name: named(day) })
  const closed = sunday.slice(0, 7) === addDays(sunday, 1).slice(0, 7) ? sunday : addDays(sunday, 7)
  await expect(dayButton(closed)).toBeDisabled()

  await page.goto(page.url().replace(/\?.*/, ''))
  const today = facilityDay(new Date(), 'America/Chicago')
  const current = page.locator('[aria-current="date"]')
  await expect(current.or(page.getByRole('button', { name: 'Next month' })).first()).toBeVisible()
  if (await current.count()) await expect(current).toHaveAccessibleName(named(today))
  const yesterday = dayButton(addDays(today, -1))
  if (await yesterday.count()) await expect(yesterday).toBeDisabled()
  // Before React has taken the page over, a link is the browser's own, which moves no focus.
  await openHydrated(page, `/book-coach/${await coachId(request)}?date=${sunday}`)
  await expect(page.getByText('No available slots')).toBeVisible()
  await page.getByRole('button', { name: `See ${formatDay(addDays(sunday, 1))}` }).click()
  const times = page.getByRole('heading', { name: 'Start Times' })
  await expect(times).toContainText(formatDay(addDays(sunday, 1)))
  await expect(times).toBeFocused()

  await page.goto(page.url().replace(/date=[^&]*/, 'date=2999-01-01'))
  await expect(page).not.toHaveURL(/2999/)
})

test('a time that someone else books disappears from the open list', { tag: ['@phone', '@monday'] }, async ({
  page,
  day,
  openCustomer,
}) => {
  const coach = coachPage(page, day)
  const someone = (await openCustomer()).request
  await coach.open()
  await expect(coach.start('4:00 PM')).toBeVisible()
  await bookLesson(someone, day, '16:00')
  await expect(coach.start('4:00 PM')).toBeHidden()

  await coach.choose('6:00 PM')
  await bookLesson(someone, day, '18:00')
  await expect(page.getByText('6:00 PM is no longer available. Please choose another time.')).toBeVisible()
  await expect(coach.start('5:00 PM')).toBeVisible()
})

test('a person who books too late gets the reason and current times', { tag: ['@phone', '@monday'] }, async ({
  page,
  day,
  openCustomer,
  allowProblem,
}) => {
  allowProblem(/console: .*(status of 409|ERR_FAILED)/)
  // The live stream is blocked: only the server knows that the time is taken.
  await page.route('**/api/events?*', (route) => route.abort())
  const coach = coachPage(page, day)
  await coach.open()
  await coach.choose('5:00 PM')
  await bookLesson((await openCustomer()).request, day, '17:00')
  await coach.fillGuest('Robin Batter')
  await coach.book.click()
  await expect(coach.failed).toContainText('Someone else just booked that time. Please choose another one.')
  await coach.failed.getByRole('button', { name: 'Close' }).last().click()
  await expect(coach.start('4:00 PM')).toBeVisible()
  await expect(coach.start('5:00 PM')).toBeHidden()
})

test('a lost answer does not book twice', { tag: ['@phone', '@monday'] }, async ({
  page,
  day,
  allowProblem,
}) => {
  allowProblem(/console: .*ERR_CONNECTION_REFUSED/)
  const coach = coachPage(page, day)
  const keys: (string | undefined)[] = []
  await page.route('**/api/lessons', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await route.fetch()
    await route.abort('connectionrefused')
  })
  await coach.open()
  await coach.choose('7:00 PM')
  await coach.fillGuest('Robin Batter')
  await coach.book.click()
  await expect(coach.failed).toContainText('Pressing the button again can’t book you twice.')
  await coach.failed.getByRole('button', { name: 'Close' }).last().click()
  await coach.book.click()
  await expect(coach.confirmed).toContainText('7:00–8:00 PM')
  expect(keys).toEqual([keys[0], keys[0]])
})

test('what cannot be shown says so', { tag: ['@phone', '@monday'] }, async ({ page, day, allowProblem }) => {
  allowProblem(/status of (404|400|503)/)
  allowProblem(/503/)
  await page.goto('/book-coach/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Coach not found.' })).toBeVisible()
  await page.goto('/book-coach/nobody')
  await expect(page.getByRole('heading', { name: 'Coach not found.' })).toBeVisible()

  const problem = { code: 'unavailable', message: 'Booking is briefly unavailable.' }
  const coach = coachPage(page, day)
  await noteHydration(page.context())
  await coach.open()
  await page.evaluate(() => window.hydrated)
  // The first times came with the page; those of another duration are the browser's to ask for.
  await page.route('**/availability?*', (route) => route.fulfill({ status: 503, json: problem }))
  await page.getByRole('radio', { name: '30 min' }).click()
  await expect(page.getByText('No available slots')).toBeVisible()
  await expect(page.getByText('Try selecting a different date')).toBeVisible()
  await page.unroute('**/availability?*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(coach.start('4:00 PM')).toBeVisible()

  await page.goto('/coaches')
  await page.evaluate(() => window.hydrated)
  await page.route('**/api/coaches/*', () => undefined)
  await page.getByRole('link', { name: `View Profile & Book: ${coachName}` }).click()
  await expect(page.getByText('Loading coach profile...')).toBeVisible()
})

test('the calendar begins at the week of today, and keys lead through it', {
  tag: ['@phone', '@monday'],
}, async ({ page }) => {
  const { time_zone } = await (await page.request.get('/api/facility')).json()
  const today = facilityDay(new Date(), time_zone)
  await coachPage(page, today).open()
  const calendar = page.getByRole('region', { name: 'Date' })
  const firstWeek = calendar.locator('tbody tr').filter({ visible: true }).first()
  const dayOf = (day: string) => calendar.getByRole('button', { name: formatDay(day, 'long') })
  await expect(firstWeek.getByRole('button', { name: formatDay(today, 'long') })).toBeVisible()

  const [nextMonth = ''] = Array.from({ length: 31 }, (_, index) => addDays(today, index + 1)).filter((day) =>
    day.endsWith('-01'),
  )
  await page.getByRole('button', { name: 'Next month' }).click()
  await expect(firstWeek.locator('button', { hasText: /^1$/ }).first()).toBeVisible()
  await expect(dayOf(nextMonth)).toBeVisible()
  const from = calendar
    .getByRole('button', { disabled: false, name: /^(?!Next month|Previous month)/ })
    .first()
  await from.focus()
  await page.keyboard.press('ArrowDown')
  await expect(from).not.toBeFocused()
  await expect(calendar.locator('tbody button:focus')).toBeVisible()
})
