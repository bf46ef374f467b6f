import { memo } from 'react'
import { shortTime, withoutHalfDay } from '../../../../../shared/domain/time/timeFormat.ts'
import { cellName } from '../../../../components/grid/gridCell.ts'
import { arrivalOf, lateOf } from '../../../bookings/staff/arrival.ts'
import classes from './DayGrid.module.css'
import { DayTile } from './DayTile.tsx'
import { type DayLayout, firstLine, type Tile } from './dayLayout.ts'
import { cellLabel, type FreeState } from './tileText.ts'
import { cellStop } from './useDayFocus.ts'

interface DayRowProps {
  layout: DayLayout
  row: number
  isPast: boolean
  /** The columns of the selection in this row, e.g. '2,3'; empty for none. */
  selected: string
  /** The tile that is on its way, where it is in this row. */
  moving: string | null
  dimmed: ReadonlySet<string>
  nowMs: number
}

/** One half hour of all cages: the free cells, and the tiles that begin in it. */
export const DayRowCells = memo(function DayRowCells(props: DayRowProps) {
  const { layout, row, isPast, selected, moving, dimmed } = props
  const { rows, cages, day } = layout
  const slot = rows[row]
  if (!slot) return null
  const chosen = selected === '' ? [] : selected.split(',').map(Number)
  return (
    // biome-ignore lint/a11y/useSemanticElements: table rows cannot lie on a CSS grid together with tiles
    <div role="row" tabIndex={-1} className={classes.row} aria-rowindex={row + 2}>
      {/* biome-ignore lint/a11y/useSemanticElements: see the row */}
      <div
        role="rowheader"
        tabIndex={-1}
        className={classes.time}
        data-closed={slot.isClosed || undefined}
        data-half={!slot.time.includes(':00') || undefined}
        style={{ gridRow: row + firstLine }}
      >
        {slot.time.includes(':00') ? shortTime(slot.time) : withoutHalfDay(slot.time)}
      </div>
      {cages.map((cage, column) => {
        const there = layout.at(row, column)
        if (there.length === 0) {
          const state = stateOf(cage.is_active, slot.isClosed, isPast)
          return (
            <FreeCell
              key={cage.id}
              stop={cellStop(layout, { row, column })}
              row={row}
              column={column}
              name={cellLabel(cage.name, day, slot.time, state)}
              state={state}
              isSelected={chosen.includes(column)}
            />
          )
        }
        return there
          .filter((tile) => tile.row === row && tile.column === column)
          .map((tile) => (
            <DayTile
              key={tile.key}
              layout={layout}
              tile={tile}
              isDimmed={dimmed.has(tile.key)}
              {...clockOf(tile, props.nowMs, layout.lateAfter)}
              isMoving={moving === tile.key}
            />
          ))
      })}
    </div>
  )
})

/** What the clock says of a tile, so that a minute draws again only what it changes. */
function clockOf({ thing: { booking, block } }: Tile, nowMs: number, lateAfter: number) {
  const now = new Date(nowMs)
  const late = booking ? lateOf(booking, now, lateAfter) : null
  return {
    isOver: Date.parse((booking ?? block).end_time) <= nowMs,
    isDueNow: late !== null || (booking !== null && arrivalOf(booking, now).isUnpaidSoon),
    late,
  }
}

const stateOf = (isActive: boolean, isClosed: boolean, isPast: boolean): FreeState =>
  !isActive ? 'out of service' : isPast ? 'past' : isClosed ? 'closed' : 'available'

interface FreeCellProps {
  stop: string
  row: number
  column: number
  name: string
  state: FreeState
  isSelected: boolean
}

/** A half hour of one cage that nothing takes. */
const FreeCell = memo(function FreeCell(props: FreeCellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cell cannot stand on a CSS grid
    <div
      role="gridcell"
      aria-label={props.name}
      aria-colindex={props.column + 2}
      aria-selected={props.isSelected}
      aria-haspopup="dialog"
      tabIndex={-1}
      className={classes.cell}
      data-stop={props.stop}
      data-cell={cellName(props)}
      data-state={props.state}
      style={{ gridArea: `${props.row + firstLine} / ${props.column + 2}` }}
    />
  )
})
