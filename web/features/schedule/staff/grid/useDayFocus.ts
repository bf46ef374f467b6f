import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import type { GridCell } from '../../../../components/grid/gridCell.ts'
import { useRovingFocus } from '../../../../ui/useRovingFocus.ts'
import type { DayPlace } from './dayKeys.ts'
import { type DayLayout, rowPosition } from './dayLayout.ts'
import { type PressedCell, pressedCell } from './useDayPointer.ts'

/**
 * The one place of the grid that Tab reaches. It stays with its tile when that is moved elsewhere, and with its cell when
 * the grid is read again and has grown; what had the focus and is drawn again gets it back.
 */
export function useDayFocus(layout: DayLayout, grid: RefObject<HTMLDivElement | null>, now: Date) {
  /** The cell of the focus; of a wide tile, the one that was left to reach it. */
  const reached = useRef<{ startMs: number; cageId: string }>(null)
  const focused = useRef<HTMLElement>(null)
  const entry = () => stopAt(layout, reachedCell() ?? firstCell(layout, now))
  const roving = useRovingFocus(grid, { next: () => null, entry })
  useLayoutEffect(() => {
    if (focused.current?.isConnected === false && document.activeElement === document.body) focus()
  })

  function reachedCell(): GridCell | null {
    if (!reached.current) return null
    const { startMs, cageId } = reached.current
    const row = rowPosition(layout.rows, startMs)
    const column = layout.cages.findIndex(({ id }) => id === cageId)
    return layout.rows[row] && column >= 0 ? { row, column } : null
  }

  function remember({ cell }: DayPlace) {
    const [row, cage] = [layout.rows[cell.row], layout.cages[cell.column]]
    if (row && cage) reached.current = { startMs: row.start.getTime(), cageId: cage.id }
  }

  /** Of a tile, the remembered cell while it covers that, else its first. */
  function placeAt({ cell, tileKey }: PressedCell): DayPlace {
    const tile = layout.tiles.find(({ key }) => key === tileKey) ?? null
    const before = reachedCell()
    const isCovered = tile && before && layout.at(before.row, before.column).includes(tile)
    return { cell: isCovered ? before : cell, tile }
  }

  /** Without a place: what Tab reaches. */
  function focus(place?: DayPlace) {
    if (place) remember(place)
    const name = place && `="${CSS.escape(place.tile?.key ?? cellStop(layout, place.cell))}"`
    grid.current?.querySelector<HTMLElement>(`[data-stop${name ?? '][tabindex="0"'}]`)?.focus()
  }

  return {
    placeAt,
    focus,
    listeners: {
      onFocus(event: FocusEvent<HTMLElement>) {
        roving.onFocus(event)
        const pressed = pressedCell(event.target)
        if (!pressed) return
        focused.current = event.target
        remember(placeAt(pressed))
      },
      onBlur({ relatedTarget }: FocusEvent) {
        if (relatedTarget) focused.current = null
      },
    },
  }
}

/** The name of a free cell, which it keeps when the grid has grown. */
export const cellStop = ({ rows, cages }: DayLayout, { row, column }: GridCell): string =>
  `${rows[row]?.start.getTime()} ${cages[column]?.id}`

const stopAt = (layout: DayLayout, cell: GridCell): string =>
  layout.at(cell.row, cell.column)[0]?.key ?? cellStop(layout, cell)

/** Where Tab enters: the present half hour of the first cage, or the first of the day. */
function firstCell({ rows }: DayLayout, now: Date): GridCell {
  const present = Math.floor(rowPosition(rows, now.getTime()))
  return { row: present >= 0 && present < rows.length ? present : 0, column: 0 }
}
