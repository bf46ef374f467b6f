import type { APIRequestContext, Page } from '@playwright/test'
import { instantOf } from '../shared/domain/time/time.ts'
import { expectAccessible } from './accessible.ts'
import { getFacility } from './facilityDays.ts'
import { expect, test } from './fixtures.ts'
import { newEmail, signInAsDemo } from './people.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Enters an hour in each of these cages for a guest, as staff do. */
async function bookFor(
  request: APIRequestContext,
  name: string,
  { day, cages, from, to }: { day: string; cages: readonly string[]; from: string; to: string },
): Promise<string[]> {
  const { time_zone } = await getFacility(request)
  const all = (await (await request.get('/api/cages')).json()) as { id: string; name: string }[]
  const [start_time, end_time] = [from, to].map((time) => instantOf(day, time, time_zone).toISOString())
  const cage_ids = cages.map((cage) => all.find((one) => one.name === cage)?.id)
  const booked = await request.post('/api/guest-bookings', {
    data: { guest_name: name, guest_email: newEmail(), cage_ids, start_time, end_time },
  })
  expect(booked.status(), await booked.text()).toBe(201)
  return ((await booked.json()) as { bookings: { id: string }[] }).bookings.map(({ id }) => id)
}

test('a group is moved and deleted as a whole or not at all, and each is undone at one press', {
  tag: '@desktop',
}, async ({ page, day, allowProblem }) => {
  allowProblem(/409/)
  await signInAsDemo(page.request, 'desk')
  const cages = ['Cage 1', 'Cage 2', 'Cage 3']
  const [id] = await bookFor(page.request, 'Greta Group', { day, cages, from: '17:00', to: '18:00' })
  const changes: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!['GET', 'HEAD'].includes(request.method())) changes.push(`${request.method()} ${pathname}`)
  })
  /** When all of them start, on the facility's clock. */
  const startsOfAll = async () => {
    const { time_zone } = await getFacility(page.request)
    const rows = (await (await page.request.get(`/api/admin/schedule?schedule_date=${day}`)).json()) as {
      customer_name: string
      start_time: string
    }[]
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: time_zone, timeStyle: 'short' })
    return rows
      .filter(({ customer_name }) => customer_name === 'Greta Group')
      .map(({ start_time }) => clock.format(new Date(start_time)))
  }

  await page.goto(`/admin/bookings?search=greta+group&open=${id}`)
  const details = dialog(page, 'Booking Details')
  await details.getByRole('button', { name: 'Edit', exact: true }).click()
  const edit = dialog(page, 'Edit Booking')
  await expect(edit.getByLabel('Change').locator('option:checked')).toHaveText('All 3 bookings')
  await edit.getByLabel('Start time').selectOption('18:00')
  await edit.getByLabel('Notes').fill('Three teams')
  await expectAccessible(page)
  // While the form is open, the last of the three cages is booked for someone else.
  await bookFor(page.request, 'Rita Rival', { day, cages: ['Cage 3'], from: '18:30', to: '19:30' })
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(
    edit.getByText('Nothing was changed. Cage 3 has Rita Rival, 6:30–7:30 PM, cage booking.'),
  ).toBeVisible()
  expect(await startsOfAll()).toEqual(['17:00', '17:00', '17:00'])

  await edit.getByLabel('Start time').selectOption('20:00')
  changes.length = 0
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(edit).toBeHidden()
  expect(changes).toEqual(['PATCH /api/admin/booking-groups'])
  expect(await startsOfAll()).toEqual(['20:00', '20:00', '20:00'])
  await expect(details.getByText('Three teams')).toBeVisible()
  const undo = page.getByRole('button', { name: /^Undo/ })
  changes.length = 0
  await undo.click()
  await expect(page.getByText('Undone. No one is told.')).toBeVisible()
  expect(changes).toEqual([expect.stringMatching(/^POST \/api\/staff-changes\/.+\/undo$/)])
  expect(await startsOfAll()).toEqual(['17:00', '17:00', '17:00'])
  await expect(details.getByText('Three teams')).toBeHidden()

  await details.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Delete Booking' }).click()
  const remove = dialog(page, 'Delete Booking')
  await expect(remove.getByText('Are you sure you want to delete these 3 bookings?')).toBeVisible()
  await expectAccessible(page)
  changes.length = 0
  await remove.getByRole('button', { name: 'Delete Booking' }).click()
  await expect(remove).toBeHidden()
  expect(changes).toEqual(['POST /api/admin/booking-groups/delete'])
  expect(await startsOfAll()).toEqual([])
  await undo.click()
  await expect.poll(startsOfAll).toEqual(['17:00', '17:00', '17:00'])
})
