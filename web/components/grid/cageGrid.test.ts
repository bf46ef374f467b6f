import { describe, expect, it } from 'vitest'
import { chicago, regularWeek } from '../../../shared/domain/time/regularWeek.fixture.ts'
import { instantOf } from '../../../shared/domain/time/time.ts'
import { cageGrid, lostSlots, openSlots } from './cageGrid.ts'

const facility = { ...regularWeek, time_zone: chicago }
const day = '2026-11-24'
const at = (time: string) => instantOf(day, time, chicago)
const rates = { price_30_min: 20, price_60_min: 30, price_additional_30_min: 15 }
const cages = [
  { id: 'a', name: 'Cage 1', ...rates },
  { id: 'b', name: 'Cage 2', ...rates },
]
const entry = (cage_id: string, from: string, to: string) => ({
  cage_id,
  start_time: at(from).toISOString(),
  end_time: at(to).toISOString(),
})
const slot = (cageId: string, time: string) => ({ cageId, cageName: `Cage ${cageId}`, start: at(time) })
const moment = { now: at('12:00'), selected: [] }

describe('the grid of a day', () => {
  it('has the half hours of the opening hours on the facility clock', () => {
    const grid = cageGrid(day, { cages, entries: [], facility }, moment)
    expect(grid.dayLabel).toBe('Tue Nov 24')
    expect(grid.slots).toHaveLength(10)
    expect(grid.slots[0]?.time).toBe('4:00 PM')
    expect(grid.slots.at(-1)?.time).toBe('8:30 PM')
    expect(openSlots(day, facility)).toEqual(grid.slots)
  })

  it('widens to cover booked entries, and what lies outside the opening hours cannot be chosen', () => {
    const entries = [entry('b', '14:15', '15:00')]
    const grid = cageGrid(day, { cages, entries, facility }, moment)
    expect(grid.slots[0]?.time).toBe('2:00 PM')
    expect(grid.stateOf('a', at('14:30'))).toBe('Closed')
    expect(grid.stateOf('b', at('14:30'))).toBe('Booked')
  })

  it('knows booked, past, available and selected', () => {
    const entries = [entry('a', '17:00', '18:00')]
    const now = at('16:10')
    const grid = cageGrid(day, { cages, entries, facility }, { now, selected: [slot('b', '17:00')] })
    expect(grid.stateOf('a', at('16:00'))).toBe('Past')
    expect(grid.stateOf('a', at('16:30'))).toBe('Available')
    expect(grid.stateOf('a', at('17:30'))).toBe('Booked')
    expect(grid.stateOf('a', at('18:00'))).toBe('Available')
    expect(grid.stateOf('b', at('17:00'))).toBe('Selected')
  })
})

describe('the slots that a selection loses', () => {
  it('are those booked in the meantime, begun, or of a cage that is gone', () => {
    const selected = [slot('a', '16:00'), slot('a', '17:00'), slot('b', '17:00'), slot('gone', '17:00')]
    const entries = [entry('a', '17:00', '17:30')]
    const grid = cageGrid(day, { cages, entries, facility }, { now: at('16:01'), selected })
    expect(lostSlots(selected, grid)).toEqual([selected[0], selected[1], selected[3]])
  })

  it('are none as long as all can be booked', () => {
    const selected = [slot('a', '16:00')]
    const grid = cageGrid(day, { cages, entries: [], facility }, { now: at('16:00'), selected })
    expect(lostSlots(selected, grid)).toEqual([])
  })
})
