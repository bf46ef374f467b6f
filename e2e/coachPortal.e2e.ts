import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import type { Participant } from '../shared/contract/accounts/households.ts'
import type { CoachLesson } from '../shared/contract/lessons/coachLessons.ts'
import { facilityDay, facilityWallTime, instantOf } from '../shared/domain/time/time.ts'
import { formatDay } from '../shared/domain/time/timeFormat.ts'
import { expectAccessible } from './accessible.ts'
import { bookLesson, coachId } from './coachPage.ts'
import { getFacility } from './facilityDays.ts'
import { writeRows } from './facilityServer.ts'
import { expect, test } from './fixtures.ts'
import { createCustomer, DEMO_PASSWORD, signIn, signInAsDemo } from './people.ts'

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Coach', exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const path = (page: Page) => new URL(page.url()).pathname

async function openPortal(page: Page): Promise<void> {
  await signInAsDemo(page.request, 'coach')
  await page.goto('/coach-dashboard')
  await expect(page.getByRole('heading', { name: 'Next Lesson' })).toBeVisible()
}

test('a coach is told what the desk has saved since, keeps what was typed, and can undo for a while', {
  tag: '@phone',
}, async ({ page, openBrowser, day, allowProblem }) => {
  allowProblem(/status of 409/)
  const [customer, desk] = [await openBrowser(), await openBrowser()]
  const email = await createCustomer(customer.request)
  await signIn(customer.request, email)
  await bookLesson(customer.request, day, '16:00')
  await signInAsDemo(desk.request, 'desk')
  await openPortal(page)
  await page.goto(`/coach-dashboard?tab=bookings&search=${email}`)
  const read = async () => {
    const query = `p_coach_id=${await coachId(page.request)}&search_query=${email}`
    const answer = await page.request.get(`/api/coach/bookings?${query}`)
    return ((await answer.json()) as { items: CoachLesson[] }).items[0]
  }
  const cages = (await (await page.request.get('/api/cages')).json()) as { id: string; name: string }[]
  const deskMovesTo = async (name: string) => {
    const new_cage_id = cages.find((cage) => cage.name === name)?.id
    const moved = await desk.request.patch(`/api/lessons/${(await read())?.id}`, { data: { new_cage_id } })
    expect(moved.status(), await moved.text()).toBe(200)
  }
  const choose = async (action: string) => {
    await page.getByRole('button', { name: /^Actions for Robin Batter/ }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  const undo = page.getByRole('button', { name: /^Undo/ })
  const success = page.getByRole('dialog', { name: 'Success!' })

  await choose('Edit')
  const edit = page.getByRole('dialog', { name: 'Edit Coach Session' })
  await edit.getByLabel('Coach Notes').click()
  await page.keyboard.type('Keep the elbow up')
  await deskMovesTo('Cage 3')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(edit.getByRole('alert')).toContainText(/just changed it.*cage Cage \d → Cage 3/)
  expect((await read())?.coach_notes).toBeNull()
  await expect(edit.getByText(/^Cage 3 · /)).toBeVisible()
  await expect(edit.getByLabel('Coach Notes')).toHaveValue('Keep the elbow up')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(success).toContainText('Booking updated successfully!')
  expect(await read()).toMatchObject({ coach_notes: 'Keep the elbow up', cage_name: 'Cage 3' })
  await undo.click()
  await expect(page.getByText('Undone. No one is told.')).toBeVisible()
  await expect(success).toBeHidden()
  expect(await read()).toMatchObject({ coach_notes: null, cage_name: 'Cage 3' })

  await choose('Cancel')
  const cancel = page.getByRole('dialog', { name: 'Cancel Booking' })
  await deskMovesTo('Cage 4')
  await cancel.getByLabel('Message to the Customer').click()
  await page.keyboard.type('My car broke down')
  await cancel.getByRole('button', { name: 'Cancel Booking' }).click()
  await expect(cancel.getByRole('alert')).toContainText(/just changed it.*cage Cage 3 → Cage 4/)
  expect((await read())?.status).toBe('pending payment')
  await expect(cancel.getByLabel('Message to the Customer')).toHaveValue('My car broke down')
  await cancel.getByRole('button', { name: 'Cancel Booking' }).click()
  await expect(success).toContainText('Booking cancelled successfully')
  expect((await read())?.status).toBe('canceled')
  await undo.click()
  await expect(success).toBeHidden()
  await expect.poll(async () => (await read())?.status).toBe('pending payment')

  await choose('Paid')
  await expect(undo).toBeVisible()
  await deskMovesTo('Cage 5')
  await undo.click()
  await expect(page.getByText(/changed/).last()).toBeVisible()
  expect(await read()).toMatchObject({ status: 'paid', cage_name: 'Cage 5' })
})

/** The child of the demo's customer whose family has written a medical note. */
async function miaReyes(openBrowser: () => Promise<Page>) {
  const { request } = await openBrowser()
  await signInAsDemo(request, 'customer')
  const people = await (await request.get('/api/me/participants')).json()
  const mia = (people as Participant[]).find(({ name }) => name === 'Mia Reyes')
  return { participant_id: mia?.id, customer_id: mia?.adults.find(({ is_me }) => is_me)?.user_id }
}

test('the day: who comes, Paid and No-Show with undo, the calendar, the way to the next free half hour', {
  tag: '@phone',
}, async ({ page, openBrowser }) => {
  const desk = await openBrowser()
  await signInAsDemo(desk.request, 'desk')
  const name = `Gwen ${randomUUID().slice(0, 4)}`
  const { time_zone } = await getFacility(desk.request)
  const today = facilityDay(new Date(), time_zone)
  // It is past noon: the two lessons of the night are over and fold. Only the desk books them, with a reason.
  await page.clock.install({ time: instantOf(today, '12:00', time_zone) })
  const shared = { coach_id: await coachId(desk.request), lesson_date: today, duration_minutes: 30 }
  const terms = { payment_method: 'on_arrival', override_reason: 'Written down afterwards' }
  const guest_details = { name, phone: '(409) 555-0188', email: '' }
  for (const who of [
    { start_time: '00:00', guest_details },
    { start_time: '00:30', ...(await miaReyes(openBrowser)) },
  ]) {
    const booked = await desk.request.post('/api/lessons', { data: { ...shared, ...terms, ...who } })
    expect(booked.status(), await booked.text()).toBe(201)
  }
  await openPortal(page)
  await expect(page.getByText(formatDay(today, 'long'))).toBeVisible()
  const card = page.getByRole('article', { name: `12:00–12:30 AM, ${name}` })
  await expect(card).toContainText('Pending Payment')

  const mark = (label: string) => card.getByRole('button', { name: `${label}: ${name}`, exact: true })
  await card.getByRole('button', { name: `Details: ${name}` }).click()
  const size = page.viewportSize() ?? { width: 390, height: 844 }
  await page.setViewportSize({ width: 320, height: 640 })
  // The two marks and the menu are on one line on the narrowest phone.
  const tops = await card
    .getByRole('button', { name: /^(Paid|No-Show|More): / })
    .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().top)))
  expect(tops).toHaveLength(3)
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(10)
  await page.setViewportSize(size)
  await card.getByRole('button', { name: `Details: ${name}` }).click()
  await mark('Paid').click()
  await expect(mark('Undo Paid')).toBeVisible()
  await expect(card).not.toContainText('Pending Payment')
  await mark('No-Show').click()
  await expect(mark('Undo No-Show')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: `Marked as no-show: ${name}.` })).toBeVisible()
  await mark('Undo No-Show').click()
  await expect(mark('No-Show')).toBeVisible()
  // What the desk noted is not the coach's to take back.
  const [lesson] = (
    (await (
      await page.request.get(
        `/api/coach/bookings?p_coach_id=${await coachId(page.request)}&search_query=${name}`,
      )
    ).json()) as { items: { id: string }[] }
  ).items
  const setPaid = (p_new_status: string) =>
    desk.request.put(`/api/lessons/${lesson?.id}/payment-status`, { data: { p_new_status } })
  expect((await setPaid('pending payment')).status()).toBe(200)
  await expect(mark('Paid')).toBeVisible()
  expect((await setPaid('paid')).status()).toBe(200)
  await expect(card).not.toContainText('Pending Payment')
  await expect(mark('Undo Paid')).toBeHidden()

  await card.getByRole('button', { name: `Details: ${name}` }).click()
  await expect(card.getByRole('link', { name: /^Call/ })).toHaveAttribute('href', 'tel:4095550188')
  await card.getByRole('button', { name: /^More: / }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Edit', 'Message Customer'])
  await page.getByRole('menu').press('Escape')
  await card.getByRole('button', { name: 'Medical Note' }).click()
  const none = card.getByRole('region', { name: `Medical note of ${name}` })
  await expect(none).toContainText('No medical note.')
  const mia = page.getByRole('article', { name: '12:30–1:00 AM, Mia Reyes' })
  await mia.getByRole('button', { name: 'Details: Mia Reyes' }).click()
  await mia.getByRole('button', { name: 'Medical Note' }).click()
  const note = mia.getByRole('region', { name: 'Medical note of Mia Reyes' })
  await expect(note).toContainText('Mild asthma. The inhaler is in the red pocket of her bag.')
  // Only what there is to know is marked.
  const edge = (of: Locator) => of.evaluate((element) => getComputedStyle(element).borderTopColor)
  expect(await edge(note)).not.toBe(await edge(none))
  await expect(note.getByRole('link', { name: /0121/ }).first()).toHaveAttribute('href', 'tel:4095550121')

  await page.getByRole('button', { name: 'Get Calendar Address' }).click()
  const url = await page.getByLabel('Calendar Address').inputValue()
  expect(await (await page.request.get(url)).text()).toContain(`SUMMARY:Lesson: ${name}`)
  await expectAccessible(page)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('link', { name: /^Next free half hour/ }).click()
  await expect(page).toHaveURL(/tab=book-client&day=[\d-]+&time=/)
  await expect(heading(page, 'Book Client')).toBeVisible()
})

test('a coach gives the rest of a no-show’s time to others, and takes it back', { tag: '@phone' }, async ({
  page,
  openBrowser,
  facilityServer,
}) => {
  const { request } = await openBrowser()
  await signInAsDemo(request, 'desk')
  const name = `Noa ${randomUUID().slice(0, 4)}`
  const { time_zone } = await getFacility(request)
  const now = new Date()
  const lesson_date = facilityDay(now, time_zone)
  const coach_id = await coachId(request)
  const terms = { payment_method: 'on_arrival', override_reason: 'Written down afterwards' }
  const guest_details = { name, phone: '(409) 555-0189', email: '' }
  const booked = await request.post('/api/lessons', {
    data: { coach_id, lesson_date, start_time: '01:30', duration_minutes: 60, ...terms, guest_details },
  })
  expect(booked.status(), await booked.text()).toBe(201)
  // It goes on now, whatever time it is.
  const halfHour = Math.floor(now.getTime() / 1_800_000) * 1_800_000
  const wallTime = (minutes: number) => facilityWallTime(new Date(halfHour + minutes * 60_000), time_zone)
  const first = wallTime(0) === '00:00' ? 0 : -30
  const start_time = wallTime(first)
  const end_time = wallTime(first + 60) === '00:00' ? '24:00' : wallTime(first + 60)
  await writeRows(facilityServer, async (db) => {
    const { cage_id } = await db
      .selectFrom('coach_bookings')
      .select('cage_id')
      .where('guest_name', '=', name)
      .executeTakeFirstOrThrow()
    const [from, to] = [new Date(now.getTime() - 3_600_000), new Date(now.getTime() + 3_600_000)]
    await db
      .deleteFrom('bookings')
      .where('cage_id', '=', cage_id)
      .where('start_time', '<', to)
      .where('end_time', '>', from)
      .execute()
    await db
      .deleteFrom('coach_bookings')
      .where((of) => of.or([of('guest_name', 'is', null), of('guest_name', '!=', name)]))
      .where('lesson_date', '=', lesson_date)
      .where((of) => of.or([of('cage_id', '=', cage_id), of('coach_id', '=', coach_id)]))
      .where('start_time', '<', end_time)
      .where('end_time', '>', start_time)
      .execute()
    await db
      .updateTable('coach_bookings')
      .set({ start_time, end_time })
      .where('guest_name', '=', name)
      .execute()
  })
  await signInAsDemo(page.request, 'coach')
  await page.goto('/coach-dashboard')
  const card = page.getByRole('article', { name: new RegExp(`, ${name}$`) })
  const menu = card.getByRole('button', { name: `More: ${name}` })
  const free = page.getByRole('menuitem', { name: 'No-Show, Free the Rest' })
  // The one filled button is what a coach is there for; what takes a press back is none.
  const paid = card.getByRole('button', { name: `Paid: ${name}`, exact: true })
  await expect(paid).not.toHaveAttribute('data-variant')
  await paid.click()
  const undoPaid = card.getByRole('button', { name: `Undo Paid: ${name}` })
  await expect(undoPaid).toHaveAttribute('data-variant', 'default')
  await undoPaid.click()
  await expect(undoPaid).toBeHidden()
  await menu.click()
  await free.click()
  await expect(page.getByText(`Marked as no-show, the rest is free: ${name}.`).first()).toBeVisible()
  await expect(card).toContainText('No-show')
  // What undoes it does not lie over the menu.
  await menu.click()
  await page.getByRole('menuitem').first().click({ trial: true, timeout: 5_000 })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Undo$/ }).click()
  await expect(card).not.toContainText('No-show')
  await menu.click()
  await expect(free).toBeVisible()
})

test('the portal by keyboard: guards, tabs, search, and what did not load', {
  tag: ['@desktop', '@quick'],
}, async ({ page, allowProblem }) => {
  await page.goto('/coach-dashboard?tab=bookings')
  await expect(heading(page, 'Sign In')).toBeVisible()
  await page.getByLabel('Email').fill('coach@demo.dugout.test')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Bookings')).toBeVisible()
  await expect(tabs(page).getByRole('link', { name: 'Bookings' })).toHaveAttribute('aria-current', 'page')
  await expect(page).toHaveTitle(/^Bookings · /)
  await expect(page.getByRole('rowheader').first()).toHaveText(/^(Today, |Tomorrow, )?\w{3}, \w{3} \d+$/)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  const search = page.getByLabel('Search bookings')
  await search.focus()
  await page.keyboard.type('nobody of this name')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'No bookings found' })).toBeVisible()
  await page.getByRole('button', { name: 'Search Past Bookings' }).press('Enter')
  await expect(page).toHaveURL(/search=nobody.*view=past/)

  for (const name of ['Dashboard', 'Book Client', 'Availability']) {
    await tabs(page).getByRole('link', { name }).press('Enter')
    await expect(heading(page, name === 'Dashboard' ? 'Today' : name)).toBeVisible()
    await expect(tabs(page).locator('[aria-current=page]')).toHaveText(name)
  }
  await expect(page.getByRole('link', { name: 'Edit Profile' })).toHaveAttribute('href', '/coach-setup')

  allowProblem(/503/)
  await page.route('**/api/coach/day', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Not now.' } }),
  )
  await page.goto('/coach-dashboard')
  await expect(page.getByRole('alert')).toContainText('Failed to load coach data')
  await page.unroute('**/api/coach/day')
  await page.getByRole('button', { name: 'Try Again' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Next Lesson' })).toBeVisible()

  const message = 'We are restarting.'
  await page.route('**/api/coach/bookings?*view=upcoming*', (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'restarting', message } } }),
  )
  await tabs(page).getByRole('link', { name: 'Bookings' }).press('Enter')
  await expect(page.getByRole('alert')).toContainText('Failed to load coach data: ')
  await page.unroute('**/api/coach/bookings?*view=upcoming*')
  await page.getByRole('button', { name: 'Try Again' }).press('Enter')
  await expect(page.getByText(/shown$/)).toBeVisible()
})

test('others are led away, and a new coach is asked to complete the setup', { tag: '@desktop' }, async ({
  page,
  openBrowser,
}) => {
  const other = await openBrowser()
  for (const [role, addresses] of [
    ['customer', ['/coach-dashboard', '/coach-setup']],
    ['desk', ['/coach-dashboard']],
    ['admin', ['/coach-setup']],
  ] as const) {
    // The page of before would ask on with a session that has ended.
    await other.goto('about:blank')
    await signInAsDemo(other.request, role)
    for (const address of addresses) {
      await other.goto(address)
      await expect(other.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible()
      expect(path(other)).toBe('/account')
    }
  }
  // Signed in as an admin at last.
  const admin = other
  const email = await createCustomer(page.request)
  const users = await admin.request.get(`/api/admin/users?search_query=${email}`)
  const [user] = ((await users.json()) as { items: { id: string }[] }).items
  const role = { user_id: user?.id, new_role: 'coach' }
  expect((await admin.request.post('/api/admin/users/role', { data: role })).status()).toBe(200)
  await signIn(page.request, email)
  await page.goto('/coach-dashboard')
  await expect(heading(page, 'Setup Required')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Complete Setup' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(path(page)).toBe('/coach-setup')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/coach-dashboard$/)
  await expect(heading(page, 'Setup Required')).toBeVisible()

  // One who loses the role is sent away from the open page.
  const customer = { user_id: user?.id, new_role: 'user' }
  expect((await admin.request.post('/api/admin/users/role', { data: customer })).status()).toBe(200)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(heading(page, 'Sign In')).toBeVisible()
})
