import type { Page } from '@playwright/test'
import { createDb, createPool } from '../server/db/database.ts'
import { addDays, facilityDay, instantOf } from '../shared/domain/time/time.ts'
import { expectAccessible } from './accessible.ts'
import { getFacility } from './facilityDays.ts'
import { expect, test } from './fixtures.ts'
import { signInAsDemo } from './people.ts'

/** An hour that nobody paid, in a cage, from this half hour or one `ago` on: whatever time it is. Null: tomorrow at 4 PM. */
async function arriving(
  page: Page,
  databaseUrl: string | undefined,
  name: string,
  ago: number | null = 0,
  cageName = 'Cage 3',
) {
  const db = createDb(createPool(databaseUrl ?? '', 1))
  const { time_zone: zone } = await getFacility(page.request)
  const now = new Date()
  const day = facilityDay(now, zone)
  const cages = (await (await page.request.get('/api/cages')).json()) as { id: string; name: string }[]
  const cage = cages.find(({ name }) => name === cageName)?.id ?? ''
  const start = new Date((Math.floor(now.getTime() / 1_800_000) - (ago ?? 0)) * 1_800_000)
  const end = new Date(start.getTime() + 3_600_000)
  const first = {
    start_time: instantOf(addDays(day, 1), '16:00', zone),
    end_time: instantOf(addDays(day, 1), '17:00', zone),
  }
  // Only what is in the way: other journeys look for other bookings of the demo.
  for (const [from, to] of [
    [start, end],
    [new Date(first.start_time), new Date(first.end_time)],
  ] as const)
    await db
      .deleteFrom('bookings')
      .where('cage_id', '=', cage)
      .where('start_time', '<', to)
      .where('end_time', '>', from)
      .execute()
  await db
    .deleteFrom('coach_bookings')
    .where('cage_id', '=', cage)
    .where('lesson_date', 'in', [day, addDays(day, 1)])
    .execute()
  const answer = await page.request.post('/api/guest-bookings', {
    data: {
      ...{ walk_in: true, guest_name: name, cage_ids: [cage], override_reason: 'journey' },
      ...first,
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  const { bookings } = (await answer.json()) as { bookings: { id: string }[] }
  const id = bookings[0]?.id ?? ''
  if (ago !== null)
    await db.updateTable('bookings').set({ start_time: start, end_time: end }).where('id', '=', id).execute()
  await db.destroy()
  return first.start_time.getTime()
}

test('one press checks an arrival in and takes the money, one undoes both', { tag: '@phone' }, async ({
  page,
  facilityServer,
}) => {
  await signInAsDemo(page.request, 'desk')
  await arriving(page, facilityServer.settings.DATABASE_URL, 'Drew Castillo')
  await page.goto('/admin')
  const today = page.getByRole('region', { name: 'Today' })
  const take = today.getByRole('button', { name: 'Check In & Take $30 Cash, Drew Castillo' })
  await expect(take).toBeVisible()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
  await take.click()
  await expect(page.getByText('Drew Castillo is checked in, $30 cash.').first()).toBeVisible()
  await expect(take).toBeHidden()
  await expect(today.getByRole('img', { name: 'Checked in' }).first()).toBeVisible()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(take).toBeVisible()
})

test('who comes within the hour has the menu of every booking', { tag: '@desktop' }, async ({
  page,
  facilityServer,
}) => {
  await signInAsDemo(page.request, 'desk')
  const name = 'Harper Theriot'
  const start = await arriving(page, facilityServer.settings.DATABASE_URL, name, null)
  await page.clock.setFixedTime(start - 1_200_000)
  await page.goto('/admin')
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'View Details' }).click()
  await expect(
    page
      .getByRole('dialog', { name: /Booking/ })
      .getByText(name)
      .first(),
  ).toBeVisible()
})

test('by keyboard an arrival is checked in and paid, undone, and paid later; two more are by a press each', {
  tag: '@desktop',
}, async ({ page, facilityServer }) => {
  await signInAsDemo(page.request, 'desk')
  const arrivals = { 'Avery Comeaux': 'Cage 3', 'Reese Guidry': 'Cage 4', 'Rowan Hebert': 'Cage 5' }
  for (const [name, cage] of Object.entries(arrivals))
    await arriving(page, facilityServer.settings.DATABASE_URL, name, 0, cage)
  await page.goto('/admin')
  const today = page.getByRole('region', { name: 'Today' })
  const press = (name: string) => today.getByRole('button', { name: `Check In & Take $30 Cash, ${name}` })
  // All eight cages are in view, also where names take two lines.
  const cut = await today.getByRole('table').evaluate((table) => {
    for (const row of table.querySelectorAll('tr')) row.style.height = '64px'
    const board = table.parentElement
    return board ? board.scrollHeight - board.clientHeight : NaN
  })
  expect(cut).toBe(0)
  const avery = today.getByRole('link', { name: 'Avery Comeaux' })
  await avery.focus()
  await page.keyboard.press('$')
  await expect(page.getByText('Avery Comeaux is checked in, $30 cash.').first()).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(press('Avery Comeaux')).toBeVisible()
  await avery.focus()
  await page.keyboard.press('i')
  await expect(page.getByRole('button', { name: 'Take $30 by Card, Avery Comeaux' })).toBeVisible()

  // The first has no answer yet when the second is pressed.
  const { promise: pressed, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/admin/arrivals', async (route) => {
    await pressed
    await route.continue()
  })
  await press('Reese Guidry').dblclick()
  await press('Rowan Hebert').click()
  answer()
  for (const name of ['Reese Guidry', 'Rowan Hebert']) await expect(press(name)).toBeHidden()
  await expect(page.getByText('Rowan Hebert is checked in, $30 cash.').first()).toBeVisible()
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

test('a no-show frees the rest of the time, and one press takes it back', { tag: '@desktop' }, async ({
  page,
  facilityServer,
}) => {
  await signInAsDemo(page.request, 'desk')
  await arriving(page, facilityServer.settings.DATABASE_URL, 'Sky Lejeune', 1)
  await page.goto('/admin/schedule')
  const tile = page.getByRole('gridcell', { name: /Sky Lejeune/ })
  await tile.click()
  const whole = Number(await tile.getAttribute('aria-rowspan'))
  const beside = page.getByRole('dialog', { name: /^Sky Lejeune, Cage 3/ })
  await beside.getByRole('button', { name: 'No-Show, Free the Rest' }).click()
  // In the first half hour of a day only what is freed is on this day.
  if (whole > 1) await expect(tile).toHaveAttribute('aria-rowspan', String(whole - 1))
  else await expect(tile).toBeHidden()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(tile).toHaveAttribute('aria-rowspan', String(whole))
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
  await expect(arrivals, 'the search closes').toHaveCount(0)
  await expect(page.getByText(/Quinn Zabriskie.* \$30/).first()).toBeVisible()
  await search()
  await expect(page.getByRole('group', { name: 'Bookings' })).toBeVisible()
  await expect(arrivals).toHaveCount(0)
})

test('a waiver that is required at check-in is handed over there, and whoever signs is let in', {
  tag: '@phone',
}, async ({ page, facilityServer, openBrowser, allowProblem }) => {
  allowProblem(/console: .*status of 409/)
  const owner = await openBrowser()
  await signInAsDemo(owner.request, 'admin')
  const waiver = {
    ...{ title: 'Cage Waiver', body: 'Baseballs are hard.', binds: 'check-in-required', kept_years: 7 },
    ...{ required_for: ['cages'], holds_months: null },
  }
  const save = (more: object) =>
    owner.request.post('/api/settings/waivers', { data: { ...waiver, is_active: true, ...more } })
  const { id } = (await (await save({ id: null, seen_version: 0 })).json()) as { id: string }
  try {
    await signInAsDemo(page.request, 'desk')
    await arriving(page, facilityServer.settings.DATABASE_URL, 'Sam Theriot')
    await page.goto('/admin')
    const today = page.getByRole('region', { name: 'Today' })
    const take = today.getByRole('button', { name: 'Check In & Take $30 Cash, Sam Theriot' })
    const missing = page.getByRole('button', { name: 'Waiver missing: hand it over for Sam Theriot' })
    await expect(missing.first()).toBeVisible()
    await take.click()
    const why = page.getByText('Hand over the waiver first. Sam Theriot has yet to sign: Cage Waiver.')
    await expect(why.first()).toBeVisible()

    await page.keyboard.press('Control+k')
    await page.keyboard.type('theriot')
    const arrivals = page.getByRole('group', { name: 'Arrivals' })
    await expect(arrivals.getByRole('option', { name: /^Check In: Sam Theriot/ })).toContainText(
      'Waiver missing',
    )
    await arrivals.getByRole('option', { name: 'Hand Over the Waiver: Sam Theriot' }).click()
    await expect(page.getByRole('dialog', { name: 'Waiver for Sam Theriot' })).toBeVisible()
    await page.keyboard.press('Escape')

    await page.goto('/admin/schedule')
    await page.getByRole('gridcell', { name: /Sam Theriot/ }).click()
    const beside = page.getByRole('dialog', { name: /^Sam Theriot, Cage 3/ })
    await beside.getByRole('button', { name: 'Check In, Pay Later' }).click()
    await expect(why.first()).toBeVisible()
    await missing.click()
    const dialog = page.getByRole('dialog', { name: 'Waiver for Sam Theriot' })
    const link = (await dialog.getByRole('link', { name: 'Open Here' }).getAttribute('href')) ?? ''
    // Keys here are not those of the booking behind it.
    await page.keyboard.press('o')
    const phone = await openBrowser()
    await phone.goto(link)
    await phone.getByRole('radio', { name: 'Sam Theriot, an adult' }).check()
    await phone.getByLabel('Type Your Full Name to Sign').pressSequentially('Sam Theriot')
    await phone.getByRole('button', { name: 'Agree and Sign' }).click()
    await expect(phone.getByRole('heading', { name: 'Thank you' })).toBeVisible()
    await expect(dialog.getByText('Signed. Nothing is missing for Sam Theriot.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(missing).toBeHidden()
    await beside.getByRole('button', { name: 'Check In, Pay Later' }).click()
    await expect(page.getByText('Sam Theriot is checked in.').first()).toBeVisible()
  } finally {
    expect((await save({ id, seen_version: 1, is_active: false })).status()).toBe(200)
  }
})
