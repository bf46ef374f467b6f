import type { Page } from '@playwright/test'
import { createDb, createPool } from '../server/db/database.ts'
import { addDays, facilityDay, instantOf } from '../shared/domain/time/time.ts'
import { expectAccessible } from './accessible.ts'
import { getFacility } from './facilityDays.ts'
import { expect, test } from './fixtures.ts'
import { signInAsDemo } from './people.ts'

/** An hour that nobody paid, in the third cage, from this half hour on: whatever time it is. */
async function arriving(page: Page, databaseUrl: string | undefined, name: string) {
  const db = createDb(createPool(databaseUrl ?? '', 1))
  const { time_zone: zone } = await getFacility(page.request)
  const now = new Date()
  const day = facilityDay(now, zone)
  const cages = (await (await page.request.get('/api/cages')).json()) as { id: string; name: string }[]
  const cage = cages.find(({ name }) => name === 'Cage 3')?.id ?? ''
  await db.deleteFrom('bookings').where('cage_id', '=', cage).execute()
  await db.deleteFrom('coach_bookings').where('cage_id', '=', cage).execute()
  const start = new Date(Math.floor(now.getTime() / 1_800_000) * 1_800_000)
  const answer = await page.request.post('/api/guest-bookings', {
    data: {
      ...{ walk_in: true, guest_name: name, cage_ids: [cage], override_reason: 'journey' },
      start_time: instantOf(addDays(day, 1), '16:00', zone),
      end_time: instantOf(addDays(day, 1), '17:00', zone),
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  const { bookings } = (await answer.json()) as { bookings: { id: string }[] }
  const id = bookings[0]?.id ?? ''
  const end = new Date(start.getTime() + 3_600_000)
  await db.updateTable('bookings').set({ start_time: start, end_time: end }).where('id', '=', id).execute()
  await db.destroy()
}

test('one press checks an arrival in and takes the money, one undoes both', async ({
  page,
  facilityServer,
}) => {
  await signInAsDemo(page.request, 'desk')
  await arriving(page, facilityServer.settings.DATABASE_URL, 'Drew Castillo')
  await page.goto('/admin')
  const today = page.getByRole('region', { name: 'Today' })
  const take = today.getByRole('button', { name: 'Check In & Take $30 Cash, Drew Castillo' })
  await expect(take).toBeVisible()
  await expectAccessible(page)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
  await take.click()
  await expect(page.getByText('Drew Castillo is checked in, $30 cash.').first()).toBeVisible()
  await expect(take).toBeHidden()
  await expect(today.getByRole('img', { name: 'Checked in' }).first()).toBeVisible()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(take).toBeVisible()
})

test('by keyboard: an arrival is checked in and paid, undone, and paid later', {
  tag: '@desktop',
}, async ({ page, facilityServer }) => {
  await signInAsDemo(page.request, 'desk')
  await arriving(page, facilityServer.settings.DATABASE_URL, 'Avery Comeaux')
  await page.goto('/admin')
  const name = page.getByRole('region', { name: 'Today' }).getByRole('link', { name: 'Avery Comeaux' })
  await name.focus()
  await page.keyboard.press('$')
  await expect(page.getByText('Avery Comeaux is checked in, $30 cash.').first()).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('button', { name: 'Check In & Take $30 Cash, Avery Comeaux' })).toBeVisible()
  await name.focus()
  await page.keyboard.press('i')
  await expect(page.getByRole('button', { name: 'Take $30 by Card, Avery Comeaux' })).toBeVisible()
})

test('beside a booking of the schedule one press checks in and takes the money, by mouse, finger or key', async ({
  page,
  facilityServer,
}) => {
  await signInAsDemo(page.request, 'desk')
  await arriving(page, facilityServer.settings.DATABASE_URL, 'Wren Savoie')
  await page.goto('/admin/schedule')
  const tile = page.getByRole('gridcell', { name: /Wren Savoie/ })
  await tile.click()
  const beside = page.getByRole('dialog', { name: /^Wren Savoie, Cage 3/ })
  await expect(beside.getByRole('button', { name: 'Check In & Take $30 Cash' })).toBeFocused()
  await expectAccessible(page)
  // The order of the keys: the money, the card, later, what else can be done, and at last what ends it.
  for (const name of [/by Card$/, /^Check In, Pay Later/, /^Move/, 'Message', /^Open/]) {
    await page.keyboard.press('Tab')
    await expect(beside.getByRole('button', { name })).toBeFocused()
  }
  await page.keyboard.press('Escape')
  await expect(beside).toBeHidden()
  await expect(tile).toBeFocused()
  await page.keyboard.press('Enter')
  await beside.getByRole('button', { name: 'Check In & Take $30 by Card' }).click()
  await expect(beside).toBeHidden()
  await expect(page.getByRole('gridcell', { name: /Wren Savoie, .*paid, checked in/ })).toBeVisible()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByRole('gridcell', { name: /Wren Savoie, .*unpaid/ })).toBeVisible()
})

test('the search checks in who arrives, and takes no money by Enter alone', { tag: '@desktop' }, async ({
  page,
  facilityServer,
}) => {
  await signInAsDemo(page.request, 'desk')
  await arriving(page, facilityServer.settings.DATABASE_URL, 'Quinn Zabriskie')
  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const search = async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Search everything' })).toBeFocused()
    await page.keyboard.type('zabriskie')
  }
  await search()
  const arrivals = page.getByRole('group', { name: 'Arrivals' })
  await expect(arrivals.getByRole('option')).toHaveCount(3)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Quinn Zabriskie is checked in.').first()).toBeVisible()
  await search()
  await arrivals.getByRole('option', { name: 'Take $30 by Card: Quinn Zabriskie' }).click()
  await expect(page.getByText(/Quinn Zabriskie.* \$30/).first()).toBeVisible()
  await search()
  await expect(page.getByRole('group', { name: 'Bookings' })).toBeVisible()
  await expect(arrivals).toHaveCount(0)
})
