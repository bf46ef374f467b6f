import { IconCheck, IconCreditCard, IconLock } from '@tabler/icons-react'
import { memo } from 'react'
import { centsFromDollars, formatRate } from '../../../../../shared/domain/money/money.ts'
import { formatTimeRange, withoutHalfDay } from '../../../../../shared/domain/time/timeFormat.ts'
import { cellName } from '../../../../components/grid/gridCell.ts'
import { takenTime } from '../../../bookings/staff/arrival.ts'
import classes from './DayTile.module.css'
import { type DayLayout, firstLine, type Tile } from './dayLayout.ts'
import { attendanceOf, footOf, paymentOf, tileName, titleOf } from './tileText.ts'

interface DayTileProps {
  layout: DayLayout
  tile: Tile
  isDimmed: boolean
  isOver: boolean
  /** Someone is late, or has not paid and comes soon: the desk has something to do. */
  isDueNow: boolean
  /** Minutes since the start, of someone who is late. */
  late: number | null
  /** It is on its way: what is left is its place. */
  isMoving: boolean
}

/**
 * One booking, camp, closure or checkout over the cells that it takes. Its grid hears presses, keys and drags, so that a
 * change draws only the tiles that changed.
 */
export const DayTile = memo(function DayTile({ layout, tile, ...state }: DayTileProps) {
  const { thing, row, rows, column, columns, late, early } = tile
  const { late: minutesLate } = state
  const { booking, block } = thing
  const { start_time, end_time } = takenTime(booking ?? block)
  const payment = paymentOf(thing)
  const attendance = attendanceOf(booking)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cell cannot stand on a CSS grid over several rows
    <div
      role="gridcell"
      aria-label={[tileName(layout, tile), minutesLate !== null && `${minutesLate} minutes late`]
        .filter(Boolean)
        .join(', ')}
      aria-colindex={column + 2}
      aria-rowspan={rows}
      aria-colspan={columns}
      aria-haspopup={booking ? 'dialog' : undefined}
      tabIndex={-1}
      className={classes.tile}
      data-cell={cellName({ row, column })}
      data-stop={tile.key}
      data-tile={tile.key}
      data-kind={(booking ?? block)?.kind}
      data-payment={payment ?? undefined}
      data-attendance={attendance ?? undefined}
      data-short={shortOf(rows - late - early)}
      data-dimmed={state.isDimmed || undefined}
      data-due={state.isDueNow || undefined}
      data-over={state.isOver || undefined}
      data-moving={state.isMoving || undefined}
      style={{
        gridArea: `${row + firstLine} / ${column + 2} / span ${rows} / span ${columns}`,
        marginTop: `calc(${late} * var(--row-height))`,
        marginBottom: `calc(${early} * var(--row-height))`,
      }}
    >
      <span className={classes.title}>{titleOf(thing)}</span>
      {attendance === 'Checked in' && (
        <IconCheck size={16} stroke={3} aria-hidden className={classes.check} />
      )}
      <span className={classes.time}>
        {withoutHalfDay(formatTimeRange(start_time, end_time, layout.zone))}
      </span>
      <span className={classes.marks}>
        <span className={classes.mark}>
          {minutesLate === null ? (
            footOf(thing, layout.zone)
          ) : (
            <>
              {minutesLate}
              <span className={classes.minutes}> min</span> late
            </>
          )}
        </span>
        {booking && payment === 'Unpaid' && (
          <span className={classes.due}>{formatRate(centsFromDollars(booking.total_cost))}</span>
        )}
        {block?.kind === 'hold' && <IconCreditCard size={14} aria-hidden />}
        {block?.kind === 'closure' && <IconLock size={14} aria-hidden />}
      </span>
    </div>
  )
}, isSameTile)

/** How much room there is, by half hours: one has two lines or three, less has two. */
const shortOf = (length: number): 'half' | 'less' | undefined =>
  length < 1 ? 'less' : length === 1 ? 'half' : undefined

/** Each reading of the day makes tiles again; drawn again are those of which something has changed. */
function isSameTile(before: DayTileProps, after: DayTileProps): boolean {
  const [a, b] = [before.tile, after.tile]
  return (
    a.thing.booking === b.thing.booking &&
    a.thing.block === b.thing.block &&
    placeFields.every((field) => a[field] === b[field]) &&
    stateFields.every((field) => before[field] === after[field]) &&
    before.layout.day === after.layout.day &&
    before.layout.zone === after.layout.zone &&
    before.layout.cages === after.layout.cages
  )
}

const placeFields = ['key', 'row', 'rows', 'column', 'columns', 'late', 'early'] as const
const stateFields = ['isDimmed', 'isOver', 'isDueNow', 'late', 'isMoving'] as const
