import { type KeyboardEvent, useState } from 'react'
import { type GridCell, moveInGrid } from './gridMoves.ts'

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
