import { type KeyboardEvent, useState } from 'react'

/**
 * One Tab stop for a whole grid of `data-cell` buttons, with arrows between them (WAI-ARIA Authoring Practices,
 * 'roving tabindex'). Until someone has moved, the stop is `first`.
 */
export function useRovingCell(size: { rows: number; columns: number }, first: GridCell) {
  const [moved, setMoved] = useState<GridCell | null>(null)
  const inside = moved && moved.row < size.rows && moved.column < size.columns
  const current = inside ? moved : first

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const next = moveInGrid(event, current, size)
    if (!next) return
    event.preventDefault()
    setMoved(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-cell="${cellName(next)}"]`)?.focus()
  }

  return {
    isCurrent: (cell: GridCell) => cell.row === current.row && cell.column === current.column,
    onFocus: setMoved,
    onKeyDown,
  }
}

export function cellName({ row, column }: GridCell): string {
  return `${row},${column}`
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
