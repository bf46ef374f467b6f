/** What a key does at a place of the desk's grid; knows no DOM. */

import { type GridCell, moveInGrid } from '../../../../components/grid/gridCell.ts'
import type { DayLayout, Tile } from './dayLayout.ts'

/** Where the focus is: a cell, and the tile that covers it, if one does. */
export interface DayPlace {
  readonly cell: GridCell
  readonly tile: Tile | null
}

interface Pressed {
  readonly key: string
  readonly ctrlKey: boolean
}

/**
 * Where a key leads: beyond all of a tile at once, and from one tile to the next within a half hour. Null for keys that
 * lead nowhere.
 */
export function nextPlace(layout: DayLayout, { cell, tile }: DayPlace, pressed: Pressed): DayPlace | null {
  const size = { rows: layout.rows.length, columns: layout.cages.length }
  const within = tile && neighbourInCell(layout, cell, tile, pressed.key)
  if (within) return { cell, tile: within }
  const next = moveInGrid(pressed, tile ? edgeOf(tile, cell, pressed.key) : cell, size)
  if (!next) return null
  const there = layout.at(next.row, next.column)
  return { cell: next, tile: (pressed.key === 'ArrowUp' ? there.at(-1) : there[0]) ?? null }
}

/** The cell of a tile from which an arrow leaves it. */
function edgeOf(tile: Tile, cell: GridCell, key: string): GridCell {
  if (key === 'ArrowUp') return { ...cell, row: tile.row }
  if (key === 'ArrowDown') return { ...cell, row: tile.row + tile.rows - 1 }
  if (key === 'ArrowLeft') return { ...cell, column: tile.column }
  return key === 'ArrowRight' ? { ...cell, column: tile.column + tile.columns - 1 } : cell
}

/** Two short bookings share a half hour: up and down lead from one to the other first. */
function neighbourInCell(layout: DayLayout, cell: GridCell, tile: Tile, key: string): Tile | null {
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  if (step === 0) return null
  const edge = edgeOf(tile, cell, key)
  const there = layout.at(edge.row, cell.column)
  return there[there.indexOf(tile) + step] ?? null
}

/** The neighbour of a cell by an arrow key, kept inside; null for other keys. */
export const arrowFrom = (layout: DayLayout, cell: GridCell, key: string): GridCell | null =>
  key.startsWith('Arrow')
    ? moveInGrid({ key, ctrlKey: false }, cell, { rows: layout.rows.length, columns: layout.cages.length })
    : null
