import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import type { StaffLesson } from '../../../../shared/contract/lessons/staffLessons.ts'
import { groupSlots, type SelectedSlot } from '../../../../shared/domain/bookings/selection.ts'
import { slotMs } from '../../../../shared/domain/bookings/slots.ts'
import { chicago, regularWeek } from '../../../../shared/domain/time/regularWeek.fixture.ts'
import { instantOf } from '../../../../shared/domain/time/time.ts'
import {
  adjacentDay,
  coachGrid,
  firstGridDay,
  freeRun,
  longestRun,
  lostFrom,
  moveRun,
  nearestRuns,
  selectRun,
  shortName,
} from './coachGrid.ts'

const facility = { ...regularWeek, time_zone: chicago } as unknown as Facility
const day = '2026-11-24'
const at = (time: string) => instantOf(day, time, chicago)
const rates = { price_30_min: 20, price_60_min: 30, price_additional_30_min: 15 }
const cages = [
  { id: 'a', name: 'Cage 1', ...rates },
  { id: 'b', name: 'Cage 2', ...rates },
]
const entry = (cage_id: string | null, from: string, to: string, more: object = {}) => ({
  id: null,
  cage_id,
  start_time: at(from).toISOString(),
  end_time: at(to).toISOString(),
  takes_coach: false,
  is_time_off: false,
  lesson: null,
  ...more,
})
const cageOf = { id: '', name: '', ...rates }
const lesson = { id: 'l', customer_name: 'Pat Parent', participant_name: null } as StaffLesson
const own = { id: 'l', takes_coach: true, lesson }
const gridOf = (entries: ReturnType<typeof entry>[], selected: [string, string][] = [], moving?: string) =>
  coachGrid(
    day,
    { cages, entries, facility },
    {
      now: at('12:00'),
      selected: selected.map(([cageId, time]) => ({ cageId, cageName: cageId, start: at(time) })),
      moving,
    },
  )
/** The views of a cage from 4 PM, as '4:00 available'. */
const views = (grid: ReturnType<typeof gridOf>, cageId: string, count: number) =>
  grid.slots.slice(0, count).map((slot) => grid.viewOf(cages.find(({ id }) => id === cageId) ?? cageOf, slot))

describe('the grid of a coach', () => {
  it('names own lessons over all their half hours and leaves no cage free in the meantime', () => {
    const grid = gridOf([entry('a', '16:00', '17:00', own)])
    expect(views(grid, 'a', 3)).toMatchObject([
      {
        state: 'Own',
        text: 'Pat P.',
        spoken: 'your lesson with Pat Parent, 4:00–5:00 PM',
        continues: false,
      },
      { state: 'Own', text: 'Pat P.', continues: true },
      { state: 'Available', text: '5:00', spoken: 'available' },
    ])
    expect(views(grid, 'b', 3).map(({ state }) => state)).toEqual(['Busy', 'Busy', 'Available'])
  })

  it('names who takes part in place of who booked', () => {
    const grid = gridOf([
      entry('a', '16:00', '16:30', { ...own, lesson: { ...lesson, participant_name: 'Leo Parent' } }),
    ])
    expect(views(grid, 'a', 1)).toMatchObject([{ text: 'Leo P.' }])
  })

  it('frees the time of the lesson that is moved, for itself and in all cages', () => {
    const grid = gridOf([entry('a', '16:00', '17:00', own)], [['a', '16:00']], 'l')
    expect(views(grid, 'a', 2).map(({ state }) => state)).toEqual(['Selected', 'Available'])
    expect(views(grid, 'b', 2).map(({ state }) => state)).toEqual(['Available', 'Available'])
  })

  it('widens over what is booked outside the opening hours, and what takes only the coach', () => {
    expect(gridOf([]).slots).toHaveLength(10)
    const grid = gridOf([entry('a', '15:00', '16:00'), entry(null, '21:00', '22:00', { takes_coach: true })])
    expect(grid.slots[0]?.time).toBe('3:00 PM')
    expect(grid.slots.at(-1)?.time).toBe('9:30 PM')
    expect(views(grid, 'b', 2).map(({ state }) => state)).toEqual(['Closed', 'Closed'])
  })

  it('loses selected slots that others took or that take the coach', () => {
    const chosen: [string, string][] = [
      ['b', '16:00'],
      ['b', '16:30'],
    ]
    expect(lostFrom(gridOf([], chosen), selectedOf(chosen))).toEqual([])
    expect(lostFrom(gridOf([entry('b', '16:30', '17:00')], chosen), selectedOf(chosen))).toHaveLength(1)
    expect(
      lostFrom(gridOf([entry(null, '16:00', '17:00', { takes_coach: true })], chosen), selectedOf(chosen)),
    ).toHaveLength(2)
  })
})

const selectedOf = (slots: [string, string][]) =>
  slots.map(([cageId, time]) => ({ cageId, cageName: cageId, start: at(time) }))

describe('the days of the grid', () => {
  it.each([
    ['2026-11-24', '2026-11-24'],
    ['2026-11-22', '2026-11-23'],
  ])('on %s begin with %s', (today, first) => {
    expect(firstGridDay(today, facility)).toBe(first)
  })

  it('lead to every day, Sundays too, within what can be booked', () => {
    const range = { first: '2026-11-21', last: '2026-11-22' }
    expect(adjacentDay('2026-11-21', 1, range)).toBe('2026-11-22')
    expect(adjacentDay('2026-11-22', 1, range)).toBeNull()
    expect(adjacentDay('2026-11-21', -1, range)).toBeNull()
  })
})

it.each([
  ['Pat Parent', 'Pat P.'],
  ['Ana María del Campo', 'Ana C.'],
  ['Madonna', 'Madonna'],
])('%s is %s in the width of a slot', (name, short) => {
  expect(shortName(name)).toBe(short)
})

describe('a run of slots', () => {
  const base = at('16:00').getTime()
  const slot = (cage: number, halfHour: number): SelectedSlot => ({
    cageId: `cage-${cage}`,
    cageName: `Cage ${cage}`,
    start: new Date(base + halfHour * slotMs),
  })
  const anySelection = fc.array(
    fc
      .tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 20 }))
      .map(([cage, halfHour]) => slot(cage, halfHour)),
  )
  const starts = (slots: readonly SelectedSlot[]) =>
    slots.map(({ start }) => (start.getTime() - base) / slotMs)

  it.each([
    ['nothing', [], slot(1, 3), [3]],
    ['the slot after it', [slot(1, 3)], slot(1, 4), [3, 4]],
    ['the slot before it', [slot(1, 3), slot(1, 4)], slot(1, 2), [2, 3, 4]],
    ['its last slot', [slot(1, 3), slot(1, 4)], slot(1, 4), [3]],
    ['its first slot', [slot(1, 3), slot(1, 4)], slot(1, 3), [4]],
    ['its only slot', [slot(1, 3)], slot(1, 3), []],
    ['a slot in its middle', [slot(1, 3), slot(1, 4), slot(1, 5)], slot(1, 4), [4]],
    ['a slot after a gap', [slot(1, 3)], slot(1, 5), [5]],
    ['the next slot of another cage', [slot(1, 3)], slot(2, 4), [4]],
  ])('and a press on %s', (_name, selected, pressed, expected) => {
    expect(starts(selectRun(selected, pressed))).toEqual(expected)
  })

  it('keeps its length where it moves, as far as the half hours after the pressed one are free', () => {
    const selected = [slot(1, 0), slot(1, 1), slot(1, 2)]
    const later = [6, 7, 8, 9].map((halfHour) => slot(2, halfHour))
    expect(starts(moveRun(selected, slot(2, 6), later))).toEqual([6, 7, 8])
    expect(starts(moveRun(selected, slot(2, 6), later.slice(0, 2)))).toEqual([6, 7])
    expect(starts(moveRun(selected, slot(1, 3), [slot(1, 3), slot(1, 4)]))).toEqual([0, 1, 2, 3])
    expect(starts(moveRun(selected, slot(1, 2), [slot(1, 2)]))).toEqual([0, 1])
    expect(starts(moveRun(selected, slot(1, 1), [slot(1, 1), slot(1, 2)]))).toEqual([1])
    expect(starts(moveRun([], slot(2, 6), later))).toEqual([6])

    const grid = gridOf([entry('a', '17:30', '18:00'), entry('a', '16:00', '17:00', own)], [], 'l')
    const [cage = cageOf] = cages
    const [, second = { start: at('16:30'), time: '' }] = grid.slots
    expect(freeRun(grid, cage, second).map(({ start }) => start)).toEqual([at('16:30'), at('17:00')])
  })

  it('lasts four hours at most, and begins again where it would become longer', () => {
    const whole = Array.from({ length: 8 }, (_, index) => slot(1, index))
    expect(starts(whole.reduce(selectRun, [] as SelectedSlot[]))).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(starts(selectRun(whole, slot(1, 8)))).toEqual([8])
  })

  it('is always of one cage and consecutive, and has what was pressed or loses only that', () => {
    fc.assert(
      fc.property(anySelection, (pressed) => {
        const end = pressed.reduce<SelectedSlot[]>(selectRun, [])
        expect(groupSlots(end).length).toBeLessThanOrEqual(1)
        expect(end.length).toBeLessThanOrEqual(longestRun)
      }),
    )
  })
})

describe('time off', () => {
  it('is told apart from a lesson elsewhere', () => {
    const grid = gridOf([
      entry(null, '16:00', '16:30', { takes_coach: true, is_time_off: true }),
      entry('a', '16:30', '17:00', { takes_coach: true }),
    ])
    expect(views(grid, 'b', 3)).toMatchObject([
      { state: 'Off', spoken: 'you are off' },
      { state: 'Busy', spoken: 'you are busy' },
      { state: 'Available' },
    ])
  })
})

describe('the nearest times in place of one that was lost', () => {
  const wanted = { cageId: 'a', start: at('17:00'), minutes: 60 }
  const nearest = (entries: ReturnType<typeof entry>[]) =>
    nearestRuns(gridOf(entries), wanted, 3).map(([first]) => [first?.cageName, first?.start.toISOString()])

  it('keep the cage where it is free, and take another where it is not', () => {
    expect(nearest([entry('a', '17:00', '17:30')])).toEqual([
      ['Cage 2', at('17:00').toISOString()],
      ['Cage 2', at('16:30').toISOString()],
      ['Cage 1', at('17:30').toISOString()],
    ])
  })

  it('are as long as what was wanted, and never while the coach is busy or off', () => {
    const busy = entry(null, '16:00', '18:00', { takes_coach: true, is_time_off: true })
    for (const [, start] of nearest([busy]))
      expect(Date.parse(start ?? '')).toBeGreaterThanOrEqual(+at('18:00'))
    expect(nearestRuns(gridOf([]), wanted, 3).map((slots) => slots.length)).toEqual([2, 2, 2])
  })
})
