import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { cellName, type GridCell } from '../../../../components/grid/useRovingCell.ts'
import type { DayPlace } from './dayKeys.ts'
import { type DayLayout, rowPosition } from './dayLayout.ts'

/** Where the focus was, in words that survive another reading of the day. */
interface Remembered {
  readonly startMs: number
  readonly cageId: string
  readonly tileKey: string | null
}

/**
 * The one place of the grid that Tab reaches. It stays with its tile when that is moved elsewhere, and with its cell when
 * the grid is read again and has grown; what had the focus and is drawn again gets it back.
 */
export function useDayFocus(layout: DayLayout, grid: RefObject<HTMLDivElement | null>, now: Date) {
  const [remembered, setRemembered] = useState<Remembered | null>(null)
  const hasFocus = useRef(false)
  const place = placeOf(layout, remembered) ?? firstPlace(layout, now)

  // biome-ignore lint/correctness/useExhaustiveDependencies: after each reading of the day, never while nothing has changed
  useLayoutEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) focusPlace(grid.current, place)
  }, [layout])

  return {
    place,
    remember({ cell, tile }: DayPlace) {
      setRemembered({
        startMs: layout.rows[cell.row]?.start.getTime() ?? 0,
        cageId: layout.cages[cell.column]?.id ?? '',
        tileKey: tile?.key ?? null,
      })
    },
    focus: (next: DayPlace) => focusPlace(grid.current, next),
    listeners: {
      onFocusCapture: () => {
        hasFocus.current = true
      },
      onBlurCapture: ({ relatedTarget }: { relatedTarget: EventTarget | null }) => {
        if (relatedTarget) hasFocus.current = false
      },
    },
  }
}

/** The name by which a row knows the cell that Tab reaches. */
export const reachableName = ({ cell, tile }: DayPlace): string => tile?.key ?? cellName(cell)

function focusPlace(grid: HTMLElement | null, { cell, tile }: DayPlace): void {
  const where = tile ? `[data-tile="${CSS.escape(tile.key)}"]` : `[data-cell="${cellName(cell)}"]`
  grid?.querySelector<HTMLElement>(where)?.focus()
}

function placeOf(layout: DayLayout, remembered: Remembered | null): DayPlace | null {
  if (!remembered) return null
  const tile = layout.tiles.find(({ key }) => key === remembered.tileKey)
  const row = rowPosition(layout.rows, remembered.startMs)
  const column = layout.cages.findIndex(({ id }) => id === remembered.cageId)
  if (tile) return { cell: inside(tile, { row, column }), tile }
  if (!layout.rows[row] || column < 0) return null
  return { cell: { row, column }, tile: layout.at(row, column)[0] ?? null }
}

/** The remembered cell where the tile still covers it, else the tile's first. */
const inside = (
  tile: { row: number; rows: number; column: number; columns: number },
  { row, column }: GridCell,
): GridCell =>
  row >= tile.row &&
  row < tile.row + tile.rows &&
  column >= tile.column &&
  column < tile.column + tile.columns
    ? { row, column }
    : { row: tile.row, column: tile.column }

/** Where Tab enters: the present half hour of the first cage, or the first of the day. */
function firstPlace(layout: DayLayout, now: Date): DayPlace {
  const present = Math.floor(rowPosition(layout.rows, now.getTime()))
  const row = present >= 0 && present < layout.rows.length ? present : 0
  return { cell: { row, column: 0 }, tile: layout.at(row, 0)[0] ?? null }
}
