import { describe, expect, it } from 'vitest'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { chicago, regularWeek } from '../../../shared/domain/time/regularWeek.fixture.ts'
import { instantOf } from '../../../shared/domain/time/time.ts'
import { cageGrid } from '../../components/grid/cageGrid.ts'
import { boardNote, boardTiles, boardTitle, lengthPrice, tileName } from './board.ts'
import { boardDay } from './boardDay.ts'

const facility = { ...regularWeek, time_zone: chicago } as unknown as Facility
const tuesday = '2026-11-24'
const at = (time: string, day = tuesday) => instantOf(day, time, chicago)
const rates = { price_30_min: 20, price_60_min: 30, price_additional_30_min: 15 }
const cages = [
  { id: 'a', name: 'Cage 1', ...rates },
  { id: 'b', name: 'Cage 2', ...rates },
]
const booked = (cage_id: string, from: string, to: string) => ({
  cage_id,
  start_time: at(from).toISOString(),
  end_time: at(to).toISOString(),
})
const grid = (now: string, ...entries: ReturnType<typeof booked>[]) =>
  cageGrid(tuesday, { cages, entries, facility }, { now: at(now), selected: [] })

describe('the tiles of the board', () => {
  it('are the starts at which some cage is free, with how many and the price', () => {
    const tiles = boardTiles(grid('12:00', booked('a', '16:00', '17:00'), booked('b', '16:00', '16:30')), 30)
    expect(tiles.map(({ time, cageIds }) => [time, cageIds.length]).slice(0, 3)).toEqual([
      ['4:30 PM', 1],
      ['5:00 PM', 2],
      ['5:30 PM', 2],
    ])
    expect(tileName(tiles[0] as never, 30)).toBe('4:30 PM, 1 cage free, $20 for 30 minutes')
    expect(tileName(tiles[1] as never, 30)).toBe('5:00 PM, 2 cages free, $20 for 30 minutes')
  })

  it('count a cage for an hour only where both halves are free', () => {
    const [first, second] = boardTiles(grid('12:00', booked('a', '16:30', '17:00')), 60)
    expect([first?.time, first?.cageIds]).toEqual(['4:00 PM', ['b']])
    expect(second?.time).toBe('4:30 PM')
    expect(first?.slots.map(({ cageId }) => cageId)).toEqual(['b', 'b'])
    expect(first && tileName(first, 60)).toBe('4:00 PM, 1 cage free, $30 for 1 hour')
  })

  it('leave as their time passes', () => {
    expect(boardTiles(grid('19:10'), 30).map(({ time }) => time)).toEqual(['7:30 PM', '8:00 PM', '8:30 PM'])
    expect(boardTiles(grid('20:40'), 30)).toEqual([])
  })
})

it('the price of a length says where cages differ', () => {
  expect(lengthPrice(cages, 60)).toBe('$30')
  expect(lengthPrice([...cages, { id: 'c', name: 'Cage 3', ...rates, price_60_min: 28 }], 60)).toBe(
    'from $28',
  )
  expect(lengthPrice([], 30)).toBe('')
})

describe('the day of the board', () => {
  const free = (date: string) => ({
    days: [],
    next_free: { date, time: '16:00', start_time: at('16:00', date).toISOString(), cages: 3 },
  })

  it('is the next with a free half hour, and today where there is none', () => {
    expect(boardDay(free('2026-11-25'), at('21:30'), facility)).toBe('2026-11-25')
    expect(boardDay({ days: [], next_free: null }, at('21:30'), facility)).toBe(tuesday)
  })

  it('is called as people call it, and says why it is not today', () => {
    expect(boardTitle(tuesday, at('14:10'), facility)).toBe('Tonight')
    expect([
      boardTitle('2026-11-25', at('21:30'), facility),
      boardNote('2026-11-25', at('21:30'), facility),
    ]).toEqual(['Tomorrow', null])
    expect(boardNote('2026-11-25', at('17:00'), facility)).toBe('Fully booked today.')
    // Sunday, with the Monday booked out.
    expect(boardNote('2026-12-01', at('10:00', '2026-11-29'), facility)).toBe(
      'Closed today. Tuesday from 4:00 PM.',
    )
  })
})
