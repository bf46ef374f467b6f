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
