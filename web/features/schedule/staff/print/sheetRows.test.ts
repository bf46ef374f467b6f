import { expect, it } from 'vitest'
import type { ScheduleDay } from '../../../../../shared/contract/bookings/scheduleDay.ts'
import type { Roster } from '../../../../../shared/contract/programs/rosters.ts'
import { listedBooking } from '../../../bookings/staff/listedBooking.fixture.ts'
import { owedOf, sheetRows } from './sheetRows.ts'

const cage = (n: number) => ({
  id: `cage-${n}`,
  name: `Cage ${n}`,
  price_30_min: 20,
  price_60_min: 30,
  price_additional_30_min: 15,
  is_active: true,
})
const times = { start_time: '2026-11-24T15:00:00.000Z', end_time: '2026-11-24T18:00:00.000Z' }
const block = { id: 'x', coach_ids: [], taken: null, max_spots: null, expires_at: null, ...times }
const camp: Roster = {
  id: 'camp-session',
  kind: 'camp',
  name: 'Skills Camp',
  ...times,
  cages: ['Cage 2', 'Cage 3'],
  coaches: [],
  max_spots: 20,
  seats: [
    {
      id: 'a',
      participant_id: null,
      name: 'Mia',
      age: 9,
      customer_name: 'Ana',
      phone: null,
      status: 'registered',
      owed: 180,
      missing_care: [],
      unsigned: [],
    },
    {
      id: 'b',
      participant_id: null,
      name: 'Leo',
      age: 8,
      customer_name: 'Ana',
      phone: null,
      status: 'paid',
      owed: 0,
      missing_care: [],
      unsigned: [],
    },
  ],
}
const day = (change: Partial<ScheduleDay>): ScheduleDay => ({
  cages: [cage(1), cage(2), cage(3)],
  bookings: [],
  blocks: [],
  time_off: [],
  ...change,
})

it('has bookings, camps and closures in order of time and cage, and no running checkout', () => {
  const rows = sheetRows(
    day({
      bookings: [
        listedBooking({ id: 'late', cages: [{ id: 'cage-2', name: 'Cage 2' }] }),
        listedBooking({ id: 'first', participant_name: 'Mia López' }),
      ],
      blocks: [
        { ...block, kind: 'closure', title: 'New net', cage_ids: ['cage-1'] },
        { ...block, kind: 'hold', title: '', cage_ids: ['cage-1'] },
        { ...block, kind: 'camp', title: 'Skills Camp', cage_ids: ['cage-2'] },
      ],
    }),
    [camp],
  )
  expect(
    rows.map(({ who, bookedBy, what, cages, hasBox }) => [who, bookedBy, what, cages[0], hasBox]),
  ).toEqual([
    ['New net', null, 'Closure', 'Cage 1', false],
    ['Skills Camp', null, 'Camp, 2 taking part', 'Cage 2', false],
    ['Mia López', 'Ana López', 'Cage booking', 'Cage 1', true],
    ['Ana López', null, 'Cage booking', 'Cage 2', true],
  ])
})

it('adds up what is owed, seats included, and asks nothing for what is paid', () => {
  const rows = sheetRows(
    day({ bookings: [listedBooking({ id: 'a' }), listedBooking({ id: 'b', status: 'paid' })] }),
    [camp],
  )
  expect(rows.filter(({ hasBox }) => hasBox).map(({ owed }) => owed)).toEqual([3000, 0])
  expect(owedOf(rows, [camp])).toBe(21_000)
})
