import { expect, it } from 'vitest'
import { instantOf } from '../../../../shared/domain/time/time.ts'
import { dayColumn, laneRoom, shownHours, spanOf } from './weekLayout.ts'

const ZONE = 'America/Chicago'
const ROOM = { alone: 3, besideStrip: 2 }
const entry = (id: string, from: string, to: string, day = '2026-11-24') => ({
  id,
  start_time: instantOf(day, from, ZONE).toISOString(),
  end_time: instantOf(day, to, ZONE).toISOString(),
})
const lanesOf = (...entries: Parameters<typeof dayColumn>[0][number][]) =>
  dayColumn(entries, ZONE, ROOM).placed.map(({ entry: { id }, lane, lanes }) => `${id} ${lane}/${lanes}`)

it('gives what is alone the whole width, and what overlaps equal parts of it', () => {
  expect(
    lanesOf(entry('a', '16:00', '17:00'), entry('b', '16:30', '17:30'), entry('c', '18:00', '19:00')),
  ).toEqual(['a 0/2', 'b 1/2', 'c 0/1'])
})

it('does not take for an overlap what begins when the other ends', () => {
  expect(lanesOf(entry('a', '16:00', '17:00'), entry('b', '17:00', '18:00'))).toEqual(['a 0/1', 'b 0/1'])
})

it('uses a lane again once it is free, in lanes as wide as those of all that hang together', () => {
  expect(
    lanesOf(entry('long', '16:00', '19:00'), entry('a', '16:00', '17:00'), entry('b', '17:30', '18:30')),
  ).toEqual(['long 0/2', 'a 1/2', 'b 1/2'])
  // As soon as the one before it ends.
  expect(
    lanesOf(entry('long', '16:00', '19:00'), entry('a', '16:00', '17:00'), entry('b', '17:00', '18:00')),
  ).toEqual(['long 0/2', 'a 1/2', 'b 1/2'])
})

it('counts in the last lane what does not fit, joined where it overlaps', () => {
  const many = ['a', 'b', 'c', 'd'].map((id) => entry(id, '16:00', '17:00'))
  const column = dayColumn(
    [...many, entry('late', '16:30', '18:00'), entry('alone', '20:00', '21:00')],
    ZONE,
    ROOM,
  )
  expect(
    column.placed.map(({ entry: { id }, lane, lanes, besideStrip }) => [id, `${lane}/${lanes}`, besideStrip]),
  ).toEqual([
    ['a', '0/2', true],
    ['b', '1/2', true],
    ['alone', '0/1', false],
  ])
  expect(column.more).toEqual([
    { from: 16 * 60, to: 18 * 60, entries: [many[2], many[3], entry('late', '16:30', '18:00')] },
  ])
})

it('places by the clock on the wall on the days of a clock change', () => {
  for (const day of ['2026-11-01', '2027-03-14', '2026-11-24']) {
    const lesson = entry('a', '16:00', '17:30', day)
    expect(spanOf(lesson, ZONE)).toEqual({ from: 16 * 60, to: 17 * 60 + 30 })
  }
  // Twenty-five hours, but no longer than the day's column.
  const night = { id: 'n', start_time: '2026-11-01T06:30:00Z', end_time: '2026-11-01T08:30:00Z' }
  expect(spanOf(night, ZONE)).toEqual({ from: 90, to: 210 })
  expect(spanOf(entry('late', '23:30', '23:59'), ZONE).to).toBeLessThanOrEqual(24 * 60)
})

it('shows 7 AM to 9 PM, and more where something lies outside', () => {
  expect(shownHours([])).toEqual({ first: 7, last: 22 })
  expect(
    shownHours([
      { from: 390, to: 450 },
      { from: 1350, to: 1380 },
    ]),
  ).toEqual({ first: 6, last: 23 })
})

it('has as many lanes as can be read', () => {
  expect([60, 125, 173, 400].map(laneRoom)).toEqual([
    { alone: 2, besideStrip: 1 },
    { alone: 2, besideStrip: 2 },
    { alone: 3, besideStrip: 3 },
    { alone: 8, besideStrip: 7 },
  ])
})

it('draws a no-show whose rest was freed until then, and one that was freed whole so that it can be pressed', () => {
  const { start_time, end_time, id } = entry('away', '16:00', '18:00')
  const freedAt = (time: string) => ({
    id,
    start_time,
    end_time,
    freed_from: instantOf('2026-11-24', time, ZONE).toISOString(),
  })
  expect(spanOf(freedAt('17:00'), ZONE)).toEqual({ from: 960, to: 1020 })
  expect(spanOf(freedAt('16:00'), ZONE)).toEqual({ from: 960, to: 980 })
})
