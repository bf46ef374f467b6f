import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { nextFreeDay } from '../../../shared/domain/bookings/openTimes.ts'
import { formatDay, formatWallTime } from '../../../shared/domain/time/timeFormat.ts'
import { openTimesQuery } from '../../api/queries/cages.ts'
import { focusCell } from '../../components/grid/CageRows.tsx'
import type { CageGrid } from '../../components/grid/cageGrid.ts'
import { cellName, type GridCell } from '../../components/grid/gridCell.ts'
import { Text } from '../../ui/layout.tsx'
import classes from './PhoneDay.module.css'

interface NextFreeProps {
  grid: CageGrid
  day: string
  /** How many half hours the rows leave out at their start. */
  folded: number
  rows: RefObject<HTMLElement | null>
  onTurnTo: (day: string) => void
}

/** Jumps to the first slot that can be chosen: of this day, or else of the next day that has one. */
export function NextFree({ grid, day, folded, rows, onTurnTo }: NextFreeProps) {
  const here = firstAvailable(grid)
  if (!here) return <NextFreeDay day={day} onTurnTo={onTurnTo} />
  const cell = cellName({ ...here, column: here.column - folded })
  return (
    <button
      type="button"
      className={classes.next}
      onClick={() => focusCell(rows.current?.querySelector<HTMLElement>(`[data-cell="${cell}"]`))}
    >
      Next free {grid.slots[here.column]?.time}
    </button>
  )
}

/** Leads to the next day with a free slot, or where none comes to the first one; nothing where all is taken. */
export function NextFreeDay({ day, onTurnTo }: Pick<NextFreeProps, 'day' | 'onTurnTo'>) {
  const { data } = useQuery(openTimesQuery)
  const next = data && nextFreeDay(data, day)
  if (!next?.first_free) return null
  const { date, first_free } = next
  return (
    <button type="button" className={classes.next} onClick={() => onTurnTo(date)}>
      Next free <Text as="span" nowrap>{`${formatDay(date)}, ${formatWallTime(first_free)}`}</Text>
    </button>
  )
}

/** The earliest slot that can be chosen, in the first cage that has it. */
function firstAvailable({ cages, slots, stateOf }: CageGrid): GridCell | null {
  for (const [column, { start }] of slots.entries()) {
    const row = cages.findIndex(({ id }) => stateOf(id, start) === 'Available')
    if (row >= 0) return { row, column }
  }
  return null
}
