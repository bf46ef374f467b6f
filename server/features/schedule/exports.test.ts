import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { ListedBooking } from '../../../shared/contract/bookings/bookingLists.ts'
import { instantOf } from '../../../shared/domain/time/time.ts'
import { wallClockOf } from '../../../shared/domain/time/wallClock.ts'
import { csvDownload } from '../../http/answers/csvDownload.ts'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { tuesday, ZONE } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { allBookings, bookingColumns } from './bookingFile.ts'

const day = tuesday(1)
let app: TestApp
let desk: Person
let admin: Person
let cages: string[]

beforeAll(async () => {
  app = await startTestApp()
  desk = await addPerson(app, { role: 'desk', name: 'Front Desk' })
  admin = await addPerson(app, { role: 'admin', name: 'Ada Admin' })
  cages = await addCages(app.db, 4)
  const [maria, trick] = await Promise.all([
    add('María Núñez', '(409) 555-0123', '2026-03-08T07:30:00Z'),
    add('=HYPERLINK("https://evil.test")', '+1 409 555 0199', '2026-03-09T04:59:00Z'),
  ])
  await book(maria, 0, '16:00', { total_cost: '30' })
  await book(maria, 1, '16:00', { total_cost: '30' })
  await book(trick, 2, '16:30', { total_cost: '12.5', status: 'paid', admin_notes: '-1\n=2+3' })
  await book(trick, 3, '18:00', { total_cost: '30', status: 'canceled' })
})
afterAll(() => app.close())

async function add(full_name: string, phone_number: string, created_at: string): Promise<string> {
  const id = randomUUID()
  const values = { id, full_name, phone_number, email: `${id}@example.test`, created_at }
  await app.db.insertInto('profiles').values(values).execute()
  return id
}

async function book(
  user_id: string,
  cage: number,
  from: string,
  rest: { total_cost: string; status?: 'paid' | 'canceled'; admin_notes?: string },
) {
  const start_time = instantOf(day, from, ZONE)
  const end_time = new Date(start_time.getTime() + 3_600_000)
  await app.db
    .insertInto('bookings')
    .values({ user_id, cage_id: cages[cage] ?? '', start_time, end_time, ...rest })
    .execute()
}

const download = (path: string, query: Record<string, string> = {}, by = desk) =>
  app.request(`/api/admin/${path}?${new URLSearchParams(query)}`, { cookie: by.cookie })

/** The lines of a file as fields; none of the tests' values has a quote and a comma together. */
async function rowsOf(answer: Promise<Response>): Promise<Record<string, string>[]> {
  const [header = '', ...lines] = (await (await answer).text()).trimEnd().split('\r\n')
  const fields = (line: string) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
    )
  const names = fields(header)
  return lines.map((line) => Object.fromEntries(fields(line).map((value, n) => [names[n] ?? '', value])))
}

test('export-bookings has the rows of the list in its order, at the facility’s time, and no formulas', async () => {
  const answer = await download('bookings.csv')
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'text/csv; charset=utf-8',
    'no-store',
  ])
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="bookings-\d{4}-\d{2}-\d{2}\.csv"$/,
  )
  const rows = await rowsOf(Promise.resolve(answer))
  const { items } = await bodyOf<{ items: ListedBooking[] }>(download('bookings'))
  expect(rows.map(({ ID }) => ID)).toEqual(items.map(({ id }) => id))
  expect(rows[0]).toMatchObject({
    Date: day,
    Start: '16:00',
    End: '17:00',
    Type: 'Cage Booking',
    Cages: 'Cage 1, Cage 2',
    Customer: 'María Núñez',
    Phone: '(409) 555-0123',
    Status: 'pending payment',
    Total: '60.00',
    Bookings: '2',
  })
  expect(rows[1]).toMatchObject({
    Customer: `'=HYPERLINK("https://evil.test")`,
    Phone: "'+1 409 555 0199",
    Total: '12.50',
    Notes: "'-1\n=2+3",
  })
})

test.each([
  [{ search_query: 'maria nunez' }, ['María Núñez']],
  [{ status_filter: 'paid' }, [`'=HYPERLINK("https://evil.test")`]],
  [{ search_query: 'hyperlink', status_filter: 'cancelled' }, [`'=HYPERLINK("https://evil.test")`]],
  [{ search_query: 'zzyzx' }, []],
])('export-bookings with %j has what the list finds by it', async (query, names) => {
  const rows = await rowsOf(download('bookings.csv', query))
  expect(rows.map(({ Customer }) => Customer)).toEqual(names)
})

test('export-people has the users that the list finds, as the admin sorts them', async () => {
  const rows = await rowsOf(download('users.csv', { role: 'user', sort: 'name' }, admin))
  expect(rows.map(({ Name, Phone, Role, Joined }) => [Name, Phone, Role, Joined])).toEqual([
    [`'=HYPERLINK("https://evil.test")`, "'+1 409 555 0199", 'user', '2026-03-08'],
    ['María Núñez', '(409) 555-0123', 'user', '2026-03-08'],
  ])
  const found = await rowsOf(download('users.csv', { search_query: 'núñ' }, admin))
  expect(found.map(({ Name }) => Name)).toEqual(['María Núñez'])
})

test('export-payments has the payments that the list finds, at the facility’s time', async () => {
  const paid = { payment_type: 'cage_booking' as const, status: 'completed' as const }
  await app.db
    .insertInto('payment_transactions')
    .values([
      {
        ...paid,
        customer_name: '@Zoë',
        description: '+Cage 1',
        total_amount: '45.5',
        refunded_amount: '5',
        created_at: '2026-07-04T04:30:00Z',
      },
      { ...paid, customer_name: 'Bo', total_amount: '20', created_at: '2026-07-05T12:00:00Z' },
    ])
    .execute()
  const rows = await rowsOf(download('payments.csv', { sort: 'oldest' }))
  // The third is what the desk took for the paid booking.
  expect(rows.slice(0, 2)).toMatchObject([
    {
      Date: '2026-07-03',
      Time: '23:30',
      Customer: "'@Zoë",
      For: "'+Cage 1",
      Amount: '45.50',
      Refunded: '5.00',
      Status: 'completed',
    },
    { Customer: 'Bo' },
  ])
  expect(rows[0]?.Receipt).toMatch(/^\d+$/)
  const found = await rowsOf(download('payments.csv', { search_query: 'zoe' }))
  expect(found.map(({ Customer }) => Customer)).toEqual(["'@Zoë"])
  expect(await rowsOf(download('payments.csv', { status_filter: 'failed' }))).toEqual([])
})

test('The list of customers is only for admins, and bookings are for the desk', async () => {
  const coach = await addPerson(app, { role: 'coach' })
  const customer = await addPerson(app)
  for (const by of [coach, customer]) {
    for (const file of ['bookings.csv', 'payments.csv']) {
      expect(await refusalOf(await download(file, {}, by))).toEqual([403, 'forbidden'])
    }
  }
  expect(await refusalOf(await download('users.csv'))).toEqual([403, 'forbidden'])
  expect(await refusalOf(await app.request('/api/admin/bookings.csv'))).toEqual([401, 'unauthenticated'])
})

test('What is not a filter of the list is refused', async () => {
  const answers = [
    await download('bookings.csv', { status_filter: 'lost' }),
    await download('bookings.csv', { search_query: 'x'.repeat(101) }),
    await download('users.csv', { sort: 'age' }, admin),
  ]
  for (const answer of answers) expect(await refusalOf(answer)).toEqual([400, 'invalid_input'])
})

test('A file is in the audit log as a reading, with its filters and without what was searched', async () => {
  await (await download('bookings.csv', { search_query: 'maria', status_filter: 'paid' })).text()
  await (await download('users.csv', {}, admin)).text()
  const readings = await app.db
    .selectFrom('audit_log')
    .select(['table_name', 'record_id', 'user_id', 'description'])
    .where('action', '=', 'READ')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  expect(readings).toEqual([
    { table_name: 'profiles', record_id: 'csv', user_id: admin.id, description: 'CSV file (sort: newest).' },
    {
      table_name: 'bookings',
      record_id: 'csv',
      user_id: desk.id,
      description: 'CSV file (searched, status_filter: paid).',
    },
  ])
})

test('One of the staff downloads sixty files of a kind in an hour, and is told when to come again', async () => {
  const limited = await startTestApp({ settings: { RATE_LIMITS: 'true' } })
  onTestFinished(() => limited.close())
  const [busy, other] = [
    await addPerson(limited, { role: 'desk' }),
    await addPerson(limited, { role: 'desk' }),
  ]
  const get = (path: string, by: Person) =>
    limited.request(`/api/admin/${path}?search_query=zzyzx`, { cookie: by.cookie })
  for (let n = 0; n < 60; n += 1) {
    const answer = await get('bookings.csv', busy)
    await answer.text()
    expect(answer.status).toBe(200)
  }
  const refused = await get('bookings.csv', busy)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refusalOf(refused)).toEqual([429, 'too_many_requests'])
  // Other files, and other people, have their own.
  expect(await rowsOf(get('payments.csv', busy))).toEqual([])
  expect(await rowsOf(get('bookings.csv', other))).toEqual([])
})

test('Batches have each booking once, across their borders and starts that are equal', async () => {
  const [one, other] = await Promise.all(['Mo Moore', 'Mia Moore'].map((name) => addPerson(app, { name })))
  await sql`
    insert into bookings (user_id, cage_id, start_time, end_time, status, total_cost)
    select person, ${cages[0]}, at, at + interval '30 minutes', 'canceled', 20
    from generate_series(1, 1650) n
    cross join unnest(${[one?.id, other?.id]}::uuid[]) person
    cross join lateral (select timestamptz '2026-01-05 12:00Z' + n * interval '30 minutes' as at) start`.execute(
    app.db,
  )
  const sizes: number[] = []
  const ids = new Set<string>()
  for await (const batch of allBookings(app.db, { search_query: 'moore' }, new Date())) {
    sizes.push(batch.length)
    for (const { id } of batch) ids.add(id)
  }
  expect([sizes.length, Math.max(...sizes), ids.size]).toEqual([7, 500, 3_300])
  expect(await rowsOf(download('bookings.csv', { search_query: 'moore' }))).toHaveLength(3_300)
})

test('A client that leaves in the middle of a file of bookings ends the reading of the list', async () => {
  const seen = { rows: 0, ended: false }
  async function* counted() {
    try {
      for await (const batch of allBookings(app.db, { search_query: 'moore' }, new Date())) {
        seen.rows += batch.length
        yield batch
      }
    } finally {
      seen.ended = true
    }
  }
  const columns = bookingColumns(wallClockOf(ZONE))
  const file = csvDownload('bookings', columns, counted(), pino({ level: 'silent' }))
  const reader = file.body?.getReader()
  await expect.poll(() => seen.rows).toBeGreaterThan(0)
  await reader?.cancel()
  await expect.poll(() => seen.ended).toBe(true)
  expect(seen.rows).toBeLessThan(3_300)
})
