import { VisuallyHidden } from '@mantine/core'
import { type CSSProperties, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { formatDay } from '../../../../../shared/domain/time/timeFormat.ts'
import { useMinuteClock } from '../../../../components/useMinuteClock.ts'
import { BesideGrid } from './BesideGrid.tsx'
import classes from './DayGrid.module.css'
import { MoveGhost, NowLine, SelectionBoxes } from './DayOverlays.tsx'
import { DayRowCells } from './DayRowCells.tsx'
import { type DayLayout, dayLayout, rowPosition } from './dayLayout.ts'
import { QuickPopover } from './QuickPopover.tsx'
import { type DayGridProps, useDayActions } from './useDayActions.ts'

/**
 * The day of the desk: half hours down, cages across, all that takes place as tiles. Cells are selected and tiles moved by
 * drag or by keyboard: Shift with arrows selects, Alt with arrows moves, Enter confirms, Escape leaves.
 */
export function DayGrid(props: DayGridProps) {
  const { day, schedule, isDimmed, takesFocus = false } = props
  const now = useMinuteClock()
  const frame = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const layout = useDayLayout(props, now)
  const actions = useDayActions({ ...props, layout, now, frame, grid })
  const { move, selection } = actions
  const dimmedKeys = layout.tiles
    .filter(({ thing }) => thing.booking && isDimmed(thing.booking))
    .map(({ key }) => key)
    .join(' ')
  const dimmed = useMemo(() => new Set(dimmedKeys.split(' ')), [dimmedKeys])
  useScrollToPresent(frame, layout, now)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a day takes the focus once
  useEffect(() => {
    if (takesFocus) actions.focus()
  }, [day])

  if (layout.cages.length === 0)
    return <BesideGrid layout={layout} timeOff={schedule.time_off} onMenu={props.onMenu} />

  const size = { '--cages': layout.cages.length, '--rows': layout.rows.length } as CSSProperties
  return (
    <div className={classes.day}>
      <BesideGrid layout={layout} timeOff={schedule.time_off} onMenu={props.onMenu} />
      <div ref={frame} className={classes.frame}>
        {/* biome-ignore lint/a11y/useSemanticElements: tiles over several rows and cages need a CSS grid */}
        <div
          ref={grid}
          role="grid"
          tabIndex={-1}
          className={classes.grid}
          style={size}
          aria-label={`Cages and times on ${formatDay(day)}`}
          aria-describedby="day-grid-keys"
          aria-rowcount={layout.rows.length + 1}
          aria-colcount={layout.cages.length + 1}
          aria-multiselectable
          {...actions.listeners}
        >
          <Heads layout={layout} />
          {layout.rows.map(({ start }, row) => (
            <DayRowCells
              key={start.getTime()}
              layout={layout}
              row={row}
              isPast={start.getTime() + 1_800_000 <= now.getTime()}
              selected={selectedIn(row, selection)}
              moving={move?.tile.row === row ? move.tile.key : null}
              dimmed={dimmed}
              nowMs={now.getTime()}
            />
          ))}
          {selection && <SelectionBoxes layout={layout} selection={selection} />}
          {selection && (
            <QuickPopover
              layout={layout}
              selection={selection}
              now={now}
              opened={actions.isBooking}
              onSelect={actions.select}
              onClose={actions.leaveBooking}
              onCreate={props.onCreate}
            />
          )}
          {move && <MoveGhost layout={layout} move={move} />}
          <NowLine layout={layout} />
        </div>
      </div>
      <VisuallyHidden component="p" id="day-grid-keys">
        Arrow keys move between cells. Enter books a free cell or opens the menu of a booking. Shift with
        arrow keys selects several cells, Alt with arrow keys moves a booking. Page Up and Page Down change
        the day. On a booking of today I checks in, the dollar sign checks in and takes cash.
      </VisuallyHidden>
      <VisuallyHidden component="output" aria-live="polite">
        {actions.said}
      </VisuallyHidden>
    </div>
  )
}

/** The layout of the day, made again when the day is read again or a checkout has run out of time. */
function useDayLayout({ day, facility, schedule }: DayGridProps, now: Date): DayLayout {
  const over = schedule.blocks.filter(
    ({ expires_at }) => expires_at !== null && Date.parse(expires_at) <= now.getTime(),
  ).length
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the minute changes nothing of it
  return useMemo(() => dayLayout(day, facility, schedule, now), [day, facility, schedule, over])
}

/** What is over is out of sight at first, above; nothing scrolls under a reader. */
function useScrollToPresent(
  frame: { readonly current: HTMLDivElement | null },
  layout: DayLayout,
  now: Date,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each day
  useLayoutEffect(() => {
    const at = Math.floor(rowPosition(layout.rows, now.getTime())) - 1
    const row = frame.current?.querySelectorAll<HTMLElement>('[role="rowheader"]')[at]
    const head = frame.current?.querySelector<HTMLElement>('[data-corner]')
    if (frame.current && at > 0 && row && head) frame.current.scrollTop = row.offsetTop - head.offsetHeight
  }, [layout.day])
}

const selectedIn = (row: number, selection: ReturnType<typeof useDayActions>['selection']): string =>
  selection && row >= selection.firstRow && row < selection.firstRow + selection.rows
    ? selection.columns.join(',')
    : ''

const Heads = ({ layout: { cages } }: { layout: DayLayout }) => (
  // biome-ignore lint/a11y/useSemanticElements: see the grid
  // biome-ignore lint/a11y/useFocusableInteractive: heads are read, not pressed
  <div role="row" className={classes.row} aria-rowindex={1}>
    {/* biome-ignore lint/a11y/useSemanticElements: see the grid */}
    {/* biome-ignore lint/a11y/useFocusableInteractive: heads are read, not pressed */}
    <div role="columnheader" className={classes.corner} data-corner>
      <VisuallyHidden>Time</VisuallyHidden>
    </div>
    {cages.map(({ id, name, is_active }, column) => (
      // biome-ignore lint/a11y/useSemanticElements: see the grid
      // biome-ignore lint/a11y/useFocusableInteractive: heads are read, not pressed
      <div key={id} role="columnheader" className={classes.head} style={{ gridColumn: column + 2 }}>
        {name}
        {!is_active && <span className={classes.note}>Out of service</span>}
      </div>
    ))}
  </div>
)
