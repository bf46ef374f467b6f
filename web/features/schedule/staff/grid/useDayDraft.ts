import { useState } from 'react'
import { slotMs } from '../../../../../shared/domain/bookings/slots.ts'
import type { GridCell } from '../../../../components/grid/gridCell.ts'
import type { DayLayout } from './dayLayout.ts'

/** What is being done on the grid: cells selected for a new booking, or a tile on its way to another place. */
export type DayDraft =
  | { readonly mode: 'select'; readonly anchor: GridCell; readonly head: GridCell }
  | { readonly mode: 'move'; readonly key: string; readonly to: GridCell }

interface Kept {
  readonly draft: DayDraft
  readonly day: string
  /** The first row's start when it was drawn, in milliseconds. */
  readonly base: number
}

/** Keeps a draft where it is on the clock when the grid is read again and has grown upwards; another day has none of it. */
export function useDayDraft(layout: DayLayout) {
  const [kept, setKept] = useState<Kept | null>(null)
  const base = layout.rows[0]?.start.getTime() ?? 0
  const lower = kept ? (kept.base - base) / slotMs : 0
  const draft = kept && kept.day === layout.day ? moved(kept.draft, lower) : null
  return {
    draft,
    setDraft: (next: DayDraft | null) => setKept(next && { draft: next, day: layout.day, base }),
  }
}

function moved(draft: DayDraft, rows: number): DayDraft {
  if (rows === 0) return draft
  const lower = (cell: GridCell) => ({ ...cell, row: cell.row + rows })
  return draft.mode === 'move'
    ? { ...draft, to: lower(draft.to) }
    : { ...draft, anchor: lower(draft.anchor), head: lower(draft.head) }
}
