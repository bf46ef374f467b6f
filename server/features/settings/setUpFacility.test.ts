import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Cage } from '../../../shared/contract/bookings/cages.ts'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { addDays, facilityDay, instantOf } from '../../../shared/domain/time/time.ts'
import { system, transaction } from '../../db/database.ts'
import { bodyOf } from '../../test/answers.ts'
import { tuesday, ZONE } from '../../test/cageTime.ts'
import { addCages } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { parseFacilityFile } from './facilityFile.ts'
import { describeFacility, setUpFacility } from './setUpFacility.ts'

let app: TestApp
let other: TestApp
beforeAll(async () => {
  app = await startTestApp()
  other = await app.another()
  await addCages(app.db, 2)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('closures').execute()
})

const putIn = (file: unknown) =>
  transaction(app.db, system, (tx) => setUpFacility(tx, parseFacilityFile(JSON.stringify(file)), new Date()))
const shownBy = (instance: TestApp) => bodyOf<Facility>(instance.request('/api/facility'))
const cagesShown = async () => (await bodyOf<Cage[]>(app.request('/api/cages'))).map(({ name }) => name)
const auditCount = async () =>
  Number(
    (
      await app.db
        .selectFrom('audit_log')
        .select(({ fn }) => fn.countAll().as('entries'))
        .executeTakeFirstOrThrow()
    ).entries,
  )
const PRICES = { price_30_min: 25, price_60_min: 40, price_additional_30_min: 20 }

describe('putting the facility in', () => {
  test('shows in every running instance without a restart', async () => {
    await Promise.all([shownBy(app), shownBy(other)])
    expect(await putIn({ name: 'Bayou Bats', rate_line: '$25/30MIN' })).toEqual([
      'name: "Golden Triangle Batting Cages" → "Bayou Bats"',
      'rate_line: "" → "$25/30MIN"',
    ])
    await expect.poll(async () => (await shownBy(app)).name).toBe('Bayou Bats')
    await expect.poll(async () => (await shownBy(other)).name).toBe('Bayou Bats')
    expect((await shownBy(app)).city).toBe('Beaumont')
  })

  test('takes what it printed as no change at all, and writes no audit entry for it', async () => {
    const printed = await describeFacility(app.db, new Date())
    const before = await auditCount()
    expect(await putIn(printed)).toEqual([])
    expect(await auditCount()).toBe(before)
  })

  test('is written down as an act of the system', async () => {
    await putIn({ phone: '409.555.0199' })
    const entry = await app.db
      .selectFrom('audit_log')
      .selectAll()
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      table_name: 'facility',
      user_id: null,
      description: 'Facility data put in from a file',
      new_values: { phone: '(409) 555-0199' },
    })
  })

  test('replaces hours, team rates and coming special days as whole lists, and keeps past days', async () => {
    const today = facilityDay(new Date(), ZONE)
    const [past, soon, later] = [addDays(today, -7), addDays(today, 3), addDays(today, 9)]
    await app.db
      .insertInto('special_days')
      .values([past, soon].map((date) => ({ date, opens: null, closes: null, reason: 'Old' })))
      .execute()
    await putIn({
      opening_hours: [{ day_of_week: 2, opens: '10:00', closes: '20:30' }],
      special_days: [{ date: later, opens: '09:00', closes: '12:00', reason: 'Tryouts' }],
      team_rates: [{ weekly_hours: 5, monthly_hours: 20, monthly_price: 499.5, price_per_hour: 24.98 }],
    })
    const { opening_hours, special_days, team_rates } = await describeFacility(app.db, new Date())
    expect(opening_hours).toEqual([{ day_of_week: 2, opens: '10:00', closes: '20:30' }])
    expect(special_days).toEqual([{ date: later, opens: '09:00', closes: '12:00', reason: 'Tryouts' }])
    expect(team_rates).toEqual([
      { weekly_hours: 5, monthly_hours: 20, monthly_price: 499.5, price_per_hour: 24.98 },
    ])
    const dates = await app.db.selectFrom('special_days').select('date').orderBy('date').execute()
    expect(dates.map(({ date }) => date)).toEqual([past, later])
  })

  test('takes a limit away with null, and running instances know', async () => {
    await putIn({ live_streams_per_person: 7 })
    await expect.poll(async () => (await other.context.facility.limits()).live_streams_per_person).toBe(7)
    expect(await putIn({ live_streams_per_person: null })).toEqual(['live_streams_per_person: 7 → null'])
    await expect.poll(async () => (await other.context.facility.limits()).live_streams_per_person).toBeNull()
  })

  test('takes the example that comes with Dugout', async () => {
    const example = JSON.parse(await readFile('facility.example.json', 'utf8'))
    expect(await putIn(example)).not.toEqual([])
    expect(await putIn(example)).toEqual([])
    expect(await describeFacility(app.db, new Date())).toMatchObject({ name: example.name })
  })
})

describe('cages', () => {
  test('are added when new, changed when known, and left alone when not named', async () => {
    expect(
      await putIn({
        cages: [
          { name: 'Cage 1', price_30_min: 22.5 },
          { name: 'Tunnel', ...PRICES },
        ],
      }),
    ).toEqual(['cages: "Cage 1" changed (price_30_min)', 'cages: "Tunnel" added'])
    const cages = await bodyOf<Cage[]>(app.request('/api/cages'))
    expect(cages.find(({ name }) => name === 'Cage 1')).toMatchObject({ price_30_min: 22.5 })
    expect(cages.find(({ name }) => name === 'Tunnel')).toMatchObject(PRICES)
    expect(cages.map(({ name }) => name)).toContain('Cage 2')
  })

  test('leave service only when asked to, keep what is planned in them, and come back', async () => {
    const cage = await app.db
      .selectFrom('cages')
      .select('id')
      .where('name', '=', 'Cage 2')
      .executeTakeFirstOrThrow()
    const closure = await app.db
      .insertInto('closures')
      .values({
        start_time: instantOf(tuesday(), '16:00', ZONE),
        end_time: instantOf(tuesday(), '17:00', ZONE),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db.insertInto('closure_cages').values({ closure_id: closure.id, cage_id: cage.id }).execute()
    expect(await putIn({ cages: [{ name: 'Cage 2', is_active: false }] })).toEqual([
      'cages: "Cage 2" changed (is_active)',
      'cages: "Cage 2" is out of service; what is planned in it stays (1 from now on).',
    ])
    expect(await cagesShown()).not.toContain('Cage 2')
    await putIn({ cages: [{ name: 'Cage 2', is_active: true }] })
    expect(await cagesShown()).toContain('Cage 2')
  })

  test('keep their bookings when they are renamed', async () => {
    const { id } = await app.db
      .selectFrom('cages')
      .select('id')
      .where('name', '=', 'Cage 1')
      .executeTakeFirstOrThrow()
    await putIn({ cages: [{ name: 'Cage 1', rename_to: 'Bullpen' }] })
    const renamed = await app.db
      .selectFrom('cages')
      .select('name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(renamed.name).toBe('Bullpen')
    await putIn({ cages: [{ name: 'Bullpen', rename_to: 'Cage 1' }] })
  })
})

describe('a file that cannot be put in', () => {
  test.each([
    ['is not JSON', '{"name": ', /It is not JSON/],
    ['is not an object', '[]', /The file: /],
    ['has a field that does not exist', '{"nmae": "X"}', /nmae/],
    ['has an empty name', '{"name": " "}', /name: Must not be empty/],
    ['has no e-mail address', '{"email": "front desk"}', /email: Enter an email, like/],
    ['has a link that a browser would run', '{"maps_url": "javascript:alert(1)"}', /maps_url: /],
    ['has a zone that nobody knows', '{"time_zone": "Texas/Beaumont"}', /time_zone: Must be the name/],
    ['has an offset for a zone', '{"time_zone": "-06:00"}', /time_zone: Must be the name/],
    [
      'closes before it opens',
      '{"opening_hours": [{"day_of_week": 1, "opens": "21:00", "closes": "16:00"}]}',
      /opening_hours\[0\]: closes must be later/,
    ],
    [
      'opens at a quarter past',
      '{"opening_hours": [{"day_of_week": 1, "opens": "15:15", "closes": "16:00"}]}',
      /opening_hours\[0\]: Hours begin and end/,
    ],
    [
      'names a weekday twice',
      `{"opening_hours": [${Array(2).fill('{"day_of_week": 1, "opens": "15:00", "closes": "16:00"}').join()}]}`,
      /opening_hours\[1\]: 1 is in the list twice/,
    ],
    [
      'has half of a special day',
      '{"special_days": [{"date": "2027-07-04", "opens": "09:00", "closes": null, "reason": ""}]}',
      /special_days\[0\]: closes must be later/,
    ],
    [
      'has a price below nothing',
      '{"cages": [{"name": "A", "price_30_min": -1}]}',
      /cages\[0\]\.price_30_min: /,
    ],
    [
      'has a price in text',
      '{"cages": [{"name": "A", "price_30_min": "$20"}]}',
      /cages\[0\]\.price_30_min: /,
    ],
    ['has a discount over 100', '{"member_cage_discount_percent": 150}', /member_cage_discount_percent: /],
    ['has a phone that is none', '{"phone": "12"}', /phone: Please enter a real phone number/],
    ['opens booking for no day', '{"booking_window_days": 0}', /booking_window_days: /],
    ['owes customers hours', '{"unpaid_hours_new_customer": -1}', /unpaid_hours_new_customer: /],
    ['counts in half streams', '{"live_streams_per_person": 1.5}', /live_streams_per_person: /],
    ['lets nobody pay by card', '{"open_checkouts_per_person": 0}', /open_checkouts_per_person: /],
    ['lets nobody change for weeks', '{"cancellation_cutoff_hours": 337}', /cancellation_cutoff_hours: /],
    ['lets nobody cancel a camp', '{"camp_cancellation_cutoff_days": 91}', /camp_cancellation_cutoff_days: /],
    [
      'lets nobody cancel a class',
      '{"class_cancellation_cutoff_hours": -1}',
      /class_cancellation_cutoff_hours: /,
    ],
    ['asks for notice of a month', '{"membership_notice_days": 29}', /membership_notice_days: /],
    ['lets the desk refund less than nothing', '{"desk_refund_limit": -1}', /desk_refund_limit: /],
    ['lets members reserve nothing', '{"member_reservation_limit": 0}', /member_reservation_limit: /],
  ])('because it %s is refused, naming the field', (_why, json, message) => {
    expect(() => parseFacilityFile(json)).toThrow(message)
  })

  test.each([
    [{ cages: [{ name: 'Tunnel 9', price_30_min: 20 }] }, /cages\[0\]\.price_60_min: "Tunnel 9" is new/],
    [{ cages: [{ name: 'Cage 1', rename_to: 'Cage 2' }] }, /cages\[0\]\.rename_to: There is a "Cage 2"/],
    [{ cages: [{ name: 'Nowhere', rename_to: 'There' }] }, /cages\[0\]\.name: There is no cage "Nowhere"/],
  ])('because of what is there is refused as a whole: %j', async (file, message) => {
    const before = await describeFacility(app.db, new Date())
    await expect(putIn({ name: 'Half done', ...file })).rejects.toThrow(message)
    expect(await describeFacility(app.db, new Date())).toEqual(before)
  })

  test('because it moves the clock under what is booked is refused', async () => {
    const cage = await app.db.selectFrom('cages').select('id').executeTakeFirstOrThrow()
    const closure = await app.db
      .insertInto('closures')
      .values({
        start_time: instantOf(tuesday(), '16:00', ZONE),
        end_time: instantOf(tuesday(), '17:00', ZONE),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db.insertInto('closure_cages').values({ closure_id: closure.id, cage_id: cage.id }).execute()
    await expect(putIn({ time_zone: 'America/Denver' })).rejects.toThrow(/time_zone: It cannot change/)
    await app.db.deleteFrom('closures').execute()
    expect(await putIn({ time_zone: 'America/Denver' })).toEqual([
      'time_zone: "America/Chicago" → "America/Denver"',
    ])
    await putIn({ time_zone: 'America/Chicago' })
  })
})
