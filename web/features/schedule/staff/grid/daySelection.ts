/** Which free cells a drag or Shift with the arrows selects: one time in one or several cages. */

import type { GridCell } from '../../../../components/grid/gridCell.ts'
import type { DayLayout, Tile } from './dayLayout.ts'

export interface DaySelection {
  /** Where it began and where it has come to. */
  readonly anchor: GridCell
  readonly head: GridCell
  readonly firstRow: number
  readonly rows: number
  /** The cages that are free for all of it, from left to right; the anchor's is among them. */
  readonly columns: readonly number[]
  /** Cages on the way that something else takes then. */
  readonly skipped: readonly number[]
}

/**
 * From one free cell to another. The time goes as far as the first cage is free; of the other cages on the way those that
 * are free then are taken too. Null where the first cell is not free.
 */
export function selectCells(layout: DayLayout, anchor: GridCell, head: GridCell): DaySelection | null {
  if (!isFree(layout, anchor.row, anchor.column)) return null
  const step = head.row < anchor.row ? -1 : 1
  let last = anchor.row
  while (last !== head.row && isFree(layout, last + step, anchor.column)) last += step
  const firstRow = Math.min(anchor.row, last)
  const rows = Math.abs(last - anchor.row) + 1
  const columns = between(anchor.column, head.column)
  const free = columns.filter((column) => isFreeFor(layout, { row: firstRow, rows, column }))
  return {
    anchor,
    head,
    firstRow,
    rows,
    columns: free,
    skipped: columns.filter((column) => !free.includes(column)),
  }
}

/** Whether nothing but `moving` takes the cage then, and the grid shows all of that time. */
export function isFreeFor(
  layout: DayLayout,
  { row, rows, column }: { row: number; rows: number; column: number },
  moving?: Tile,
): boolean {
  if (row < 0 || row + rows > layout.rows.length) return false
  for (let at = row; at < row + rows; at++) if (!isFree(layout, at, column, moving)) return false
  return true
}

/** A closure behind bookings takes the cage as well. A cage out of service is never free. */
const isFree = (layout: DayLayout, row: number, column: number, moving?: Tile): boolean =>
  layout.rows[row] !== undefined &&
  layout.cages[column]?.is_active === true &&
  layout.at(row, column).every((tile) => tile === moving)

const between = (from: number, to: number): number[] => {
  const first = Math.min(from, to)
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => first + index)
}
