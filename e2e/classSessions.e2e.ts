import { randomUUID } from 'node:crypto'
import { type APIRequestContext, request as apiRequest, type Page } from '@playwright/test'
import type { ClassDetails } from '../shared/contract/programs/classes.ts'
import type { AdminClassInstance } from '../shared/contract/programs/classSessions.ts'
import { addDays, dayOfWeek, facilityDay } from '../shared/domain/time/time.ts'
import { expectAccessible } from './accessible.ts'
import { classId } from './classPage.ts'
import { getFacility, todayUntil } from './facilityDays.ts'
import { expect, test } from './fixtures.ts'
import { answerAfterNews } from './liveNews.ts'
import { createCustomer, signInAsDemo } from './people.ts'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const seat = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Registrations', exact: true })
    .getByRole('listitem')
    .filter({ hasText: name })

/** A class of two sessions, tonight and tomorrow night, that only this journey knows. Neither begins during the journey. */
async function makeClass(request: APIRequestContext) {
  const today = await todayUntil(request, '23:58')
  const name = `Night Class ${randomUUID().slice(0, 8)}`
  const days = [today, addDays(today, 1)]
  const answer = await request.post('/api/admin/classes', {
    data: {
      classData: {
        ...{ name, description: 'Under the lights.', coach_id: null, age_group: '8-10 years' },
        ...{ price: 25, max_spots: 3, start_date: days[0], end_date: days[1] },
      },
      schedules: days.map((day) => ({ day_of_week: dayOfWeek(day), start_time: '23:58', end_time: '23:59' })),
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  const { id } = ((await answer.json()) as { class: { id: string } }).class
  const sessions = await request.get(`/api/admin/classes/${id}/instances`)
  const { items } = (await sessions.json()) as { items: AdminClassInstance[] }
  return { id, name, tonight: items[0]?.id ?? '', tomorrow: items[1]?.id ?? '' }
}

test('the desk registers, checks in and takes the money at the door, by keyboard', {
  tag: ['@desktop', '@quick'],
}, async ({ page, baseURL }) => {
  const admin = await apiRequest.newContext({ baseURL: baseURL ?? '' })
  await signInAsDemo(admin, 'admin')
  const made = await makeClass(admin)
  await admin.dispose()
  await signInAsDemo(page.request, 'desk')
  await test.step('the desk sees classes and cannot edit them', async () => {
    await page.goto('/admin/classes?search=pitching')
    const actions = page.getByRole('button', { name: 'Actions for Saturday Pitching Lab' })
    await expect(actions).toBeVisible()
    await expect(page.getByRole('button', { name: 'Create Class' })).toBeHidden()
    await actions.click()
    await expect(page.getByRole('menuitem')).toHaveText(['View Sessions'])
  })
  await page.goto(`/admin/classes/${made.id}?tab=sessions`)
  const sessions = page.getByRole('main')
  const first = page.getByRole('list', { name: 'Upcoming Sessions' }).getByRole('button').first()
  await expect(first).toContainText('0 of 3 registered')
  await first.press('Enter')
  await expect(sessions.getByText('No registrations yet.')).toBeVisible()

  // A search begins with two letters, and what is missing is said in the words of the specification.
  await sessions.getByRole('button', { name: 'Add Registration' }).press('Enter')
  const form = dialog(page, 'Add Registration')
  const register = form.getByRole('button', { name: 'Register' })
  await expect(form.getByLabel('User', { exact: true })).toBeFocused()
  await register.press('Enter')
  await expect(form.getByText('Please select a user to register.')).toBeVisible()
  await page.keyboard.type('c')
  await expect(form.getByText('Type at least 2 letters.')).toBeVisible()
  await page.keyboard.type('asey landry')
  await expect(form.getByRole('listbox').getByRole('option')).toHaveText([/^Casey Landry/])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  // Casey has a family: it is never guessed who of them comes.
  await form.getByRole('checkbox', { name: 'Casey Landry' }).press('Space')
  await form.getByLabel('Status').selectOption('registered')
  await register.press('Enter')
  await expect(form).toBeHidden()
  const casey = seat(page, 'Casey Landry')
  await expect(casey.getByRole('button', { name: /^Take \$[\d.]+ Cash/ })).toBeVisible()

  // One press notes who came, the same press takes it back.
  const present = casey.getByRole('button', { name: 'Present: Casey Landry' })
  await present.press('Enter')
  await expect(present).toHaveAttribute('aria-pressed', 'true')
  await expect(sessions.getByText('1 present 0 no-show 0 not here yet')).toBeVisible()
  await present.press('Enter')
  await expect(present).toHaveAttribute('aria-pressed', 'false')
  await expect(casey.getByRole('button', { name: 'No-Show: Casey Landry' })).toBeDisabled()
  await sessions.getByRole('button', { name: 'Mark the Rest Present' }).press('Enter')
  await expect(present).toHaveAttribute('aria-pressed', 'true')

  // Escape closes the menu, and the focus is where it was.
  const menu = casey.getByRole('button', { name: 'Actions for Casey Landry' })
  await menu.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await page.getByRole('menu').press('Escape')
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  await expect(menu).toBeFocused()
  // However often it is pressed until it is gone, it is taken once: a second time would be refused.
  await casey.getByRole('button', { name: /^Take \$[\d.]+ Cash/ }).evaluate((item: HTMLElement) => {
    item.click()
    const timer = setInterval(() => (item.isConnected ? item.click() : clearInterval(timer)), 5)
  })
  await expect(casey.getByText('Paid', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  // Canceled with what comes back, and taken back.
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Cancel Registration…' }).press('Enter')
  const cancel = dialog(page, 'Cancel Registration')
  await expect(cancel.getByLabel('Refund')).toContainText('By the rule: $')
  await cancel.getByRole('button', { name: 'Cancel Registration' }).press('Enter')
  await expect(cancel).toBeHidden()
  await expect(sessions.getByText('1 canceled')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(casey).toContainText('Paid')
  // The desk cancels sessions; deleting is for admins.
  await expect(sessions.getByRole('button', { name: 'Cancel Session' })).toBeVisible()
  await expect(sessions.getByRole('button', { name: 'Delete Session' })).toHaveCount(0)
})

test('an admin registers a guest, also in a session that has begun, cancels one session and deletes the other', {
  tag: '@phone',
}, async ({ page, allowProblem }) => {
  allowProblem(/status of 409/)
  await signInAsDemo(page.request, 'admin')
  const made = await makeClass(page.request)
  const parent = await createCustomer(page.request)
  await signInAsDemo(page.request, 'admin')
  const found = await page.request.get(`/api/admin/people/search?search_term=${parent}`)
  const [user] = (await found.json()) as { id: string }[]
  const json = { class_instance_id: made.tomorrow, user_id: user?.id, status: 'paid', paid_by: 'cash' }
  await page.request.post('/api/manual-class-registrations', { data: json })

  await page.goto(`/admin/classes/${made.id}?of=${made.tonight}`)
  const sessions = page.getByRole('main')
  await page.getByRole('combobox', { name: 'Add a player' }).pressSequentially('Gwen Guest')
  await page.getByRole('option', { name: /New Player/ }).click()
  const form = dialog(page, 'Add Registration')
  await expect(form.getByRole('radio', { name: /^Guest/ })).toBeChecked()
  await expect(form.getByLabel('Name')).toHaveValue('Gwen Guest')
  await form.getByRole('button', { name: 'Register' }).click()
  await expect(form.getByText('Please provide a name and email for the guest.')).toBeVisible()
  await form.getByLabel('Email').fill('gwen@example.test')
  await expectAccessible(page, [{ width: page.viewportSize()?.width ?? 390, colorScheme: 'dark' }])
  await form.getByRole('button', { name: 'Register' }).click()
  await expect(seat(page, 'Gwen Guest')).toContainText('Guest')
  await expect(seat(page, 'Gwen Guest').getByText('Paid', { exact: true })).toBeVisible()

  // Who is told and what comes back is said before the session is canceled.
  await sessions.getByRole('tab', { name: 'Sessions' }).click()
  await sessions.getByRole('list', { name: 'Upcoming Sessions' }).getByRole('button').nth(1).click()
  await expect(page).toHaveURL(new RegExp(`of=${made.tomorrow}`))
  await expect(sessions.getByRole('link', { name: 'Print Roster' })).toHaveAttribute(
    'href',
    `/admin/rosters/class/${made.tomorrow}`,
  )
  await sessions.getByRole('button', { name: 'Cancel Session' }).click()
  const cancel = dialog(page, 'Cancel Session')
  await expect(cancel.getByText('1 registration is canceled. 1 person is told by email.')).toBeVisible()
  await expect(cancel.getByText('$25.00 is to be refunded at the front desk.')).toBeVisible()
  await answerAfterNews(page, '**/class-instances/*/cancel', '/registrations')
  await cancel.getByRole('button', { name: 'Cancel Session' }).click()
  await expect(cancel).toBeHidden()
  await expect(sessions.getByRole('button', { name: 'Add Registration' })).toHaveCount(0)

  await sessions.getByRole('tab', { name: 'Sessions' }).click()
  await sessions.getByRole('list', { name: 'Upcoming Sessions' }).getByRole('button').first().click()
  await sessions.getByRole('button', { name: 'Delete Session' }).click()
  const remove = dialog(page, 'Delete Session')
  await remove.getByRole('button', { name: 'Delete Session' }).click()
  await expect(page.getByText(/Class session deleted successfully\./).first()).toBeVisible()
  await expect(sessions.getByRole('list', { name: 'Upcoming Sessions' }).getByRole('button')).toHaveCount(1)

  await test.step('a session that has begun takes a guest with a reason', async () => {
    const id = await classId(page.request)
    const { time_zone } = await getFacility(page.request)
    const today = facilityDay(new Date(), time_zone)
    const { instances } = (await (await page.request.get(`/api/classes/${id}`)).json()) as ClassDetails
    const begun = instances.findLast(({ class_date, spots_left }) => class_date < today && spots_left > 0)
    await page.goto(`/admin/classes/${id}?of=${begun?.id}`)
    await page.getByRole('button', { name: 'Add Registration' }).click()
    await form.getByRole('radio', { name: /^Guest/ }).check()
    await form.getByLabel('Name').fill('Gina Begun')
    await form.getByLabel('Email').fill('gina@example.test')
    await form.getByRole('button', { name: 'Register' }).click()
    await expect(form.getByRole('alert')).toContainText('already started')
    await form.getByLabel('Reason').fill('She came along; nine years old')
    await form.getByRole('button', { name: 'Register' }).click()
    await expect(form).toBeHidden()
    await expect(seat(page, 'Gina Begun')).toContainText('Guest')
  })
})
