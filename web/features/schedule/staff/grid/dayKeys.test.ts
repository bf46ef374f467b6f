import { describe, expect, it } from 'vitest'
import { at, block, booking, facility, scheduleOf } from './dayGrid.fixture.ts'
import { nextPlace } from './dayKeys.ts'
import { dayLayout } from './dayLayout.ts'

const day = '2026-11-24'
const wide = block('camp', ['b', 'c'], at(day, '16:00'), at(day, '17:30'))
const first = booking('a', at(day, '18:00'), at(day, '18:15'))
const second = booking('a', at(day, '18:15'), at(day, '18:30'))
const layout = dayLayout(day, facility, scheduleOf([first, second], [wide]), new Date(0))

const press = (key: string, row: number, column: number, tileId?: string) => {
  const tile = layout.at(row, column).find(({ thing }) => (thing.booking ?? thing.block).id === tileId)
  const place = nextPlace(layout, { cell: { row, column }, tile: tile ?? null }, { key, ctrlKey: false })
  const thing = place?.tile?.thing
  return place && [place.cell.row, place.cell.column, thing ? (thing.booking ?? thing.block).id : null]
}

describe('arrows', () => {
  it('lead from cell to cell, and to the tile that covers one', () => {
    expect(press('ArrowDown', 0, 0)).toEqual([1, 0, null])
    expect(press('ArrowDown', 1, 1)).toEqual([2, 1, wide.id])
    expect(press('ArrowRight', 3, 0)).toEqual([3, 1, wide.id])
  })

  it('leave a tile beyond all of it, in the row or column in which it was reached', () => {
    expect(press('ArrowRight', 3, 1, wide.id)).toEqual([3, 3, null])
    expect(press('ArrowDown', 2, 2, wide.id)).toEqual([5, 2, null])
    expect(press('ArrowUp', 4, 2, wide.id)).toEqual([1, 2, null])
    expect(press('ArrowLeft', 3, 2, wide.id)).toEqual([3, 0, null])
  })

  it('go through all bookings of one half hour', () => {
    expect(press('ArrowDown', 5, 0)).toEqual([6, 0, first.id])
    expect(press('ArrowDown', 6, 0, first.id)).toEqual([6, 0, second.id])
    expect(press('ArrowDown', 6, 0, second.id)).toEqual([7, 0, null])
    expect(press('ArrowUp', 7, 0)).toEqual([6, 0, second.id])
    expect(press('ArrowUp', 6, 0, second.id)).toEqual([6, 0, first.id])
  })

  it('stay at the edges, and other keys lead nowhere', () => {
    expect(press('ArrowLeft', 0, 0)).toEqual([0, 0, null])
    expect(press('a', 0, 0)).toBeNull()
  })
})
