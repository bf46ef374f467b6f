import type { MouseEvent, RefObject } from 'react'
import { useRovingFocus } from '../../ui/useRovingFocus.ts'

/**
 * Listeners for a grid of `data-cell` buttons: arrows between them and one Tab stop, `first` until someone has moved.
 *
 * @param onPress hears presses of the cells that can be chosen.
 */
export function useGridCells(
  frame: RefObject<HTMLElement | null>,
  size: { rows: number; columns: number },
  first: GridCell,
  onPress: (cell: GridCell) => void,
) {
  const arrows = useRovingFocus(frame, {
    mark: 'cell',
    entry: () => cellName(first),
    next(event, from, cells) {
      const to = moveInGrid(event, cellAt(from) ?? first, size)
      return to && cells.find(({ dataset }) => dataset.cell === cellName(to))
    },
  })
  return {
    ...arrows,
    onClick({ target }: MouseEvent) {
      const cell = cellAt((target as Element).closest(':not([aria-disabled])[data-cell]'))
      if (cell) onPress(cell)
    },
  }
}

export const cellName = ({ row, column }: GridCell): string => `${row},${column}`

/** The cell that an element is or is in. */
export function cellAt(target: Element | null): GridCell | null {
  const name = target?.closest<HTMLElement>('[data-cell]')?.dataset.cell
  const [row, column] = (name ?? '').split(',').map(Number)
  return row === undefined || column === undefined ? null : { row, column }
}

/** In place of where Tab enters a grid in which nothing can be pressed: it has no stop. */
export const nowhere: GridCell = { row: -1, column: -1 }

/** A place in the grid, counted from 0. */
export interface GridCell {
  readonly row: number
  readonly column: number
}

/**
 * Where a key leads in a grid (WAI-ARIA Authoring Practices, 'Grid'): arrows to the neighbour, Home and End along the
 * row, with Ctrl to the corners. Null for other keys; the same cell at an edge.
 */
export function moveInGrid(
  key: { key: string; ctrlKey: boolean },
  from: GridCell,
  size: { rows: number; columns: number },
): GridCell | null {
  const last = { row: size.rows - 1, column: size.columns - 1 }
  switch (key.key) {
    case 'ArrowUp':
      return { ...from, row: Math.max(0, from.row - 1) }
    case 'ArrowDown':
      return { ...from, row: Math.min(last.row, from.row + 1) }
    case 'ArrowLeft':
      return { ...from, column: Math.max(0, from.column - 1) }
    case 'ArrowRight':
      return { ...from, column: Math.min(last.column, from.column + 1) }
    case 'Home':
      return key.ctrlKey ? { row: 0, column: 0 } : { ...from, column: 0 }
    case 'End':
      return key.ctrlKey ? last : { ...from, column: last.column }
    default:
      return null
  }
}
