import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { type SelectedSlot, slotKey } from '../../../shared/domain/bookings/selection.ts'
import { slotPriceText } from '../../../shared/domain/money/slotPrice.ts'
import type { DayRange } from '../../components/dayChoices.ts'
import type { CageGrid } from '../../components/grid/cageGrid.ts'
import type { CellState } from '../../components/grid/SlotCell.tsx'

/** All that a view of a day's slots gets, on large screens and on small ones. */
export interface SlotView {
  readonly grid: CageGrid
  readonly day: string
  readonly range: DayRange
  readonly facility: Facility
  readonly now: Date
  /** How many half hours at the start are folded away at the moment (`useEarlierTimes`). */
  readonly folded: number
  readonly selected: readonly SelectedSlot[]
  /** `slotKey` of every half hour that the signed-in customer's household has; empty until that is known. */
  readonly own: ReadonlySet<string>
  readonly onToggle: (slot: SelectedSlot) => void
  /** Puts these slots in the place of the selection. */
  readonly onChoose: (slots: readonly SelectedSlot[]) => void
  /** A press on an own slot. */
  readonly onOwn: () => void
}

/** What a cell shows: a slot's state, and 'Own' for one that the customer has. */
export function cellStateOf(
  { grid, own }: Pick<SlotView, 'grid' | 'own'>,
  cageId: string,
  start: Date,
): CellState {
  const state = grid.stateOf(cageId, start)
  return state === 'Booked' && own.has(slotKey({ cageId, start })) ? 'Own' : state
}

/**
 * What the cells of a cage show, by start: its price where it can be chosen or is, 'Yours', and nothing of what cannot be had,
 * whose name says why.
 */
export function cellTexts(
  { grid, selected }: Pick<SlotView, 'grid' | 'selected'>,
  cage: CageGrid['cages'][number],
): (state: CellState, start: Date) => string {
  const chosen = new Set(
    selected
      .filter(({ cageId, start }) => cageId === cage.id && grid.stateOf(cageId, start) === 'Selected')
      .map(({ start }) => start.getTime()),
  )
  return (state, start) => {
    if (state === 'Own') return 'Yours'
    return state === 'Available' || state === 'Selected' ? slotPriceText(cage, start.getTime(), chosen) : ''
  }
}
