import { formatTime, formatTimeRange, withoutHalfDay } from '../../../../../shared/domain/time/timeFormat.ts'
import { useMinuteClock } from '../../../../components/useMinuteClock.ts'
import classes from './DayGrid.module.css'
import { type DayLayout, firstLine, rowPosition } from './dayLayout.ts'
import type { DayMove } from './dayMove.ts'
import type { DaySelection } from './daySelection.ts'
import { titleOf } from './tileText.ts'

/** The line of the present moment with its time on the axis, behind the tiles, and the shade of the time that is over. */
export function NowLine({ layout }: { layout: DayLayout }) {
  const now = useMinuteClock()
  const at = rowPosition(layout.rows, now.getTime())
  if (at <= 0) return null
  const isOver = at >= layout.rows.length
  const row = Math.floor(at)
  return (
    <>
      <div
        className={classes.past}
        aria-hidden
        style={{ height: `calc(${Math.min(at, layout.rows.length)} * var(--row-height))` }}
      />
      {!isOver && (
        <>
          <div
            className={classes.now}
            data-now
            aria-hidden
            style={{ top: `calc(var(--rows-top) + ${at} * var(--row-height))` }}
          />
          <span
            className={classes.clock}
            aria-hidden
            style={{
              gridRow: row + firstLine,
              marginTop: `calc(${at - row} * var(--row-height) - 0.625rem)`,
            }}
          >
            {withoutHalfDay(formatTime(now, layout.zone))}
          </span>
        </>
      )}
    </>
  )
}

/** The selected cells of each run of cages; the first is what a popover hangs on. */
export function SelectionBoxes({ layout, selection }: { layout: DayLayout; selection: DaySelection }) {
  const { firstRow, rows, columns } = selection
  const start = layout.rows[firstRow]?.start
  const end = layout.rows[firstRow + rows - 1]?.start
  if (!start || !end) return null
  return columns.map((column) => (
    <div
      key={column}
      className={classes.selection}
      aria-hidden
      style={{ gridArea: `${firstRow + firstLine} / ${column + 2} / span ${rows} / span 1` }}
    >
      {column === selection.anchor.column &&
        formatTimeRange(start, new Date(end.getTime() + 30 * 60_000), layout.zone)}
    </div>
  ))
}

/** Where a tile would come to stand, and what is in the way there. */
export function MoveGhost({ layout, move }: { layout: DayLayout; move: DayMove }) {
  const { tile, to, problem, start, end, cageName } = move
  return (
    <div
      className={classes.ghost}
      aria-hidden
      data-problem={problem !== null || undefined}
      style={{
        gridArea: `${to.row + firstLine} / ${to.column + 2} / span ${tile.rows} / span 1`,
        marginTop: `calc(${tile.late} * var(--row-height))`,
        marginBottom: `calc(${tile.early} * var(--row-height))`,
      }}
    >
      <strong>{titleOf(tile.thing)}</strong>
      <span>{problem ?? `${cageName}, ${formatTimeRange(start, end, layout.zone)}`}</span>
    </div>
  )
}
