import { describe, expect, it } from 'vitest'
import { chicago, regularWeek } from '../../../shared/domain/time/regularWeek.fixture.ts'
import { instantOf } from '../../../shared/domain/time/time.ts'
import { cageGrid } from './cageGrid.ts'
import { earlierTimes } from './earlierTimes.ts'

const facility = { ...regularWeek, time_zone: chicago }
const day = '2026-11-24'
const at = (time: string) => instantOf(day, time, chicago)
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

/** The times that stay, of 4 PM to 9 PM on a Tuesday. */
function shown(now: string, entries: ReturnType<typeof booked>[] = [], chosen?: string) {
  const selected = chosen ? [{ cageId: 'a', cageName: 'Cage 1', start: at(chosen) }] : []
  const grid = cageGrid(day, { cages, entries, facility }, { now: at(now), selected })
  return grid.slots.slice(earlierTimes(grid, at(now))).map(({ time }) => time)
}

describe('the times that a grid folds away', () => {
  it('are none on a day that is free from its first half hour on', () => {
    expect(shown('12:00')).toHaveLength(10)
    expect(shown('16:00')).toHaveLength(10)
  })

  it('are those that are over, also where they were booked', () => {
    expect(shown('17:35')[0]).toBe('6:00 PM')
    expect(shown('17:35', [booked('a', '16:00', '17:30'), booked('b', '16:30', '17:00')])[0]).toBe('6:00 PM')
  })

  it('are those in which every cage is taken, up to the first in which one is free', () => {
    const first = [booked('a', '16:00', '18:00'), booked('b', '16:00', '17:30')]
    expect(shown('12:00', first)[0]).toBe('5:30 PM')
  })

  it('are not those between two free times', () => {
    const middle = [booked('a', '17:00', '18:00'), booked('b', '17:00', '18:00')]
    expect(shown('12:00', middle)).toHaveLength(10)
  })

  it('leave what is chosen in sight', () => {
    const others = [booked('a', '16:30', '18:00'), booked('b', '16:00', '18:00')]
    expect(shown('12:00', others, '16:00')[0]).toBe('4:00 PM')
  })

  it('are those outside the opening hours that a booking has widened the grid by', () => {
    expect(shown('12:00', [booked('a', '14:00', '15:00')])[0]).toBe('4:00 PM')
  })

  it('are only those that are over when nothing is free', () => {
    const full = [booked('a', '16:00', '21:00'), booked('b', '16:00', '21:00')]
    expect(shown('12:00', full)).toHaveLength(10)
    expect(shown('17:35', full)[0]).toBe('6:00 PM')
    expect(shown('18:00', full)[0]).toBe('6:00 PM')
    expect(shown('20:45', full)).toEqual([])
    expect(shown('20:45')).toEqual([])
  })
})
