import { type KeyboardEvent, type SyntheticEvent, useState } from 'react'

/**
 * One Tab stop for a whole grid of `data-cell` buttons, with arrows between them (WAI-ARIA Authoring Practices,
 * 'roving tabindex'). Until someone has moved, the stop is `first`.
 *
 * @param onPress hears presses of the cells that can be chosen.
 */
export function useRovingCell(
  size: { rows: number; columns: number },
  first: GridCell,
  onPress: (cell: GridCell) => void,
) {
  const [moved, setMoved] = useState<GridCell | null>(null)
  const inside = moved && moved.row < size.rows && moved.column < size.columns
  const current = inside ? moved : first

  return {
    current,
    isCurrent: (cell: GridCell) => cellName(cell) === cellName(current),
    /** For the element around the cells. */
    listeners: {
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const next = moveInGrid(event, current, size)
        if (!next) return
        event.preventDefault()
        event.currentTarget.querySelector<HTMLElement>(`[data-cell="${cellName(next)}"]`)?.focus()
      },
      onFocus: (event: SyntheticEvent) => atCell(event, '', setMoved),
      onClick: (event: SyntheticEvent) => atCell(event, ':not([aria-disabled])', onPress),
    },
  }
}

export const cellName = ({ row, column }: GridCell): string => `${row},${column}`

/** Calls `act` with the cell at which something happened, if it is one that `where` selects. */
function atCell({ target }: SyntheticEvent, where: string, act: (cell: GridCell) => void) {
  const name = (target as Element).closest<HTMLElement>(`[data-cell]${where}`)?.dataset.cell
  const [row, column] = (name ?? '').split(',').map(Number)
  if (row !== undefined && column !== undefined) act({ row, column })
}

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
