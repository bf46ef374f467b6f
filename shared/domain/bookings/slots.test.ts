import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ScheduleEntry } from '../../contract/bookings/cages.ts'
import { chicago } from '../time/regularWeek.fixture.ts'
import { addDays, dayBounds, facilityWallTime, instantOf, minuteMs } from '../time/time.ts'
import {
  gridRange,
  isAligned,
  isTaken,
  openRange,
  slotMs,
  slotStarts,
  slotState,
  slotsOf,
  takenTimes,
} from './slots.ts'

const weekday = { opens: '16:00', closes: '21:00' }
const tuesday = '2026-11-24'

const entry = (cage_id: string, day: string, from: string, to: string): ScheduleEntry => ({
  cage_id,
  start_time: instantOf(day, from, chicago).toISOString(),
  end_time: instantOf(day, to, chicago).toISOString(),
})
const wallTimes = (starts: readonly Date[]) => starts.map((start) => facilityWallTime(start, chicago))
const clockChanges = ['2026-03-08', '2026-11-01', '2027-03-14', '2027-11-07']

describe('the slots of a day', () => {
  it('are the half hours from opening to closing', () => {
    expect(wallTimes(slotStarts(tuesday, weekday, chicago))).toEqual([
      '16:00',
      '16:30',
      '17:00',
      '17:30',
      '18:00',
      '18:30',
      '19:00',
      '19:30',
      '20:00',
      '20:30',
    ])
    expect(slotStarts('2026-11-22', null, chicago)).toEqual([])
  })

  it('lie on half hours and inside the hours when these begin or end in between', () => {
    expect(wallTimes(slotStarts(tuesday, { opens: '16:15', closes: '18:10' }, chicago))).toEqual([
      '16:30',
      '17:00',
      '17:30',
    ])
    expect(slotStarts(tuesday, { opens: '16:05', closes: '16:55' }, chicago)).toEqual([])
    expect(slotStarts(tuesday, { opens: '21:00', closes: '16:00' }, chicago)).toEqual([])
  })

  it.each(clockChanges)('are at the usual wall times on %s, when the clocks change', (day) => {
    expect(wallTimes(slotStarts(day, weekday, chicago))).toEqual(
      wallTimes(slotStarts(tuesday, weekday, chicago)),
    )
  })

  it('skip or repeat an hour when the facility is open while the clocks change', () => {
    const night = { opens: '00:00', closes: '06:00' }
    expect(slotStarts('2026-03-08', night, chicago)).toHaveLength(10)
    expect(slotStarts('2026-11-01', night, chicago)).toHaveLength(14)
    expect(slotStarts('2026-03-08', { opens: '02:30', closes: '06:00' }, chicago)).toHaveLength(5)
  })

  it('follow each other every half hour, aligned', () => {
    const quarter = fc.integer({ min: 0, max: 95 }).map((quarters) => {
      const hour = String(Math.floor(quarters / 4)).padStart(2, '0')
      return `${hour}:${String((quarters % 4) * 15).padStart(2, '0')}`
    })
    fc.assert(
      fc.property(fc.constantFrom(tuesday, ...clockChanges), quarter, quarter, (day, opens, closes) => {
        const starts = slotStarts(day, { opens, closes }, chicago)
        for (const [index, start] of starts.entries()) {
          expect(isAligned(start, chicago)).toBe(true)
          if (index > 0) expect(start.getTime() - (starts[index - 1]?.getTime() ?? 0)).toBe(slotMs)
        }
      }),
    )
  })
})

describe('alignment', () => {
  it('is on the hour and the half hour of the wall clock, to the millisecond', () => {
    expect(isAligned('2026-11-24T22:30:00.000Z', chicago)).toBe(true)
    expect(isAligned('2026-11-24T22:15:00.000Z', chicago)).toBe(false)
    expect(isAligned('2026-11-24T22:30:01.000Z', chicago)).toBe(false)
    expect(isAligned('2026-11-24T22:30:00.001Z', chicago)).toBe(false)
    expect(isAligned('2026-11-24T22:15:00.000Z', 'Asia/Kathmandu')).toBe(true)
  })
})

describe('the grid', () => {
  it('shows the opening hours when nothing lies outside them', () => {
    const entries = [entry('a', tuesday, '16:00', '21:00')]
    expect(gridRange(tuesday, weekday, entries, chicago)).toEqual(openRange(tuesday, weekday, chicago))
  })

  it('widens to whole slots around an early and a late entry', () => {
    const entries = [entry('a', tuesday, '14:45', '15:30'), entry('b', tuesday, '21:00', '21:40')]
    const grid = gridRange(tuesday, weekday, entries, chicago)
    expect(wallTimes([grid?.start ?? new Date(0), grid?.end ?? new Date(0)])).toEqual(['14:30', '22:00'])
  })

  it('does not show a closed day, unless something is booked on it', () => {
    const sunday = '2026-11-22'
    expect(gridRange(sunday, null, [], chicago)).toBeNull()
    const grid = gridRange(sunday, null, [entry('a', sunday, '10:00', '12:00')], chicago)
    expect(grid).toEqual({
      start: instantOf(sunday, '10:00', chicago),
      end: instantOf(sunday, '12:00', chicago),
    })
  })

  it('ignores what lies on other days', () => {
    const entries = [
      entry('a', addDays(tuesday, 1), '08:00', '09:00'),
      entry('a', addDays(tuesday, -1), '22:00', '23:00'),
    ]
    expect(gridRange(tuesday, weekday, entries, chicago)).toEqual(openRange(tuesday, weekday, chicago))
  })

  it('covers every entry of the day and the opening hours, in whole slots within the day', () => {
    const anyEntry = fc.tuple(fc.integer({ min: -120, max: 1500 }), fc.integer({ min: 1, max: 300 }))
    const hours = fc.constantFrom(null, weekday, { opens: '09:00', closes: '18:00' })
    fc.assert(
      fc.property(
        fc.constantFrom(tuesday, ...clockChanges),
        hours,
        fc.array(anyEntry),
        (day, open, spans) => {
          const bounds = dayBounds(day, chicago)
          const midnight = bounds.start.getTime()
          const entries = spans.map(([from, minutes]) => ({
            cage_id: 'a',
            start_time: new Date(midnight + from * minuteMs).toISOString(),
            end_time: new Date(midnight + (from + minutes) * minuteMs).toISOString(),
          }))
          const grid = gridRange(day, open, entries, chicago)
          const onDay = entries
            .map((one) => ({ from: new Date(one.start_time), to: new Date(one.end_time) }))
            .filter(({ from, to }) => from < bounds.end && to > bounds.start)
          if (!grid) {
            expect([open, onDay]).toEqual([null, []])
            return
          }
          const inside = (from: Date, to: Date) => grid.start <= from && to <= grid.end
          const opened = openRange(day, open, chicago)
          if (opened) expect(inside(opened.start, opened.end)).toBe(true)
          for (const { from, to } of onDay) {
            const first = new Date(Math.max(from.getTime(), bounds.start.getTime()))
            const last = new Date(Math.min(to.getTime(), bounds.end.getTime()))
            expect(inside(first, last)).toBe(true)
          }
          expect(grid.start >= bounds.start && grid.end <= bounds.end).toBe(true)
          expect(isAligned(grid.start, chicago)).toBe(true)
          expect(slotsOf({ startTime: grid.start, endTime: grid.end }).length).toBeGreaterThan(0)
        },
      ),
    )
  })
})

describe('the state of a slot', () => {
  const taken = takenTimes([entry('a', tuesday, '17:00', '18:00'), entry('a', tuesday, '16:15', '16:45')])
  const open = openRange(tuesday, weekday, chicago)
  const now = instantOf(tuesday, '17:30', chicago)
  const stateAt = (wallTime: string, selected = false, cageId = 'a') =>
    slotState({ cageId, start: instantOf(tuesday, wallTime, chicago) }, { taken, open, now, selected })

  it('is Booked when an entry of the cage covers its start, up to but not including the end', () => {
    expect([stateAt('16:30'), stateAt('17:00'), stateAt('17:30')]).toEqual(['Booked', 'Booked', 'Booked'])
    expect([stateAt('18:00'), stateAt('17:30', false, 'b')]).toEqual(['Available', 'Available'])
  })

  it('is Past before now, and open at the very moment it starts', () => {
    expect([stateAt('16:00'), stateAt('17:00', false, 'b')]).toEqual(['Past', 'Past'])
    expect(stateAt('17:30', false, 'b')).toBe('Available')
  })

  it('is Selected only while it could still be booked', () => {
    expect(stateAt('18:00', true)).toBe('Selected')
    expect([stateAt('17:30', true), stateAt('16:00', true)]).toEqual(['Booked', 'Past'])
  })

  it('is Closed outside the opening hours that the grid widened beyond', () => {
    expect([stateAt('20:30'), stateAt('21:00'), stateAt('21:00', true)]).toEqual([
      'Available',
      'Closed',
      'Closed',
    ])
    const closedDay = { taken, open: null, now, selected: false }
    expect(slotState({ cageId: 'b', start: instantOf(tuesday, '19:00', chicago) }, closedDay)).toBe('Closed')
  })

  it('agrees with looking at every entry in turn', () => {
    const span = fc.record({
      cage_id: fc.constantFrom('a', 'b', 'c'),
      from: fc.integer({ min: 0, max: 40 }),
      length: fc.integer({ min: 1, max: 6 }),
    })
    const bounds = dayBounds(tuesday, chicago)
    const at = (halfHours: number) => new Date(bounds.start.getTime() + halfHours * slotMs)
    fc.assert(
      fc.property(
        fc.array(span),
        fc.constantFrom('a', 'b', 'd'),
        fc.integer({ min: 0, max: 47 }),
        (spans, cage, slot) => {
          const entries = spans.map(({ cage_id, from, length }) => ({
            cage_id,
            start_time: at(from).toISOString(),
            end_time: at(from + length).toISOString(),
          }))
          const covered = spans.some(
            ({ cage_id, from, length }) => cage_id === cage && from <= slot && slot < from + length,
          )
          expect(isTaken(takenTimes(entries), cage, at(slot))).toBe(covered)
        },
      ),
    )
  })
})

describe('the slots of a range', () => {
  it('are its half hours', () => {
    const startTime = '2026-11-24T22:00:00.000Z'
    expect(slotsOf({ startTime, endTime: '2026-11-24T23:00:00.000Z' })).toEqual([
      new Date(startTime),
      new Date('2026-11-24T22:30:00.000Z'),
    ])
    expect(slotsOf({ startTime, endTime: startTime })).toEqual([])
  })

  it('are refused when the range is backwards or not of whole half hours', () => {
    const startTime = '2026-11-24T22:00:00.000Z'
    expect(() => slotsOf({ startTime, endTime: '2026-11-24T22:45:00.000Z' })).toThrow(RangeError)
    expect(() => slotsOf({ startTime, endTime: '2026-11-24T21:00:00.000Z' })).toThrow(RangeError)
  })
})
