import { expect, test } from 'vitest'
import { nextSeason, scheduleProblems, seasonOf } from './classSeason.ts'

const monday = { day_of_week: 1, start_time: '16:00', end_time: '17:00' }
const facility = { time_zone: 'America/Chicago', opening_hours: [], special_days: [] }
const season = (
  from: string,
  to: string,
  lines = [monday],
  special: object[] = [],
  after = '2026-01-01T00:00:00Z',
) =>
  seasonOf(
    lines,
    { start_date: from, end_date: to, after: new Date(after) },
    { ...facility, special_days: special as never },
  )

test('a schedule has a session on each of its weekdays, first and last day included', () => {
  const { slots } = season('2026-11-30', '2026-12-14')
  expect(slots.map(({ class_date }) => class_date)).toEqual(['2026-11-30', '2026-12-07', '2026-12-14'])
  expect(season('2026-12-01', '2026-12-06').slots).toEqual([])
})

test('several sessions of one day come in order of time', () => {
  const late = { ...monday, start_time: '18:00', end_time: '19:00' }
  const { slots } = season('2026-11-30', '2026-11-30', [late, monday])
  expect(slots.map(({ start_time }) => start_time)).toEqual(['16:00', '18:00'])
})

test('a session that has begun is not meant, by the instant of its wall time', () => {
  expect(season('2026-11-30', '2026-11-30', [monday], [], '2026-11-30T22:00:00Z').slots).toEqual([])
  expect(season('2026-11-30', '2026-11-30', [monday], [], '2026-11-30T21:59:59Z').slots).toHaveLength(1)
})

test('on a special day there is a session only within its hours', () => {
  const closed = { date: '2026-12-07', opens: null, closes: null, reason: 'Party' }
  const short = { date: '2026-12-14', opens: '09:00', closes: '16:30', reason: 'Early' }
  const long = { date: '2026-12-21', opens: '09:00', closes: '17:00', reason: 'Camp' }
  const found = season('2026-12-01', '2026-12-28', [monday], [closed, short, long])
  expect(found.closed.map(({ class_date }) => class_date)).toEqual(['2026-12-07', '2026-12-14'])
  expect(found.slots.map(({ class_date }) => class_date)).toEqual(['2026-12-21', '2026-12-28'])
})

test('a time that the clocks skip is told apart, and the hour that comes twice is one session', () => {
  const night = { day_of_week: 0, start_time: '02:30', end_time: '03:30' }
  const spring = season('2027-03-07', '2027-03-21', [night])
  expect(spring.skipped).toEqual([{ class_date: '2027-03-14', start_time: '02:30', end_time: '03:30' }])
  expect(spring.slots).toHaveLength(2)
  expect(season('2027-11-07', '2027-11-07', [{ ...night, start_time: '01:30' }]).slots).toHaveLength(1)
})

test('lines may touch but not overlap, and end later than they begin', () => {
  const next = { ...monday, start_time: '17:00', end_time: '18:00' }
  expect(scheduleProblems([monday, next, { ...monday, day_of_week: 2 }])).toEqual([])
  expect(
    scheduleProblems([monday, { ...next, start_time: '16:30' }, { ...monday, end_time: '16:00' }]),
  ).toEqual([
    { index: 1, problem: 'overlap' },
    { index: 2, problem: 'backwards' },
  ])
})

test.each([
  ['2026-10-19', '2027-01-10', '2026-11-22', '2027-01-11', '2027-04-04'],
  ['2026-01-05', '2026-02-28', '2026-11-22', '2026-11-23', '2027-01-16'],
  ['2026-11-23', '2026-11-23', '2026-11-23', '2026-11-30', '2026-11-30'],
])(
  'the season after %s to %s, seen on %s, begins on the same weekday on %s',
  (first, last, today, start, end) => {
    expect(nextSeason({ start_date: first, end_date: last }, today)).toEqual({
      start_date: start,
      end_date: end,
    })
  },
)
