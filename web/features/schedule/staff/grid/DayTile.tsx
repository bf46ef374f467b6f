import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconCreditCard,
  IconLock,
  IconUserCheck,
  IconUserX,
} from '@tabler/icons-react'
import { memo } from 'react'
import { cellName } from '../../../../components/grid/useRovingCell.ts'
import classes from './DayTile.module.css'
import type { DayThing } from './dayLayout.ts'
import { attendanceOf, paymentOf, titleOf, whatOf } from './tileText.ts'

interface DayTileProps {
  booking: DayThing['booking']
  block: DayThing['block']
  tileKey: string
  row: number
  rows: number
  column: number
  columns: number
  late: number
  early: number
  /** What a screen reader says. */
  name: string
  /** '4:00–5:00': the rows say whether in the morning. */
  time: string
  reachable: boolean
  isDimmed: boolean
  isOver: boolean
  /** It is on its way: what is left is its place. */
  isMoving: boolean
}

/**
 * One booking, camp, closure or checkout over the cells that it takes. Its grid hears presses, keys and drags, so that a
 * change draws only the tiles that changed.
 */
export const DayTile = memo(function DayTile(props: DayTileProps) {
  const { booking, block, row, rows, column, columns } = props
  const thing = { booking, block } as DayThing
  const payment = paymentOf(thing)
  const attendance = attendanceOf(booking)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cell cannot stand on a CSS grid over several rows
    <div
      role="gridcell"
      aria-label={props.name}
      aria-colindex={column + 2}
      aria-rowspan={rows}
      aria-colspan={columns}
      aria-haspopup={booking ? 'menu' : undefined}
      tabIndex={props.reachable ? 0 : -1}
      className={classes.tile}
      data-cell={cellName({ row, column })}
      data-tile={props.tileKey}
      data-kind={(booking ?? block)?.kind}
      data-payment={payment ?? undefined}
      data-attendance={attendance ?? undefined}
      data-short={rows - props.late - props.early <= 1 || undefined}
      data-dimmed={props.isDimmed || undefined}
      data-over={props.isOver || undefined}
      data-moving={props.isMoving || undefined}
      style={{
        gridArea: `${row + 2} / ${column + 2} / span ${rows} / span ${columns}`,
        marginTop: `calc(${props.late} * var(--row-height) + 1px)`,
        marginBottom: `calc(${props.early} * var(--row-height) + 2px)`,
      }}
    >
      <span className={classes.title}>{titleOf(thing)}</span>
      <span className={classes.time}>{props.time}</span>
      <span className={classes.what}>{whatOf(thing)}</span>
      <span className={classes.marks}>
        {payment && (
          <span className={classes.mark} data-mark={payment}>
            {payment === 'Paid' ? (
              <IconCheck size={12} stroke={3} aria-hidden />
            ) : (
              <IconAlertTriangle size={12} stroke={2.5} aria-hidden />
            )}
            {payment}
          </span>
        )}
        {attendance && (
          <span className={classes.mark} data-mark={attendance}>
            <AttendanceIcon attendance={attendance} />
            {attendance}
          </span>
        )}
        {block?.kind === 'hold' && <IconCreditCard size={14} aria-hidden />}
        {block?.kind === 'closure' && <IconLock size={14} aria-hidden />}
      </span>
    </div>
  )
})

function AttendanceIcon({ attendance }: { attendance: string }) {
  const Icon = attendance === 'Late' ? IconClock : attendance === 'No-show' ? IconUserX : IconUserCheck
  return <Icon size={12} stroke={2.5} aria-hidden />
}
