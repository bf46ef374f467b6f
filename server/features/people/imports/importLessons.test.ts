import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportInUse } from '../../../../shared/contract/people/imports.ts'
import { disagreements } from '../../../db/ledger.fixture.ts'
import { bodyOf } from '../../../test/answers.ts'
import { tuesday } from '../../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import { addCoach } from '../../coaches/coachTestKit.ts'
import { lesson, postLesson } from '../../lessons/lessonTestKit.ts'
import { importing, reasonsOf } from './importTestKit.ts'

const day = tuesday(3)
let app: TestApp
let admin: Person
let kit: ReturnType<typeof importing>
beforeAll(async () => {
  app = await startTestApp()
  await addCages(app.db, 2)
  admin = await addPerson(app, { role: 'admin' })
  await addCoach(app.db, { name: 'Cal Coach', email: 'cal@example.com', hourlyRate: '60.00' })
  kit = importing(app, admin)
})
afterAll(() => app.close())

const lessons = async (customer: string) =>
  (
    await sql`
      select coach.name as coach, cage.name as cage, taker.name as taker, start_time, end_time, coach_rate, lesson.cage_cost,
        total_cost, status, payment_status, admin_notes
      from coach_bookings lesson join coaches coach on coach.id = coach_id join cages cage on cage.id = cage_id
      join participants taker on taker.id = participant_id join profiles customer on customer.id = customer_id
      where customer.full_name = ${customer} and lesson_date = ${day}::date order by start_time`.execute(
      app.db,
    )
  ).rows

test('a booking with a coach is a lesson: of the one child, in the cage that is free, at the price of the file', async () => {
  const file = [
    'Name,Email,Child,Lesson Date,Lesson Time,Minutes,Instructor,Cage,Price,Paid,Type',
    `Lena Lesson,lena@example.com,Lou Lesson,${day},16:00,60,Coach CAL,,,,`,
    `Lena Lesson,lena@example.com,"Lou Lesson; Liv Lesson",${day},17:00,60,CAL@example.com,Cage 2,80,no,`,
    `Lena Lesson,lena@example.com,Liv Lesson,${day},18:00,30,Nina New,Cage 1,35,yes,`,
    `Lena Lesson,lena@example.com,Liv Lesson,${day},19:00,90,Cal Coach,,10,,`,
    `Otis Other,otis@example.com,,${day},16:00,60,,Cage 1,,,`,
    'Nina New,,,,,,,,,,Coach',
  ].join('\n')
  const found = await kit.dryRun(file)
  const planned = await kit.rowsOf(found.id)
  expect(planned.map(({ number, outcome, becomes }) => [number, outcome, becomes])).toEqual([
    [
      2,
      'new',
      expect.stringMatching(/^New customer with Lou Lesson, a lesson with Cal Coach .* 4:00–5:00 PM$/),
    ],
    [3, 'adds', expect.stringMatching(/^Row 2 gets Liv Lesson, a lesson with Cal Coach /)],
    [4, 'adds', expect.stringMatching(/^Row 2 gets a lesson with Nina New /)],
    [5, 'adds', expect.stringMatching(/^Row 2 gets a lesson with Cal Coach /)],
    // The lesson of row 2 took the first free cage.
    [6, 'wrong', ''],
    [7, 'new', 'New coach, $50.00 an hour'],
  ])
  expect(reasonsOf(planned)).toEqual([[6, { column: 'Lesson Time', message: 'Row 2 has this time.' }]])

  const { id } = await kit.taken(file)
  const open = {
    coach: 'Cal Coach',
    status: 'pending payment',
    payment_status: 'pending payment',
    admin_notes: null,
  }
  const list = await lessons('Lena Lesson')
  expect(list).toEqual([
    {
      ...{ ...open, cage: 'Cage 1', taker: 'Lou Lesson', start_time: '16:00:00', end_time: '17:00:00' },
      ...{ coach_rate: '60.00', cage_cost: expect.stringMatching(/^[1-9]/), total_cost: expect.any(String) },
    },
    {
      ...{ ...open, cage: 'Cage 2', taker: 'Lena Lesson', start_time: '17:00:00', end_time: '18:00:00' },
      ...{ coach_rate: '60.00', cage_cost: '20.00', total_cost: '80.00' },
    },
    {
      ...{
        cage: 'Cage 1',
        taker: 'Liv Lesson',
        start_time: '18:00:00',
        end_time: '18:30:00',
        coach: 'Nina New',
      },
      ...{
        coach_rate: '0.00',
        cage_cost: '0.00',
        total_cost: '0.00',
        status: 'paid',
        payment_status: 'paid',
      },
      admin_notes: 'Paid before Dugout: $35.00',
    },
    {
      ...{ ...open, cage: 'Cage 1', taker: 'Liv Lesson', start_time: '19:00:00', end_time: '20:30:00' },
      ...{ coach_rate: '6.66', cage_cost: '0.01', total_cost: '10.00' },
    },
  ])
  expect(await disagreements(app.db)).toEqual([])
  expect((await kit.dryRun(file)).counts).toEqual({ new: 0, adds: 0, duplicate: 5, wrong: 1 })

  expect((await kit.act(id, 'undo', { keep_changed: false })).status).toBe(200)
  expect(await kit.settled(id)).toMatchObject({ state: 'undone', problem: null })
  expect(await lessons('Lena Lesson')).toEqual([])
  const left = await sql`
    select name from coaches where name = 'Nina New' union all select full_name from profiles where full_name like '% Lesson'`
  expect((await left.execute(app.db)).rows).toEqual([])
  expect(await disagreements(app.db)).toEqual([])
})

test('sales tax that is added to prices is in a lesson’s total', async () => {
  const changes = { tax_lessons: 10, tax_added: true }
  const json = { changes, seen: {} }
  const set = await app.request('/api/settings/facility', { method: 'PATCH', json, cookie: admin.cookie })
  expect(set.status).toBe(200)
  await kit.taken(`Name,Date,Time,Minutes,Coach,Price\nTod Tax,${day},9:00,60,Cal Coach,88\n`)
  expect(await lessons('Tod Tax')).toMatchObject([
    { coach_rate: '60.00', cage_cost: '20.00', total_cost: '88.00' },
  ])
})

test('a file and customers who want one coach at once: each time has one lesson, and the rest of the file is taken', async () => {
  const coach = await addCoach(app.db, {
    name: 'Rush Coach',
    works: [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({ day_of_week, from: '09:00', to: '21:00' })),
  })
  const customers = await Promise.all(Array.from({ length: 8 }, () => addPerson(app)))
  const split: number[] = []
  const startOf = (index: number) => `${16 + Math.floor(index / 2)}:${index % 2 ? '30' : '00'}`
  for (let round = 0; round < 8; round += 1) {
    const on = tuesday(4 + round)
    const rows = customers.map((_, index) => `Rush ${round} ${index},${on},${startOf(index)},30,Rush Coach`)
    const { id } = await kit.dryRun(`Name,Date,Time,Minutes,Coach\n${rows.join('\n')}\n`)
    // One after the other, so that the file is taken in the middle of them.
    const book = async () => {
      let booked = 0
      for (const [index, { cookie }] of customers.entries()) {
        const wanted = lesson(coach.id, on, startOf(index), { duration_minutes: 30 })
        if ((await postLesson(app, wanted, { cookie })).status === 201) booked += 1
      }
      return booked
    }
    const [theirs] = await Promise.all([book(), kit.act(id, 'take', { invite: false })])
    const { counts, problem } = await kit.settled(id)
    split.push(theirs)
    expect([problem, (counts?.new ?? 0) + theirs]).toEqual([null, customers.length])
    expect(await disagreements(app.db)).toEqual([])
  }
  // Somewhere both got some.
  expect(split.some((booked) => booked > 0 && booked < customers.length)).toBe(true)
})

test('what is in a lesson’s way refuses its row', async () => {
  await addCoach(app.db, { name: 'Rush Otherwise' })
  await addCoach(app.db, { name: 'Gone Gil', active: false })
  await kit.taken(`Name,Date,Time,Minutes,Coach,Cage\nFirst Fay,${day},12:00,60,Cal Coach,Cage 1\n`)
  await kit.taken(
    `Name,Date,Time,Minutes,Cage\nFull Fred,${day},14:00,60,Cage 1\nFull Flo,${day},14:00,60,Cage 2\n`,
  )
  const found = await kit.dryRun(
    [
      'Name,Date,Time,Minutes,Coach,Cage',
      `Bea Busy,${day},12:30,30,Cal Coach,Cage 2`,
      `Ned Nobody,${day},10:00,60,Kim Nobody,`,
      `Rae Rush,${day},10:00,60,Rush,`,
      `Guy Gone,${day},10:00,60,Gone Gil,`,
      `Nat Nocage,${day},14:00,60,Cal Coach,`,
      `Lyn Long,${day},10:00,270,Cal Coach,`,
      `Mia Midnight,${day},23:00,60,Cal Coach,`,
      `Wes Where,${day},10:00,60,,`,
      `Ana Again,${day},10:00,60,Cal Coach,Cage 1`,
      `Abe Again,${day},10:30,60,Cal Coach,Cage 2`,
      'Pia Prefers,,,,Cal Coach,',
    ].join('\n'),
  )
  expect(
    reasonsOf(await kit.rowsOf(found.id)).map(([row, { column, message }]) => `${row} ${column}: ${message}`),
  ).toEqual([
    '2 Time: Cal Coach has something else then.',
    ...[3, 4, 5].map(
      (row) => `${row} Coach: There’s no such coach. You have Cal Coach, Rush Coach, Rush Otherwise.`,
    ),
    '6 Time: No cage is free then.',
    '7 Booking End: A lesson lasts at most 4 hours.',
    '8 Booking End: A lesson ends before midnight, and the clocks do not change during it.',
    '9 Cage: Say which cage is booked, or which coach.',
    '11 Time: Row 10 has this time.',
  ])
  // A coach without a time is nobody's lesson.
  expect((await kit.rowsOf(found.id)).at(-1)).toMatchObject({ outcome: 'new', becomes: 'New customer' })
})

test('a coach of the file who has a lesson of the file is taken back with it, however many rows are between them', async () => {
  const people = Array.from({ length: 220 }, (_, index) => `Many Mo ${index},,,,,`)
  const file = [
    'Name,Type,Date,Time,Minutes,Coach',
    'Ravi Row,Coach,,,,',
    ...people,
    `Last Lea,,${day},20:00,60,Ravi Row`,
  ]
  const { id, counts } = await kit.taken(file.join('\n'))
  expect(counts).toMatchObject({ new: 222, wrong: 0 })
  await kit.act(id, 'undo', { keep_changed: false })
  expect(await kit.settled(id)).toMatchObject({ state: 'undone', problem: null })
  expect(await lessons('Last Lea')).toEqual([])
  expect(await app.db.selectFrom('coaches').select('id').where('name', '=', 'Ravi Row').execute()).toEqual([])
})

test('a lesson that was changed since keeps its customer and its coach', async () => {
  const { id } = await kit.taken(
    `Name,Type,Date,Time,Minutes,Coach\nKeep Kit,,${day},21:00,30,Stay Sue\nStay Sue,Coach,,,,\n`,
  )
  await sql`update coach_bookings set admin_notes = 'Helmet' where customer_id = (
    select id from profiles where full_name = 'Keep Kit')`.execute(app.db)
  const { details } = await bodyOf<{ details: ImportInUse }>(kit.act(id, 'undo', { keep_changed: false }))
  expect(details.people).toEqual([
    { row: 2, name: 'Keep Kit', since: 'The lesson was changed' },
    { row: 3, name: 'Stay Sue', since: 'Has a lesson' },
  ])
})
