import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slotsOf } from '../../../shared/domain/bookings/slots.ts'
import { bodyOf } from '../../test/answers.ts'
import { type AppProcess, startAppProcess } from '../../test/appProcess.ts'
import { group, tuesday } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'

const PRICES = [0, 20, 30, 45, 60]
const ROUNDS = 50

let app: TestApp
let processes: AppProcess[]
let cages: string[]
let people: Person[]

beforeAll(async () => {
  app = await startTestApp()
  cages = await addCages(app.db, 4)
  people = await Promise.all(Array.from({ length: 8 }, () => addPerson(app)))
  processes = await Promise.all([0, 1].map(() => startAppProcess({ ...app.databaseSettings })))
})
afterAll(async () => {
  await Promise.all(processes.map((each) => each.end('SIGTERM')))
  await app.close()
})

type Group = ReturnType<typeof group>

/** Posts a booking to one of the two processes. */
async function post(index: number, groups: Group[], process = processes[index % 2]) {
  const totalAmount = groups.reduce((sum, each) => sum + (PRICES[slotsOf(each).length] ?? 0), 0)
  const response = await fetch(`${process?.url}/api/bookings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: people[index % people.length]?.cookie ?? '' },
    body: JSON.stringify({ bookingDetails: groups, totalAmount }),
  })
  const { code } = await bodyOf<{ code?: string }>(response)
  return { status: response.status, code }
}

const tally = (answers: { status: number }[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(answers, ({ status }) => status)).map(([key, all]) => [key, all?.length]),
  )

async function overlapsInLedger(): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from occupancy a join occupancy b
      on a.id < b.id and a.during && b.during and (a.cage_id = b.cage_id or a.coach_id = b.coach_id)`.execute(
    app.db,
  )
  return Number(rows[0]?.count)
}

async function deadlocks(): Promise<number> {
  const { rows } = await sql<{ deadlocks: string }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(app.db)
  return Number(rows[0]?.deadlocks)
}

test('of 200 people who book one slot through two processes exactly one gets it and all others hear why', async () => {
  const slot = group(cages[0] ?? '', tuesday(20), '16:00', '16:30')
  const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => post(index, [slot])))
  expect(tally(answers)).toEqual({ 201: 1, 409: 199 })
  const losers = answers.filter(({ status }) => status === 409)
  expect(new Set(losers.map(({ code }) => code))).toEqual(new Set(['slots_taken']))
  expect(await deadlocks()).toBe(0)
})

test(`random overlapping groups on several cages, ${ROUNDS} rounds, never overlap in the ledger`, async () => {
  let booked = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const day = tuesday(1 + (round % 8))
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => post(index, randomGroups(day))))
    for (const { status } of answers) expect([201, 409]).toContain(status)
    booked += answers.filter(({ status }) => status === 201).length
  }
  expect(booked).toBeGreaterThan(ROUNDS)
  expect(await overlapsInLedger()).toBe(0)
  expect(await deadlocks()).toBe(0)
  const { rows } = await sql<{ count: string }>`
    select count(*) from bookings where not exists (select from occupancy where booking_id = bookings.id)`.execute(
    app.db,
  )
  expect(Number(rows[0]?.count)).toBe(0)
})

function randomGroups(day: string): Group[] {
  const count = 1 + Math.floor(Math.random() * 3)
  const shuffled = [...cages].sort(() => Math.random() - 0.5)
  return shuffled.slice(0, count).map((cageId) => {
    const length = 1 + Math.floor(Math.random() * 4)
    const first = Math.floor(Math.random() * (10 - length + 1))
    return group(cageId, day, wallTime(first), wallTime(first + length))
  })
}

const wallTime = (slot: number): string => `${16 + Math.floor(slot / 2)}:${slot % 2 ? '30' : '00'}`

test('with the lock and the constraint switched off the same race books twice, so the tests above can fail', async () => {
  const unsafe = await startTestApp()
  try {
    const ids = await addCages(unsafe.db, 1)
    const cookies = await Promise.all(Array.from({ length: 8 }, () => addPerson(unsafe)))
    await sql`alter table occupancy drop constraint occupancy_cage_free`.execute(unsafe.db)
    await sql`create function public.pg_advisory_xact_lock(bigint) returns void language sql as 'select pg_sleep(0.02)'`.execute(
      unsafe.db,
    )
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(unsafe.db)
    await sql`alter database ${sql.id(rows[0]?.name ?? '')} set search_path = public, pg_catalog`.execute(
      unsafe.db,
    )
    const loose = await unsafe.another()
    const json = { bookingDetails: [group(ids[0] ?? '', tuesday(0), '16:00', '16:30')], totalAmount: 20 }
    const answers = await Promise.all(
      cookies.map(({ cookie }) => loose.request('/api/bookings', { json, cookie })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([
      201,
      201,
      ...Array(6).fill(expect.any(Number)),
    ])
  } finally {
    await unsafe.close()
  }
})
