import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StaffCamp } from '../../../../shared/contract/programs/staffCamps.ts'
import { campDays } from '../../../../shared/domain/programs/camps.ts'
import { addDays } from '../../../../shared/domain/time/time.ts'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { group, tuesday } from '../../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import { addCoach, type TestCoach } from '../../coaches/coachTestKit.ts'
import { addGuestRegistration, register, teenager } from '../campTestKit.ts'
import { bookCage, CAMPS, type Conflicts, changed, editing, entered, ledgerOf } from './editingTestKit.ts'

let app: TestApp
let cages: string[]
let coach: TestCoach
let admin: Person
let customer: Person
let staff: ReturnType<typeof editing>
let weeks = 0
/** Tuesday, Wednesday and Thursday of a week that no other test uses. */
const freshDays = () => {
  const day = tuesday(weeks++)
  return [day, addDays(day, 1), addDays(day, 2)] as const
}
const campOf = async (answer: Response | Promise<Response>) =>
  (await bodyOf<{ camp: StaffCamp; told: number }>(answer)).camp

beforeAll(async () => {
  app = await startTestApp()
  cages = await addCages(app.db, 5)
  coach = await addCoach(app.db, { name: 'Casey Coach' })
  admin = await addPerson(app, { role: 'admin' })
  customer = await addPerson(app, { name: 'Pat Parent', ...teenager })
  staff = editing(app, admin)
})
afterAll(() => app.close())

describe('create_camp', () => {
  test('makes a camp with the defaults; each session takes three cages, the same from day to day', async () => {
    const days = freshDays()
    // Cage 1 is booked on one day: the camp gets other cages on all days, to stay in the same ones.
    await bookCage(app.db, {
      cageId: cages[0] ?? '',
      day: days[1],
      from: '10:00',
      to: '11:00',
      userId: customer.id,
    })
    const key = randomUUID()
    const json = entered(days, {
      ...{ p_bullet_points: ['Shirt', '  ', ''], p_what_to_bring: 'Bat, water', p_level: 'beginner' },
      p_coach_ids: [coach.id],
    })
    const answer = await staff.create(json, key)
    expect(answer.status).toBe(201)
    const camp = await campOf(answer)
    expect(camp).toMatchObject({
      ...{ name: 'Summer Skills', sport: 'baseball', focus: 'all-around', price: 0, max_spots: 20 },
      ...{ min_age: 8, max_age: 12, age_group: '8-12 years', published: false, registration_enabled: true },
      ...{ pay_on_arrival_enabled: true, bullet_points: ['Shirt'], active_registrations_count: 0 },
      what_to_bring: 'Bat, water',
      level: 'beginner',
    })
    expect(camp.camp_timeslots.map((slot) => slot.cages)).toEqual(
      Array(3).fill(['Cage 2', 'Cage 3', 'Cage 4']),
    )
    expect(await ledgerOf(app, camp.id)).toEqual(
      days.flatMap((day) =>
        ['Cage 2', 'Cage 3', 'Cage 4', 'Casey Coach'].map((place) => `${day} 09:00 ${place}`),
      ),
    )
    expect((await campOf(staff.create(json, key))).id).toBe(camp.id)
    expect((await app.request(`/api/camps/${camp.id}`)).status).toBe(404)
    expect(await bodyOf(staff.get(camp.id))).toEqual(camp)
  })

  test('is refused as a whole where cages or the coach are taken, with what is there and what would be free', async () => {
    const days = freshDays()
    const [, second] = days
    for (const cageId of cages.slice(0, 3))
      await bookCage(app.db, { cageId, day: second, from: '09:00', to: '10:00', userId: customer.id })
    const before = await app.db.selectFrom('camps').select('id').execute()
    const refused = await staff.create(entered(days, { p_coach_ids: [coach.id] }))
    expect(refused.status).toBe(409)
    const { code, message, details } = await bodyOf<Conflicts>(refused)
    expect([code, message]).toEqual([
      'camp_places_taken',
      '1 of 3 times cannot have 3 free cages and the coaches. Nothing was saved.',
    ])
    const [conflict] = details.conflicts
    expect(conflict).toMatchObject({ date: second, start_time: '09:00', end_time: '12:00', free_cages: 2 })
    expect(conflict?.in_the_way.map(({ place, kind, name }) => [place, kind, name])).toEqual(
      ['Cage 1', 'Cage 2', 'Cage 3'].map((place) => [place, 'booking', 'Pat Parent']),
    )
    expect(conflict?.free_times).toContainEqual({ start_time: '10:00', end_time: '13:00' })
    expect(conflict?.free_times).not.toContainEqual({ start_time: '09:30', end_time: '12:30' })
    expect(await app.db.selectFrom('camps').select('id').execute()).toHaveLength(before.length)

    const moved = entered(days).p_timeslots.with(1, { date: second, start_time: '10:00', end_time: '13:00' })
    expect((await staff.create(entered(days, { p_timeslots: moved }))).status).toBe(201)
    // The cages are free elsewhere, but the coach is with that camp now.
    const camp = await staff.made(entered(freshDays(), { p_coach_ids: [coach.id] }))
    const slots = camp.camp_timeslots.map(({ date }) => ({ date, start_time: '11:00', end_time: '13:00' }))
    const asked = { timeslots: slots.slice(0, 1), coach_ids: [coach.id] }
    const preview = await bodyOf<Conflicts['details']>(staff.send('POST', `${CAMPS}/preview`, asked))
    expect(preview.conflicts[0]?.in_the_way).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ place: 'Casey Coach', kind: 'camp', name: camp.name }),
      ]),
    )
    const own = await staff.send('POST', `${CAMPS}/preview`, { ...asked, camp_id: camp.id })
    expect(await bodyOf(own)).toEqual({ conflicts: [] })
  })

  test.each([
    ['no name', { p_name: ' ' }, 'p_name', undefined],
    [
      'an end before the start',
      { p_end_date: '2020-01-01', p_timeslots: [] },
      'p_end_date',
      /can’t end before/,
    ],
    ['ages the wrong way round', { p_min_age: 12, p_max_age: 8 }, 'p_max_age', /can’t be below/],
    ['an age that no camp has', { p_min_age: 4 }, 'p_min_age', undefined],
    ['no spots', { p_max_spots: 0 }, 'p_max_spots', undefined],
    ['a price below nothing', { p_price: -1 }, 'p_price', undefined],
    ['another sport', { p_sport: 'cricket' }, 'p_sport', undefined],
    ['a quarter hour', { p_timeslots: [['09:15', '12:00']] }, 'start_time', /half hour/],
    ['a time before eight', { p_timeslots: [['07:30', '12:00']] }, 'start_time', /half hour/],
    ['a time that ends first', { p_timeslots: [['12:00', '09:00']] }, 'end_time', /after it starts/],
    ['a day outside the camp', { p_timeslots: [['09:00', '12:00', 9]] }, 'date', /between the start/],
    [
      'two times at once',
      {
        p_timeslots: [
          ['09:00', '12:00'],
          ['11:30', '13:00'],
        ],
      },
      'p_timeslots',
      /overlap/,
    ],
  ])('refuses %s at its field', async (_what, more, field, sentence) => {
    const days = freshDays()
    const slots = (more as { p_timeslots?: [string, string, number?][] }).p_timeslots?.map(
      ([start_time, end_time, later = 0]) => ({ date: addDays(days[0], later), start_time, end_time }),
    )
    const answer = await staff.create(entered(days, { ...more, ...(slots && { p_timeslots: slots }) }))
    expect(answer.status).toBe(400)
    const { details } = await bodyOf<{ details: { path: string[]; message: string }[] }>(answer)
    expect(details[0]?.path.at(-1)).toBe(field)
    if (sentence) expect(details[0]?.message).toMatch(sentence)
  })

  test('refuses times that have passed, coaches who have left, and foreign pictures', async () => {
    expect(await refusalOf(await staff.create(entered(['2020-06-02'])))).toEqual([409, 'camp_timeslot_past'])
    const gone = await addCoach(app.db, { active: false })
    const with_coach = entered(freshDays(), { p_coach_ids: [gone.id] })
    expect(await refusalOf(await staff.create(with_coach))).toEqual([404, 'coach_not_found'])
    for (const p_banner_url of [
      'https://tracker.example/pixel.png',
      `/files/camp-banners/${randomUUID()}/1.jpg`,
      '/files/carousel/../secret.jpg',
    ]) {
      const answer = await staff.create(entered(freshDays(), { p_banner_url }))
      expect(await refusalOf(answer)).toEqual([400, 'camp_banner_unknown'])
    }
  })

  test('keeps wall time on both sides of a clock change', async () => {
    let sunday = tuesday(weeks++)
    const isChange = (day: string) =>
      new Date(group('', day, '09:00', '10:00').startTime).getUTCHours() !==
      new Date(group('', addDays(day, -1), '09:00', '10:00').startTime).getUTCHours()
    while (!isChange(sunday)) sunday = addDays(sunday, 1)
    const camp = await staff.made(entered([addDays(sunday, -1), sunday]))
    const starts = (await ledgerOf(app, camp.id)).map((row) => row.split(' ')[1])
    expect(starts).toEqual(Array(6).fill('09:00'))
  })
})

describe('update_camp', () => {
  test('frees, moves and takes sessions at once; what stays keeps its row', async () => {
    const days = freshDays()
    const camp = await staff.made(entered(days, { p_coach_ids: [coach.id] }))
    const [first, second, third] = camp.camp_timeslots
    // The first two change places in time, and the third goes.
    const slots = [
      { id: first?.id, date: days[1], start_time: '09:00', end_time: '11:00' },
      { id: second?.id, date: days[0], start_time: '09:00', end_time: '11:00' },
      { date: days[2], start_time: '13:00', end_time: '15:00' },
    ]
    const after = await campOf(staff.update(changed(camp, { p_timeslots: slots })))
    expect(after.camp_timeslots.slice(0, 2).map(({ id }) => id)).toEqual([second?.id, first?.id])
    expect(after.camp_timeslots.map(({ id }) => id)).not.toContain(third?.id)
    expect(after.revision).toBeGreaterThan(camp.revision)
    const [cage1, cage2, cage3] = ['Cage 1', 'Cage 2', 'Cage 3']
    expect(await ledgerOf(app, camp.id)).toEqual(
      (['09:00', '09:00', '13:00'] as const).flatMap((start, index) =>
        [cage1, cage2, cage3, 'Casey Coach'].map((place) => `${days[index]} ${start} ${place}`),
      ),
    )
    const booked = bookCage(app.db, {
      ...{ cageId: cages[0] ?? '', day: days[2], from: '09:00', to: '10:00', userId: customer.id },
    })
    await expect(booked).resolves.toBeDefined()
    const none = await campOf(staff.update(changed(after, { p_timeslots: [], p_coach_ids: [] })))
    expect(none.camp_timeslots).toEqual([])
    expect(await ledgerOf(app, camp.id)).toEqual([])
  })

  test.each([
    ['p_name', 'Renamed'],
    ['p_price', 99.5],
    ['p_max_spots', 31],
    ['p_description', 'Bring water.'],
    ['p_bullet_points', ['Cap']],
    ['p_what_to_bring', 'Cap'],
    ['p_published', false],
    ['p_registration_enabled', true],
    ['p_pay_on_arrival_enabled', true],
    ['p_age_group', 'Juniors'],
    ['p_sport', 'softball'],
    ['p_focus', 'hitting'],
    ['p_level', 'advanced'],
    ['p_coach_ids', []],
    ['p_timeslots', []],
  ])('leaves all else as it is where only %s is sent', async (field, value) => {
    const camp = await staff.made(
      entered(freshDays(), {
        ...{ p_price: 180, p_max_spots: 12, p_min_age: 9, p_max_age: 11, p_published: true },
        ...{ p_registration_enabled: false, p_pay_on_arrival_enabled: false, p_coach_ids: [coach.id] },
        ...{ p_description: 'A week of swings.', p_bullet_points: ['Shirt', 'Lunch'] },
      }),
    )
    const ledger = await ledgerOf(app, camp.id)
    const after = await campOf(staff.update({ p_camp_id: camp.id, [field]: value }))
    expect(changed(after)).toEqual(changed(camp, { [field]: value, expected_revision: after.revision }))
    const places = { p_coach_ids: ledger.filter((row) => !row.endsWith('Casey Coach')), p_timeslots: [] }
    expect(await ledgerOf(app, camp.id)).toEqual(places[field as keyof typeof places] ?? ledger)
  })

  test('refuses a change that does not fit what stays as it is', async () => {
    const camp = await staff.made(entered(freshDays()))
    for (const [change, field] of [
      [{ p_end_date: camp.start_date }, 'date'],
      [{ p_max_age: 6 }, 'p_max_age'],
    ] as const) {
      const answer = await staff.update({ p_camp_id: camp.id, ...change })
      expect(answer.status).toBe(400)
      const { code, details } = await bodyOf<{ code: string; details: { path: string[] }[] }>(answer)
      expect([code, details[0]?.path.at(-1)]).toEqual(['invalid_input', field])
    }
    expect(await bodyOf(staff.get(camp.id))).toEqual(camp)
  })

  test('refuses an old revision with the camp as it is, and one that is not there', async () => {
    const camp = await staff.made(entered(freshDays()))
    await staff.update(changed(camp, { p_name: 'Renamed' }))
    const late = await staff.update(changed(camp, { p_name: 'Too late' }))
    expect(late.status).toBe(409)
    expect(await bodyOf(late)).toMatchObject({
      code: 'changed_meanwhile',
      details: { camp: { name: 'Renamed' } },
    })
    const missing = await staff.update(changed({ ...camp, id: randomUUID(), camp_timeslots: [] }))
    expect(await refusalOf(missing)).toEqual([404, 'camp_not_found'])
    const unknown = [{ id: randomUUID(), date: camp.start_date, start_time: '09:00', end_time: '12:00' }]
    const current = await bodyOf<StaffCamp>(staff.get(camp.id))
    expect(await refusalOf(await staff.update(changed(current, { p_timeslots: unknown })))).toEqual([
      409,
      'camp_timeslot_unknown',
    ])
  })

  test('keeps the spots that are taken and the price that was agreed, and tells everybody once', async () => {
    const days = freshDays()
    const camp = await staff.made(
      entered(days, { p_price: 180, p_published: true, p_min_age: 5, p_max_age: 18 }),
    )
    await register(app, camp, customer)
    await addGuestRegistration(app.db, camp)
    const few = await staff.update(changed(await bodyOf<StaffCamp>(staff.get(camp.id)), { p_max_spots: 1 }))
    expect(few.status).toBe(409)
    expect(await bodyOf(few)).toMatchObject({
      code: 'camp_spots_below_taken',
      message: '2 spots are taken. Keep at least 2, or cancel registrations first.',
      details: { taken: 2 },
    })
    const current = await bodyOf<StaffCamp>(staff.get(camp.id))
    const later = current.camp_timeslots.map(({ id, date }) => ({
      ...{ id, date, start_time: '10:00', end_time: '13:00' },
    }))
    const more = {
      ...{ p_price: 200, p_end_date: days[1], p_timeslots: later.slice(0, 2) },
      message: 'The field is late.',
    }
    const done = await bodyOf<{ camp: StaffCamp; told: number }>(staff.update(changed(current, more)))
    // The guest has no address.
    expect(done).toMatchObject({ told: 1, camp: { price: 200 } })
    const seats = await app.db
      .selectFrom('camp_registrations')
      .select('total_cost')
      .where('camp_id', '=', camp.id)
      .where('guest_name', 'is', null)
      .execute()
    expect(seats).toEqual([{ total_cost: '180.00' }])
    const mails = () =>
      app.db
        .selectFrom('outbox')
        .select(['to_email', 'data'])
        .where('template', '=', 'camp-changed')
        .execute()
    const [mail, ...others] = await mails()
    expect([mail?.to_email, others]).toEqual([customer.email, []])
    expect(mail?.data).toMatchObject({
      camp_name: 'Summer Skills',
      note: 'The field is late.',
      changes: [
        { what: 'Dates', before: campDays(current), now: campDays(done.camp) },
        { what: 'Times', now: expect.stringContaining('10:00 AM–1:00 PM') },
        { what: 'Price for new registrations (yours stays)', before: '$180.00', now: '$200.00' },
      ],
    })
    // Neither a new name nor a change that nobody is to hear of is told.
    const named = await campOf(staff.update(changed(done.camp, { p_name: 'Renamed' })))
    await staff.update(changed(named, { p_min_age: 6, tell: false }))
    expect(await mails()).toHaveLength(1)
  })
})

test('update-camp-status publishes, closes registration and takes it back; the site shows it at once', async () => {
  const camp = await staff.made(entered(freshDays()))
  const open = await bodyOf<StaffCamp>(
    staff.status(camp.id, { published: true, expected_revision: camp.revision }),
  )
  expect(open).toMatchObject({ published: true, registration_state: 'open' })
  expect((await app.request(`/api/camps/${camp.id}`)).status).toBe(200)
  const closed = await bodyOf<StaffCamp>(
    staff.status(camp.id, { registration_enabled: false, pay_on_arrival_enabled: false }),
  )
  expect(closed).toMatchObject({
    registration_state: 'closed',
    pay_on_arrival_enabled: false,
    published: true,
  })
  const old = await staff.status(camp.id, { published: false, expected_revision: camp.revision })
  expect(await refusalOf(old)).toEqual([409, 'changed_meanwhile'])
})

test('list-camps-admin pages drafts too, the latest first, by name and state; counts drafts for staff', async () => {
  const days = freshDays()
  const names = ['Paged A', 'Paged B', 'Paged C']
  for (const [index, p_name] of names.entries())
    await staff.made(
      entered([addDays(days[0], index)], { p_name, p_published: index === 1, p_timeslots: [] }),
    )
  interface Page {
    items: StaffCamp[]
    cursor: string | null
  }
  const first = await bodyOf<Page>(staff.list('?search_query=paged&page_size=2'))
  expect(first.items.map(({ name }) => name)).toEqual(['Paged C', 'Paged B'])
  const rest = await bodyOf<Page>(staff.list(`?search_query=paged&page_size=2&cursor=${first.cursor}`))
  expect([rest.items.map(({ name }) => name), rest.cursor]).toEqual([['Paged A'], null])
  const published = await bodyOf<Page>(staff.list('?search_query=paged&status_filter=published'))
  expect(published.items.map(({ name }) => name)).toEqual(['Paged B'])
  expect(await refusalOf(await staff.list('?cursor=nonsense'))).toEqual([400, 'cursor_invalid'])

  const draft = first.items[0]?.id ?? ''
  await addGuestRegistration(app.db, { id: draft, name: '' })
  const count = (cookie?: string) =>
    app.request(`/api/camps/${draft}/active-registrations-count`, cookie ? { cookie } : {})
  expect(await bodyOf(count(admin.cookie))).toBe(1)
  expect((await count(customer.cookie)).status).toBe(404)
  expect((await count()).status).toBe(404)
})

test('list-camp-coaches names the active ones in order', async () => {
  await addCoach(app.db, { name: 'Abel First' })
  const found = await bodyOf<{ name: string; phone_number: string }[]>(
    staff.send('GET', '/api/admin/camp-coaches'),
  )
  expect(found.map(({ name }) => name)).toEqual(['Abel First', 'Casey Coach'])
  expect(found[0]?.phone_number).toBe('(409) 555-0120')
})

describe('upload-camp-banner', () => {
  const upload = (bytes: Uint8Array, type = 'image/jpeg') =>
    app.request('/api/admin/camp-banner', {
      method: 'POST',
      body: new Uint8Array(bytes),
      cookie: admin.cookie,
      headers: { 'content-type': type, 'idempotency-key': randomUUID() },
    })
  const picture = (width = 2000, height = 1000) =>
    sharp({ create: { width, height, channels: 3, background: '#23415f' } })

  test('draws a GIF again in two widths, as JPEG and AVIF, shown by the camp and its copies until none has it', async () => {
    const { url } = await bodyOf<{ url: string }>(upload(await picture().gif().toBuffer(), 'image/gif'))
    const camp = await staff.made(entered(freshDays(), { p_banner_url: url }))
    expect(camp.banner_url).toBe(url)
    const files = [
      [url, 'image/jpeg', 1600],
      [url.replace('.jpg', '-800.jpg'), 'image/jpeg', 800],
      [url.replace('.jpg', '.avif'), 'image/avif', 1600],
      [url.replace('.jpg', '-800.avif'), 'image/avif', 800],
    ] as const
    for (const [file, type, width] of files) {
      const read = await app.request(file)
      expect(read.headers.get('content-type')).toBe(type)
      const bytes = Buffer.from(await read.arrayBuffer())
      expect(bytes.includes('ftypavif')).toBe(type === 'image/avif')
      expect((await sharp(bytes).metadata()).width).toBe(width)
    }
    const start = freshDays()[0]
    const { camps } = await bodyOf<{ camps: StaffCamp[] }>(staff.copy(camp.id, { start_dates: [start] }))
    await staff.update(changed(camp, { p_banner_url: null }))
    expect((await app.request(url)).status).toBe(200)
    expect((await staff.delete(camps[0]?.id ?? '')).status).toBe(200)
    for (const [file] of files) expect((await app.request(file)).status).toBe(404)
  })

  test('keeps one from before there was AVIF until it is replaced, and then deletes all of its files', async () => {
    const name = `${randomUUID()}/1764000000000`
    const files = [`camp-banners/${name}.jpg`, `camp-banners/${name}-800.jpg`]
    for (const file of files) await app.context.files.put(file, new Uint8Array([1]), 'image/jpeg')
    const former = `/files/camp-banners/${name}.jpg`
    const camp = await staff.made(entered(freshDays(), { p_banner_url: former }))
    const { url } = await bodyOf<{ url: string }>(upload(await picture().jpeg().toBuffer()))
    const replaced = await campOf(staff.update(changed(camp, { p_banner_url: url })))
    expect([camp.banner_url, replaced.banner_url]).toEqual([former, url])
    for (const file of files) expect(await app.context.files.get(file)).toBeNull()
  })

  test('refuses what is no picture by its content, and 5 MB', async () => {
    const text = await upload(new TextEncoder().encode('<svg onload=alert(1)>'), 'image/png')
    expect(text.status).toBe(400)
    expect(await bodyOf(text)).toMatchObject({
      code: 'picture_unreadable',
      message: 'Please select an image file (JPG, PNG, GIF)',
    })
    expect(await refusalOf(await upload(await picture(300, 300).jpeg().toBuffer()))).toEqual([
      400,
      'picture_too_small',
    ])
    expect(await refusalOf(await upload(new Uint8Array(5 * 1024 * 1024)))).toEqual([413, 'body_too_large'])
  })
})

test('the desk reads camps, and only admins change them', async () => {
  const camp = await staff.made(entered(freshDays()))
  const requests = (by: ReturnType<typeof editing>): [string, Promise<Response>][] => [
    ['list-camps-admin', by.list()],
    ['get-camp-admin', by.get(camp.id)],
    ['list-camp-coaches', by.send('GET', '/api/admin/camp-coaches')],
    ['preview-camp', by.send('POST', `${CAMPS}/preview`, { timeslots: [], coach_ids: [] })],
    ['create_camp', by.create(entered(freshDays()))],
    ['update_camp', by.update(changed(camp))],
    ['update-camp-status', by.status(camp.id, { published: true })],
    ['preview-camp-copies', by.previewCopies(camp.id, [tuesday(1)])],
    ['copy-camp', by.copy(camp.id, { start_dates: [tuesday(1)] })],
    ['preview-camp-cancellation', by.cancellation(camp.id)],
    ['call-off-camp', by.callOff(camp.id, { fingerprint: '' })],
    ['delete-camp', by.delete(camp.id)],
    ['upload-camp-banner', by.send('POST', '/api/admin/camp-banner')],
  ]
  for (const role of ['desk', 'coach', 'user'] as const) {
    const by = editing(app, await addPerson(app, { role }))
    for (const [operation, answer] of requests(by)) {
      const mayRead = role === 'desk' && ['list-camps-admin', 'get-camp-admin'].includes(operation)
      expect([role, operation, (await answer).status]).toEqual([role, operation, mayRead ? 200 : 403])
    }
  }
  for (const [operation, answer] of requests(editing(app, { cookie: '' })))
    expect([operation, (await answer).status]).toEqual([operation, 401])
  expect(await bodyOf(staff.get(camp.id))).toEqual(camp)
})
