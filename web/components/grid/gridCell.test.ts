import { describe, expect, it } from 'vitest'
import { moveInGrid } from './gridCell.ts'

const size = { rows: 10, columns: 8 }
const press = (key: string, row: number, column: number, ctrlKey = false) =>
  moveInGrid({ key, ctrlKey }, { row, column }, size)

describe('keys in the grid', () => {
  it.each([
    ['ArrowUp', { row: 3, column: 5 }],
    ['ArrowDown', { row: 5, column: 5 }],
    ['ArrowLeft', { row: 4, column: 4 }],
    ['ArrowRight', { row: 4, column: 6 }],
    ['Home', { row: 4, column: 0 }],
    ['End', { row: 4, column: 7 }],
  ])('%s moves to %o', (key, cell) => {
    expect(press(key, 4, 5)).toEqual(cell)
  })

  it('stay inside at the edges', () => {
    expect(press('ArrowUp', 0, 0)).toEqual({ row: 0, column: 0 })
    expect(press('ArrowLeft', 0, 0)).toEqual({ row: 0, column: 0 })
    expect(press('ArrowDown', 9, 7)).toEqual({ row: 9, column: 7 })
    expect(press('ArrowRight', 9, 7)).toEqual({ row: 9, column: 7 })
  })

  it('go to the corners with Ctrl', () => {
    expect(press('Home', 4, 5, true)).toEqual({ row: 0, column: 0 })
    expect(press('End', 4, 5, true)).toEqual({ row: 9, column: 7 })
  })

  it('leave every other key alone', () => {
    expect(press(' ', 4, 5)).toBeNull()
    expect(press('Tab', 4, 5)).toBeNull()
  })
})
