import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import type { CompleteSettings, SettingsPreview } from '../../../shared/contract/facility/facilitySettings.ts'
import { formatDay } from '../../../shared/domain/time/timeFormat.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { startStaffedFacility } from '../bookings/staffTestKit.ts'
import { closing } from './closures/closureTestKit.ts'

let facility: Awaited<ReturnType<typeof startStaffedFacility>>
beforeAll(async () => {
  facility = await startStaffedFacility()
})
afterAll(() => facility.app.close())

const PATH = '/api/settings/facility'
const read = (person: Person = facility.admin) =>
  facility.app.request(PATH, { method: 'GET', cookie: person.cookie })
const settings = () => bodyOf<CompleteSettings>(read())
const preview = (changes: object, person: Person = facility.admin) =>
  facility.app.request(`${PATH}/preview`, { json: { changes }, cookie: person.cookie })
const save = (json: object, person: Person = facility.admin) =>
  facility.app.request(PATH, { method: 'PATCH', json: { seen: {}, ...json }, cookie: person.cookie })
const previewed = (changes: object) => bodyOf<SettingsPreview>(preview(changes))
/** Tuesdays until 19:00 in place of 21:00. */
const shorter = async () =>
  (await settings()).opening_hours.map((hours) =>
    hours.day_of_week === 2 ? { ...hours, closes: '19:00' } : hours,
  )

test('an admin reads and saves (get-facility-settings, preview-facility-settings, update-facility-settings); nobody else does', async () => {
  const coach = await addPerson(facility.app, { role: 'coach' })
  for (const person of [facility.desk, coach, facility.customer]) {
    expect((await read(person)).status).toBe(403)
    expect((await preview({ name: 'X' }, person)).status).toBe(403)
    expect((await save({ changes: { name: 'X' } }, person)).status).toBe(403)
  }
  expect((await facility.app.request(PATH)).status).toBe(401)
  expect((await read()).status).toBe(200)
})

test('a preview says what changes, where customers see it and what to look out for, and changes nothing', async () => {
  const before = await settings()
  const { cages } = before
  const prices = cages.map((cage) => (cage.name === 'Cage 1' ? { ...cage, price_30_min: 22.5 } : cage))
  expect(await previewed({ announcement: 'OPEN LATE', cages: prices, card_payment_for_cages: true })).toEqual(
    {
      changes: [
        { field: 'announcement', label: 'Announcement', from: 'NOW OPEN', to: 'OPEN LATE' },
        {
          field: 'cages',
          label: 'Cages: Cage 1',
          from: '$20.00 for 30 minutes, $30.00 for 60, $15.00 for 30 more',
          to: '$22.50 for 30 minutes, $30.00 for 60, $15.00 for 30 more',
        },
        { field: 'card_payment_for_cages', label: 'Card Payment for Cages', from: 'Off', to: 'On' },
      ],
      shown: ['Home page', 'Booking pages', 'Booking a cage'],
      warnings: ['New prices count for new bookings. What is booked keeps the price that was agreed on.'],
      outside_hours: expect.objectContaining({ hits: [] }),
    },
  )
  expect(await settings()).toEqual(before)
})

test('what cannot be seen in a pasted text is left out; a name of nothing else is refused, and two cages that look alike', async () => {
  const { cages, street_address } = await settings()
  const alike = [...cages, { ...cages[0], name: `${cages[0]?.name}\u200B` }]
  for (const changes of [
    { cages: alike },
    { name: '\u200B\u2060' },
    { name: 'Two\u2028lines' },
    { name: '\uD83D' },
  ])
    expect(await refusalOf(await save({ changes })), JSON.stringify(changes)).toEqual([400, 'invalid_input'])
  expect(await previewed({ street_address: `\u202A${street_address}\u202C` })).toMatchObject({ changes: [] })
})

test('what is saved shows at once in every process, and the audit log names the admin', async () => {
  const shown = async (app = facility.app) => (await bodyOf<Facility>(app.request('/api/facility'))).rate_line
  await Promise.all([shown(), shown(facility.other)])
  const answer = await save({ changes: { rate_line: '$25/HALF HOUR' } })
  expect(await bodyOf(answer)).toMatchObject({
    changes: [{ label: 'Rate Line', to: '$25/HALF HOUR' }],
    run_id: null,
    settings: { rate_line: '$25/HALF HOUR' },
  })
  await expect.poll(() => shown()).toBe('$25/HALF HOUR')
  await expect.poll(() => shown(facility.other)).toBe('$25/HALF HOUR')
  const entry = await facility.app.db
    .selectFrom('audit_log')
    .select(['user_id', 'description'])
    .where('table_name', '=', 'facility')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  expect(entry).toEqual({ user_id: facility.admin.id, description: 'Settings: Rate Line' })
})

test('list-cages has the details of a cage as the owner enters them, and nothing where there are none', async () => {
  const shown = async () =>
    (await bodyOf<{ name: string; details?: string }[]>(facility.app.request('/api/cages'))).find(
      ({ name }) => name === 'Cage 1',
    )
  const said = 'Machine 40–70 mph, softball'
  expect(await shown()).not.toHaveProperty('details')
  const { changes } = await previewed({ cages: [{ name: 'Cage 1', details: said }] })
  expect(changes).toMatchObject([{ label: 'Cages: Cage 1', to: expect.stringContaining(said) }])
  expect((await save({ changes: { cages: [{ name: 'Cage 1', details: said }] } })).status).toBe(200)
  await expect.poll(async () => (await shown())?.details).toBe(said)
  expect((await save({ changes: { cages: [{ name: 'Cage 1', price_30_min: 21 }] } })).status).toBe(200)
  expect((await shown())?.details, 'left out, they stay').toBe(said)
  expect(
    (await save({ changes: { cages: [{ name: 'Cage 1', price_30_min: 20, details: '' }] } })).status,
  ).toBe(200)
  await expect.poll(async () => await shown()).not.toHaveProperty('details')
})

describe('two admins at once', () => {
  test('the second is told what the first changed, and nothing is lost', async () => {
    const second = await addPerson(facility.app, { role: 'admin', name: 'Bo Boss' })
    const seen = { announcement: (await settings()).announcement }
    expect((await save({ changes: { announcement: 'First' }, seen }, second)).status).toBe(200)
    const late = await save({ changes: { announcement: 'Second' }, seen })
    expect(late.status).toBe(409)
    expect(await bodyOf(late)).toMatchObject({
      code: 'settings_changed',
      details: {
        changed_by: 'Bo Boss',
        changes: [{ label: 'Announcement', from: seen.announcement, to: 'First' }],
      },
    })
    expect((await settings()).announcement).toBe('First')
  })

  test('of two that save the same at the same moment one wins; other settings do not disturb', async () => {
    const { phone, city } = await settings()
    const answers = await Promise.all([
      save({ changes: { city: 'Orange' }, seen: { city } }),
      save({ changes: { city: 'Vidor' }, seen: { city } }),
      save({ changes: { phone: '(409) 555-0188' }, seen: { phone } }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409])
    expect(answers[2]?.status).toBe(200)
  })
})

describe('shorter opening hours', () => {
  test('list what is booked outside; it stays where that is chosen', async () => {
    const day = facility.freshDay()
    const [inside, outside] = [
      await facility.book(day, '18:00', '19:00'),
      await facility.book(day, '19:30', '20:30'),
    ]
    const opening_hours = await shorter()
    const { outside_hours, changes } = await previewed({ opening_hours })
    expect(changes).toMatchObject([{ label: 'Opening Hours: Tuesday', to: '4:00–7:00 PM' }])
    expect(outside_hours.hits.map(({ id }) => id)).toEqual([outside])
    expect(await refusalOf(await save({ changes: { opening_hours } }))).toEqual([409, 'closure_hits_changed'])
    const { fingerprint } = outside_hours
    const { opening_hours: before } = await settings()
    expect((await save({ changes: { opening_hours }, fingerprint })).status).toBe(200)
    for (const id of [inside, outside])
      expect(
        (
          await facility.app.db
            .selectFrom('bookings')
            .select('status')
            .where('id', '=', id)
            .executeTakeFirst()
        )?.status,
      ).toBe('pending payment')
    await save({ changes: { opening_hours: before } })
  })

  test('cancel what is outside by a run, also on a special day', async () => {
    const day = facility.freshDay()
    const [kept, gone] = [await facility.book(day), await facility.book(day, '18:00', '19:00')]
    const special_days = [{ date: day, opens: '16:00', closes: '17:30', reason: 'Team dinner' }]
    const { outside_hours } = await previewed({ special_days })
    const request = { changes: { special_days }, fingerprint: outside_hours.fingerprint, on_hits: 'cancel' }
    expect(await refusalOf(await save(request))).toEqual([400, 'invalid_input'])
    const saved = await bodyOf<{ run_id: string }>(save({ ...request, reason: 'We close early.' }))
    const { run, items } = await closing(facility.app, facility.admin).finished(saved.run_id)
    expect(run).toMatchObject({ cause: 'hours', reason: 'We close early.', done: 1, failed: 0 })
    expect(items.map(({ source_id }) => source_id)).toEqual([gone])
    const statuses = await facility.app.db
      .selectFrom('bookings')
      .select('status')
      .where('id', 'in', [kept, gone])
      .orderBy('start_time')
      .execute()
    expect(statuses.map(({ status }) => status)).toEqual(['pending payment', 'canceled'])
  })
})

test('the letters of a state are large, and its whole name stays as it was typed', async () => {
  const { state } = await settings()
  for (const [typed, kept] of [
    [' pa ', 'PA'],
    ['Texas', 'Texas'],
  ]) {
    expect((await save({ changes: { state: typed } })).status).toBe(200)
    expect((await settings()).state).toBe(kept)
  }
  expect((await save({ changes: { state } })).status).toBe(200)
})

test('map links and the rate line follow address and prices, until the owner enters others', async () => {
  const shown = () => bodyOf<Facility>(facility.app.request('/api/facility'))
  await save({ changes: { rate_line: '' } })
  const before = await settings()
  expect(before).toMatchObject({ maps_url: '', apple_maps_url: '', rate_line: '' })
  const cages = before.cages.map(({ name }) => ({ name, price_30_min: 22.5, price_60_min: 35 }))
  expect((await save({ changes: { street_address: '9 New Street', cages } })).status).toBe(200)
  await expect.poll(async () => (await shown()).rate_line).toBe('$22.50/30MIN • $35/HOUR')
  const { maps_url, apple_maps_url } = await shown()
  expect([maps_url, apple_maps_url]).toEqual([
    expect.stringMatching(/google\.com.*query=9\+New\+Street/),
    expect.stringMatching(/apple\.com.*q=9\+New\+Street/),
  ])
  const own = { maps_url: 'https://maps.example/cages', rate_line: 'ASK US', what_to_bring: 'Your own bat.' }
  expect((await save({ changes: own })).status).toBe(200)
  await expect.poll(shown).toMatchObject({ ...own, apple_maps_url })
  const { changes } = await bodyOf<{ changes: unknown[] }>(
    await save({ changes: { maps_url: '', rate_line: '', what_to_bring: '' } }),
  )
  expect(changes).toContainEqual(
    expect.objectContaining({ field: 'rate_line', from: 'ASK US', to: 'Automatic' }),
  )
  await expect.poll(shown).toMatchObject({ maps_url, rate_line: '$22.50/30MIN • $35/HOUR' })
  expect(await shown()).not.toHaveProperty('what_to_bring')
  const { street_address } = before
  const { status } = await save({ changes: { street_address, cages: before.cages } })
  expect(status).toBe(200)
})

describe('refused, naming the field', () => {
  test.each([
    [{ name: ' ' }, 'name'],
    [{ nmae: 'X' }, ''],
    [{ postal_code: '7770' }, 'postal_code'],
    [{ phone: '12' }, 'phone'],
    [{ email: 'front desk' }, 'email'],
    [{ maps_url: 'javascript:alert(1)' }, 'maps_url'],
    [{ what_to_bring: 'x'.repeat(201) }, 'what_to_bring'],
    [{ time_zone: 'Texas/Beaumont' }, 'time_zone'],
    [{ opening_hours: [{ day_of_week: 1, opens: '21:00', closes: '16:00' }] }, 'opening_hours.0'],
    [
      { special_days: [{ date: '2027-07-04', opens: '09:15', closes: '12:00', reason: '' }] },
      'special_days.0',
    ],
    [
      { team_rates: [{ weekly_hours: 0, monthly_hours: 8, monthly_price: 1, price_per_hour: 1 }] },
      'team_rates.0.weekly_hours',
    ],
    [{ cages: [{ name: 'Tunnel', price_30_min: 20 }] }, 'cages.0.price_60_min'],
    [{ cages: [{ name: 'Cage 1', rename_to: 'Cage 2' }] }, 'cages.0.rename_to'],
    [{ cages: [{ name: 'Cage 1', price_30_min: -1 }] }, 'cages.0.price_30_min'],
    [{ cages: [{ name: 'Cage 1', details: 'x'.repeat(41) }] }, 'cages.0.details'],
    [{ member_cage_discount_percent: 101 }, 'member_cage_discount_percent'],
    [{ booking_window_days: 0 }, 'booking_window_days'],
    [{ late_after_minutes: 61 }, 'late_after_minutes'],
    [{ cancellation_cutoff_hours: 400 }, 'cancellation_cutoff_hours'],
    [{ brand_color: '#ffd23f' }, 'brand_color'],
    [{ desk_refund_limit: 1.005 }, 'desk_refund_limit'],
    [{ date_language: 'fr-FR' }, 'date_language'],
  ])('%j', async (changes, field) => {
    const before = await settings()
    for (const answer of [await preview(changes), await save({ changes })]) {
      expect(answer.status).toBe(400)
      const { code, details } = await bodyOf<{ code: string; details: { path: unknown[] }[] }>(answer)
      expect(code).toBe('invalid_input')
      expect(details.map(({ path }) => path.slice(path.indexOf('changes') + 1).join('.'))).toContain(field)
    }
    expect(await settings()).toEqual(before)
  })

  test('a time zone that would move what is booked', async () => {
    await facility.book(facility.freshDay())
    const answer = await save({ changes: { time_zone: 'America/Denver' } })
    expect(await refusalOf(answer)).toEqual([400, 'invalid_input'])
  })
})

test('what is saved can be taken back by saving what was before', async () => {
  const { opening_hours, special_days, social_links } = await settings()
  const changes = { opening_hours: [], special_days: [], social_links: [] }
  const { fingerprint } = (await previewed(changes)).outside_hours
  expect((await save({ changes, fingerprint })).status).toBe(200)
  expect((await save({ changes: { opening_hours, special_days, social_links }, seen: changes })).status).toBe(
    200,
  )
  expect(await settings()).toMatchObject({ opening_hours, special_days, social_links })
})

test('days and times are written as the owner chose, on pages, in emails, payments and the audit log', async () => {
  const { app, other, desk, admin } = facility
  expect((await previewed({ date_language: 'en-GB' })).changes).toEqual([
    {
      field: 'date_language',
      label: 'Dates and Times',
      from: 'Tue, Nov 24, 4:00 PM (United States)',
      to: 'Tue 24 Nov, 16:00 (United Kingdom)',
    },
  ])
  const page = async () => (await other.request('/book-cage')).text()
  expect(await page()).toContain('4:00–9:00 PM')
  expect((await save({ changes: { date_language: 'en-GB' } })).status).toBe(200)
  await expect.poll(page).toContain('<html lang="en-GB"')
  expect(await page()).toContain('16:00–21:00')

  const day = facility.freshDay()
  const id = await facility.book(day)
  const message = await app.db
    .selectFrom('outbox')
    .select('data')
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  const short = `Tue ${Number(day.slice(8))} ${formatDay(day, 'month').slice(0, 3)}`
  expect(JSON.stringify(message?.data)).toContain(short)
  expect(JSON.stringify(message?.data)).toContain('16:00–17:00')
  const paid = await app.request('/api/admin/desk-payments', {
    cookie: desk.cookie,
    json: { items: [{ kind: 'booking', id }], method: 'cash' },
  })
  expect(paid.status).toBe(201)
  expect(
    await app.db
      .selectFrom('payment_transactions')
      .select('description')
      .orderBy('created_at', 'desc')
      .executeTakeFirst(),
  ).toEqual({ description: `Cage 1, ${short}, 16:00–17:00` })
  const log = await (await app.request('/api/admin/audit-log?page_size=5', { cookie: admin.cookie })).text()
  expect(log).toContain(`${short.slice(4)} ${day.slice(0, 4)}, 16:00`)

  expect((await save({ changes: { date_language: 'en-US' } })).status).toBe(200)
  await expect.poll(page).toContain('4:00–9:00 PM')
})
