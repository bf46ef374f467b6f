import { VisuallyHidden } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconChevronDown, IconChevronLeft, IconChevronRight, IconChevronUp, IconX } from '@tabler/icons-react'
import {
  type CSSProperties,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { ListedBooking } from '../../../../../shared/contract/bookings/bookingLists.ts'
import { formatDay } from '../../../../../shared/domain/time/timeFormat.ts'
import { useMinuteClock } from '../../../../components/useMinuteClock.ts'
import { BesideGrid } from './BesideGrid.tsx'
import { BookingPopover, type PressedBooking } from './BookingPopover.tsx'
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
export function DayGrid(props: Omit<DayGridProps, 'onPress'>) {
  const { day, schedule, isDimmed, takesFocus = false } = props
  const now = useMinuteClock()
  const frame = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const [isFolded, setFolded] = useLocalStorage({
    key: 'schedule-folded',
    defaultValue: true,
    getInitialValueInEffect: false,
  })
  const layout = useDayLayout(props, now, isFolded)
  const popover = useRef<(pressed: PressedBooking) => void>(null)
  const onPress = (pressed: PressedBooking) => popover.current?.(pressed)
  const actions = useDayActions({ ...props, layout, now, frame, grid, onPress })
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
      <div
        ref={frame}
        className={classes.frame}
        data-folded={layout.closed.before !== null || undefined}
        data-roomy={layout.rows.length <= 11 || undefined}
        style={size}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: tiles over several rows and cages need a CSS grid */}
        <div
          ref={grid}
          role="grid"
          tabIndex={-1}
          className={classes.grid}
          aria-label={`Cages and times on ${formatDay(day)}`}
          aria-describedby="day-grid-keys"
          aria-rowcount={layout.rows.length + 1}
          aria-colcount={layout.cages.length + 1}
          aria-multiselectable
          {...actions.listeners}
        >
          <Heads layout={layout} pick={props.pick} />
          {layout.closed.before !== null && (
            // biome-ignore lint/a11y/useSemanticElements: see the grid
            // biome-ignore lint/a11y/useFocusableInteractive: its button has the focus
            <div role="row" className={classes.row}>
              {/* biome-ignore lint/a11y/useSemanticElements: see the grid */}
              {/* biome-ignore lint/a11y/useFocusableInteractive: its button has the focus */}
              <div role="gridcell" className={classes.fold}>
                <Fold text={layout.closed.before} isFolded={isFolded} onFold={setFolded} />
              </div>
            </div>
          )}
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
          {selection && actions.bookingAt && (
            <QuickPopover
              at={actions.bookingAt}
              layout={layout}
              selection={selection}
              now={now}
              onSelect={actions.select}
              onClose={actions.leaveBooking}
              onCreate={props.onCreate}
            />
          )}
          {move && <MoveGhost layout={layout} move={move} />}
          <NowLine layout={layout} />
        </div>
      </div>
      <PressedBookingPopover
        press={popover}
        bookings={schedule.bookings}
        zone={layout.zone}
        now={now}
        actionsOf={props.actionsOf}
      />
      <div className={classes.foot}>
        {layout.closed.after !== null && (
          <Fold text={layout.closed.after} isFolded={isFolded} onFold={setFolded} />
        )}
        <ul className={classes.legend} aria-label="Colors">
          {legend.map(({ text, mark, isFilled }) => (
            <li key={text} data-filled={isFilled || undefined} style={{ '--mark': mark } as CSSProperties}>
              {text}
            </li>
          ))}
        </ul>
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

interface PressedBookingProps extends Pick<DayGridProps, 'actionsOf'> {
  press: RefObject<((pressed: PressedBooking) => void) | null>
  bookings: readonly ListedBooking[]
  zone: string
  now: Date
}

/** Keeps what was pressed to itself, so that a press draws nothing of the grid again. What is gone by then closes it. */
function PressedBookingPopover({ press, bookings, ...props }: PressedBookingProps) {
  const [pressed, setPressed] = useState<PressedBooking>()
  useImperativeHandle(press, () => setPressed, [])
  const booking = pressed && bookings.find(({ id }) => id === pressed.booking.id)
  if (!booking) return null
  return (
    <BookingPopover
      key={booking.id}
      {...props}
      booking={booking}
      at={pressed.at}
      onClose={() => setPressed(undefined)}
    />
  )
}

/** The same colors as in DayTile.module.css. */
const legend = [
  { text: 'Checked in', mark: 'var(--mantine-color-navy-7)', isFilled: true },
  { text: 'Booked', mark: 'light-dark(var(--mantine-color-navy-6), var(--mantine-color-navy-3))' },
  { text: 'Lesson', mark: 'light-dark(#0b7285, #66d9e8)' },
  { text: 'Class', mark: 'light-dark(#6741d9, #b197fc)' },
  { text: 'Camp', mark: 'light-dark(#2b8a3e, #8ce99a)' },
  { text: 'Late, or due now', mark: 'light-dark(#c77700, #ffc078)' },
]

interface FoldProps {
  text: string
  isFolded: boolean
  onFold: (isFolded: boolean) => void
}

/** Says when it is closed; a press shows those hours, or folds them away again. */
const Fold = ({ text, isFolded, onFold }: FoldProps) => (
  <button type="button" aria-expanded={!isFolded} onClick={() => onFold(!isFolded)}>
    {isFolded ? <IconChevronDown size={16} aria-hidden /> : <IconChevronUp size={16} aria-hidden />}
    {text} <strong>{isFolded ? 'Show' : 'Hide'}</strong>
  </button>
)

/** The layout of the day, made again when the day is read again or a checkout has run out of time. */
function useDayLayout(
  { day, facility, schedule }: Pick<DayGridProps, 'day' | 'facility' | 'schedule'>,
  now: Date,
  isFolded: boolean,
): DayLayout {
  const over = schedule.blocks.filter(
    ({ expires_at }) => expires_at !== null && Date.parse(expires_at) <= now.getTime(),
  ).length
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the minute changes nothing of it
  return useMemo(
    () => dayLayout(day, facility, schedule, now, isFolded),
    [day, facility, schedule, over, isFolded],
  )
}

/** What is over is out of sight at first, above; nothing scrolls under a reader. */
function useScrollToPresent(
  frame: { readonly current: HTMLDivElement | null },
  layout: DayLayout,
  now: Date,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each day, and for one cage of it
  useLayoutEffect(() => {
    const at = Math.floor(rowPosition(layout.rows, now.getTime())) - 1
    const row = frame.current?.querySelectorAll<HTMLElement>('[role="rowheader"]')[at]
    const head = frame.current?.querySelector<HTMLElement>('[data-corner]')
    if (frame.current && at > 0 && row && head) frame.current.scrollTop = row.offsetTop - head.offsetHeight
  }, [layout.day, layout.cages.length])
}

const selectedIn = (row: number, selection: ReturnType<typeof useDayActions>['selection']): string =>
  selection && row >= selection.firstRow && row < selection.firstRow + selection.rows
    ? selection.columns.join(',')
    : ''

const Heads = ({ layout: { cages }, pick }: { layout: DayLayout } & Pick<DayGridProps, 'pick'>) => (
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
        {pick ? <PickCage cageId={id} {...pick} isOnly={cages.length < pick.cages.length} /> : name}
        {!is_active && <span className={classes.note}>Out of service</span>}
      </div>
    ))}
  </div>
)

interface PickCageProps extends NonNullable<DayGridProps['pick']> {
  cageId: string
  isOnly: boolean
}

/** The head of a cage on a phone: a press shows only it, another one all; beside it are the ways to its neighbors. */
function PickCage({ cageId, cages, isOnly, onPick }: PickCageProps) {
  const at = cages.findIndex(({ id }) => id === cageId)
  const step = (by: 1 | -1, Icon: typeof IconChevronLeft) => {
    const other = cages.at((at + by) % cages.length)
    return (
      isOnly &&
      other && (
        <button type="button" aria-label={`Show ${other.name}`} onClick={() => onPick(other.id)}>
          <Icon size={20} aria-hidden />
        </button>
      )
    )
  }
  return (
    <div className={classes.pick}>
      {step(-1, IconChevronLeft)}
      {/* The grid is one stop of the Tab key; only fingers need a single cage. */}
      <button
        type="button"
        aria-pressed={isOnly}
        tabIndex={isOnly ? 0 : -1}
        onClick={() => onPick(isOnly ? undefined : cageId)}
      >
        {cages[at]?.name}
        {isOnly && <IconX size={16} aria-hidden />}
      </button>
      {step(1, IconChevronRight)}
    </div>
  )
}
