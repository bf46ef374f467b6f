import { type KeyboardEvent, type MouseEvent, type RefObject, useState } from 'react'
import type { ListedBooking } from '../../../../../shared/contract/bookings/bookingLists.ts'
import type { ScheduleDay } from '../../../../../shared/contract/bookings/scheduleDay.ts'
import type { Facility } from '../../../../../shared/contract/facility/facility.ts'
import { formatTimeRange } from '../../../../../shared/domain/time/timeFormat.ts'
import { cellName, type GridCell } from '../../../../components/grid/gridCell.ts'
import type { Spot } from '../../../../ui/staff/Beside.tsx'
import { toast } from '../../../../ui/toast.ts'
import { arrivalAct, arrivalKeys, arrivalOf, isToday } from '../../../bookings/staff/arrival.ts'
import type { BookingAction } from '../../../bookings/staff/useBookingActions.tsx'
import { useMoveAtOnce } from '../../../bookings/staff/useMoveAtOnce.ts'
import type { PressedBooking } from './BookingPopover.tsx'
import { arrowFrom, type DayPlace, nextPlace } from './dayKeys.ts'
import type { DayLayout, Tile } from './dayLayout.ts'
import { type DayMove, isMovable, moveTo, staysThere } from './dayMove.ts'
import { type DaySelection, selectCells } from './daySelection.ts'
import type { QuickPrefill } from './quickBooking.ts'
import { listOfCages, titleOf } from './tileText.ts'
import { useDayDraft } from './useDayDraft.ts'
import { useDayFocus } from './useDayFocus.ts'
import { pressedCell, useDayPointer } from './useDayPointer.ts'

export interface DayGridProps {
  day: string
  facility: Facility
  schedule: ScheduleDay
  /** What the page's search and filter do not look for; hiding it would show its time as free. */
  isDimmed: (booking: ListedBooking) => boolean
  /** What is done most with a booking, beside it. */
  onPress: (pressed: PressedBooking) => void
  /** What can be done there. */
  actionsOf: (booking: ListedBooking) => readonly BookingAction[]
  /** All that can be done with a booking, at a point of the screen. */
  onMenu: (booking: ListedBooking, at: { x: number; y: number }) => void
  /** 'More…' of the quick booking: the full form, with what is known already. */
  onCreate: (prefill: QuickPrefill) => void
  /** It was put elsewhere at another price: asks, and sends. */
  onMove: (booking: ListedBooking, to: { cageId: string; start: Date; end: Date }) => void
  /** Page Up and Page Down: to the day before or after. */
  onTurn: (step: -1 | 1) => void
  /** On a phone: all cages, of which one can be shown as wide as the screen; undefined is all. */
  pick?: { cages: ScheduleDay['cages']; onPick: (cageId: string | undefined) => void } | undefined
  /** It was turned to by a key and takes the focus. */
  takesFocus?: boolean
}

interface DayActionsOptions
  extends Pick<
    DayGridProps,
    'facility' | 'schedule' | 'actionsOf' | 'onPress' | 'onMenu' | 'onMove' | 'onTurn'
  > {
  layout: DayLayout
  now: Date
  frame: RefObject<HTMLDivElement | null>
  grid: RefObject<HTMLDivElement | null>
}

/** What presses, drags and keys do on the desk's grid; `said` tells each result to a screen reader. */
export function useDayActions({ layout, now, frame, grid, schedule, ...props }: DayActionsOptions) {
  const { draft, setDraft } = useDayDraft(layout)
  const [bookingAt, setBookingAt] = useState<Spot | null>(null)
  const [said, setSaid] = useState('')
  const focus = useDayFocus(layout, grid, now)
  const { moveAtOnce, isMoving } = useMoveAtOnce(props.facility)
  const tileOf = (key: string | null) => layout.tiles.find((tile) => tile.key === key) ?? null
  const moveOf = (tile: Tile, to: GridCell) => moveTo(layout, tile, to, { timeOff: schedule.time_off, now })

  const movingTile = draft?.mode === 'move' ? tileOf(draft.key) : null
  const move = draft?.mode === 'move' && movingTile ? moveOf(movingTile, draft.to) : null
  const selection = draft?.mode === 'select' ? selectCells(layout, draft.anchor, draft.head) : null

  function select(anchor: GridCell, head: GridCell) {
    const next = selectCells(layout, anchor, head)
    if (!next) return
    setDraft({ mode: 'select', anchor, head })
    setSaid(selectionText(layout, next))
  }

  function book(next: DaySelection | null) {
    if (!next) return
    if (!selection) setDraft({ mode: 'select', anchor: next.anchor, head: next.head })
    setBookingAt(spotOf(grid.current, next))
  }

  function carry(tile: Tile, to: GridCell) {
    const next = moveOf(tile, to)
    if (!next) return
    setDraft({ mode: 'move', key: tile.key, to: next.to })
    setSaid(moveText(layout, next))
  }

  async function drop() {
    const { booking } = move?.tile.thing ?? {}
    if (!move || !booking || staysThere(move) || move.problem) {
      setDraft(null)
      // Seen as well as heard: what was dragged is back in its place.
      return move?.problem ? toast.error(`Not moved: ${move.problem}.`) : setSaid('Not moved.')
    }
    // Until the server has said so, its new place is drawn.
    const to = { cageId: move.cageId, start: move.start, end: move.end }
    const outcome = await moveAtOnce({ booking, to, cages: schedule.cages })
    setDraft(null)
    if (outcome === 'asks') props.onMove(booking, to)
  }

  function leave() {
    setBookingAt(null)
    setDraft(null)
  }

  const pointer = useDayPointer({
    frame,
    grid,
    size: { rows: layout.rows.length, columns: layout.cages.length },
    canDrag({ tileKey, cell }) {
      if (isMoving) return false
      const tile = tileOf(tileKey)
      if (tileKey === null) return selectCells(layout, cell, cell) !== null
      return tile !== null && isMovable(tile, now)
    },
    onDrag({ tileKey, cell }, over, from) {
      const tile = tileOf(tileKey)
      if (tileKey === null) return select(cell, over)
      if (!tile) return leave()
      // It hangs from the half hour that was taken hold of, however fast the pointer left it.
      carry(tile, { row: over.row - (from.row - cell.row), column: over.column })
    },
    onDrop: ({ tileKey }) => (tileKey === null ? book(selection) : void drop()),
    onCancel() {
      leave()
      setSaid('Canceled.')
    },
  })

  function openMenu(tile: Tile, at: { x: number; y: number }) {
    const { booking } = tile.thing
    if (booking) props.onMenu(booking, at)
  }

  function press(tile: Tile) {
    const { booking } = tile.thing
    const element = grid.current?.querySelector(`[data-tile="${CSS.escape(tile.key)}"]`)
    if (booking && element) props.onPress({ booking, at: element.getBoundingClientRect() })
  }

  function onClick(event: MouseEvent<HTMLElement>) {
    const pressed = pressedCell(event.target as Element)
    if (!pressed || pointer.endedDrag() || isMoving) return
    const tile = tileOf(pressed.tileKey)
    if (tile) press(tile)
    else {
      select(pressed.cell, pressed.cell)
      book(selectCells(layout, pressed.cell, pressed.cell))
    }
  }

  function onContextMenu(event: MouseEvent<HTMLElement>) {
    const tile = tileOf(pressedCell(event.target as Element)?.tileKey ?? null)
    if (pointer.isDragging()) event.preventDefault()
    else if (tile?.thing.booking) {
      event.preventDefault()
      openMenu(tile, { x: event.clientX, y: event.clientY })
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (bookingAt || isMoving || pointer.isDragging()) return
    const target = pressedCell(event.target as Element)
    if (!target || !pressKey(event, focus.placeAt(target))) return
    event.preventDefault()
    // A menu that it opens would take the same key for one beside it, and close.
    event.stopPropagation()
  }

  /** Whether the key was for the grid. */
  function pressKey(event: KeyboardEvent<HTMLElement>, at: DayPlace): boolean {
    const { key } = event
    if (key === 'Escape') {
      if (draft) setSaid(draft.mode === 'move' ? 'Not moved.' : 'Selection cleared.')
      const had = draft !== null
      leave()
      return had
    }
    if (move && movingTile) {
      if (key === 'Enter') void drop()
      const to = arrowFrom(layout, move.to, key)
      if (to) carry(movingTile, to)
      return true
    }
    const next = arrowFrom(layout, at.cell, key)
    if (next && event.altKey) {
      if (!at.tile || !isMovable(at.tile, now)) return false
      const from = { row: at.tile.row, column: at.tile.column }
      carry(at.tile, arrowFrom(layout, from, key) ?? from)
      return true
    }
    if (next && event.shiftKey) {
      const head = draft?.mode === 'select' ? arrowFrom(layout, draft.head, key) : next
      const anchor = draft?.mode === 'select' ? draft.anchor : at.cell
      if (!at.tile && head) select(anchor, head)
      return true
    }
    if (key === 'PageUp' || key === 'PageDown') {
      props.onTurn(key === 'PageUp' ? -1 : 1)
      return true
    }
    const isMenuKey = key === 'ContextMenu' || (key === 'F10' && event.shiftKey)
    if (key === 'Enter' || key === ' ' || isMenuKey) {
      if (at.tile && isMenuKey) openMenu(at.tile, middleOf(event.target as Element))
      else if (at.tile) press(at.tile)
      else if (!isMenuKey) book(selection ?? selectCells(layout, at.cell, at.cell))
      return true
    }
    const { booking } = at.tile?.thing ?? {}
    if (key in arrivalKeys && booking && !event.ctrlKey && !event.metaKey) {
      const wanted = isToday(booking, now, layout.zone) && arrivalAct(key, arrivalOf(booking, now))
      void props
        .actionsOf(booking)
        .find(({ act }) => act === wanted)
        ?.onSelect?.()
      return true
    }
    const place = nextPlace(layout, at, event)
    if (!place) return false
    if (draft) leave()
    focus.focus(place)
    return true
  }

  return {
    move,
    selection,
    said,
    bookingAt: selection && bookingAt,
    select,
    leaveBooking() {
      leave()
      focus.focus()
    },
    focus: () => focus.focus(),
    listeners: {
      ...focus.listeners,
      onPointerDown: pointer.onPointerDown,
      onClick,
      onContextMenu,
      onKeyDown,
    },
  }
}

/** Where the selected cells of the first cage are on the screen. */
function spotOf(grid: HTMLElement | null, { firstRow, rows, anchor }: DaySelection): Spot | null {
  const boxOf = (row: number) =>
    grid?.querySelector(`[data-cell="${cellName({ row, column: anchor.column })}"]`)?.getBoundingClientRect()
  const [first, last] = [boxOf(firstRow), boxOf(firstRow + rows - 1)]
  return first && last ? { left: first.left, right: first.right, top: first.top, bottom: last.bottom } : null
}

function selectionText(layout: DayLayout, { firstRow, rows, columns, skipped }: DaySelection): string {
  const names = (some: readonly number[]) => listOfCages(some.flatMap((one) => layout.cages[one]?.name ?? []))
  const start = layout.rows[firstRow]?.start
  if (!start) return ''
  const time = formatTimeRange(start, new Date(start.getTime() + rows * 1_800_000), layout.zone)
  const taken = skipped.length > 0 ? ` ${names(skipped)} taken then.` : ''
  return `${names(columns)}, ${time} selected.${taken}`
}

const moveText = ({ zone }: DayLayout, { tile, cageName, start, end, problem }: DayMove): string =>
  `${titleOf(tile.thing)} to ${cageName}, ${formatTimeRange(start, end, zone)}. ${
    problem ? `${problem}.` : 'Enter moves it, Escape leaves it.'
  }`

function middleOf(element: Element): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + Math.min(width / 2, 80), y: top + Math.min(height / 2, 40) }
}
