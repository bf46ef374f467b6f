import type { APIRequestContext, Page } from '@playwright/test'
import type { Cage } from '../shared/contract/bookings/cages.ts'
import { addDays, dayOfWeek, facilityDay, instantOf } from '../shared/domain/time/time.ts'
import { formatDay } from '../shared/domain/time/timeFormat.ts'
import { cageGrid } from './cageGrid.ts'
import { getFacility, laterWeekday } from './facilityDays.ts'
import { expect, test } from './fixtures.ts'
import { signInAsDemo } from './people.ts'

const screens = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
]

/** The first slot that can be had is on the screen as the page opens, and the selection bar is not in front of it. */
async function expectFreeInView(page: Page) {
  const first = page.locator('[data-cell][data-state="Available"]').first()
  await expect(first).toBeInViewport({ ratio: 1 })
  const slot = await first.boundingBox()
  const bar = await cageGrid(page, '').selection.boundingBox()
  expect((slot?.y ?? 0) + (slot?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  expect(await page.evaluate(() => scrollY)).toBe(0)
}

/** Takes all cages out of service for a part of a day, and gives the way to open them again. */
async function close(request: APIRequestContext, day: string, from: string, to: string) {
  const { time_zone } = await getFacility(request)
  const cages = (await (await request.get('/api/cages')).json()) as Cage[]
  const range = {
    start_time: instantOf(day, from, time_zone).toISOString(),
    end_time: instantOf(day, to, time_zone).toISOString(),
    cage_ids: cages.map(({ id }) => id),
  }
  const preview = await request.post('/api/closures/preview', { data: range })
  const { fingerprint } = (await preview.json()) as { fingerprint: string }
  const answer = await request.post('/api/closures', {
    data: { ...range, reason: 'Resurfacing', fingerprint },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  const { closure } = (await answer.json()) as { closure: { id: string } }
  return () => request.delete(`/api/closures/${closure.id}`)
}

test('on a Saturday afternoon the times that are over are folded, and the first free one is in view', {
  tag: ['@desktop', '@monday'],
}, async ({ page, request }) => {
  const saturday = await laterWeekday(request, 6)
  const { time_zone } = await getFacility(request)
  await page.clock.setFixedTime(instantOf(saturday, '15:35', time_zone))
  const grid = cageGrid(page, saturday)
  for (const screen of screens) {
    await page.setViewportSize(screen)
    await grid.open()
    await expect(grid.slot('Cage 1', '4:00 PM', 'available')).toBeVisible()
    await expectFreeInView(page)
  }
  await expect(grid.slot('Cage 1', '3:30 PM', 'past')).toBeHidden()
  await page.getByRole('button', { name: 'Show Earlier Times' }).click()
  await expect(grid.slot('Cage 1', '9:00 AM', 'past')).toBeVisible()
  await page.getByRole('button', { name: 'Hide Earlier Times' }).click()
  await expect(grid.slot('Cage 1', '9:00 AM', 'past')).toBeHidden()
})

test('on a coach’s phone the times that are over are out of sight, also those that were booked', {
  tag: ['@phone', '@monday'],
}, async ({ page, request }) => {
  await signInAsDemo(request, 'admin')
  const saturday = await laterWeekday(request, 6)
  const { time_zone } = await getFacility(request)
  const openMorning = await close(request, saturday, '09:00', '12:00')
  await page.clock.setFixedTime(instantOf(saturday, '15:35', time_zone))
  await signInAsDemo(page.request, 'coach')
  await page.goto(`/coach-dashboard?tab=book-client&day=${saturday}`)
  const cell = (text: string) =>
    page.getByRole('button', { name: `Cage 1, ${formatDay(saturday, 'dense')}, ${text}` })
  await expect(cell('4:00 PM')).toBeInViewport({ ratio: 1 })
  await expect(cell('9:00 AM')).not.toBeInViewport()
  await openMorning()
})

test('a weekday opens after its booked hours, and one without free times leads to the next that has some', {
  tag: ['@desktop', '@monday'],
}, async ({ page, request }) => {
  await signInAsDemo(request, 'admin')
  const { time_zone } = await getFacility(request)
  const wednesday = await laterWeekday(request, 3)
  const openWednesday = await close(request, wednesday, '16:00', '19:00')
  const grid = cageGrid(page, wednesday)
  for (const screen of screens) {
    await page.setViewportSize(screen)
    await grid.open()
    await expect(grid.slot('Cage 1', '7:00 PM', 'available')).toBeVisible()
    await expectFreeInView(page)
  }
  await page.getByRole('button', { name: 'Show Earlier Times' }).click()
  await expect(grid.slot('Cage 1', '4:00 PM', 'booked')).toBeVisible()

  // The days that lie ahead are counted from today.
  const soon = addDays(facilityDay(new Date(), time_zone), 21)
  const monday = addDays(soon, (8 - dayOfWeek(soon)) % 7)
  const next = addDays(monday, 1)
  const openMonday = await close(request, monday, '16:00', '21:00')
  await cageGrid(page, monday).open()
  const full = page.getByText(`No free times on ${formatDay(monday)}.`)
  const link = full.getByRole('link', { name: new RegExp(`^Next: ${formatDay(next)}, \\d+:[03]0 PM$`) })
  await expect(link).toBeVisible()

  await page.clock.setFixedTime(instantOf(monday, '20:45', time_zone))
  await page.reload()
  await expect(page.getByText('No more free times today.').getByRole('link')).toHaveText(
    new RegExp(`^Next: ${formatDay(next)}, `),
  )
  await page.getByText('No more free times today.').getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`date=${next}`))
  await expectFreeInView(page)
  await openWednesday()
  await openMonday()
})
