import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { cellAt, type GridCell } from '../../../../components/grid/gridCell.ts'

/** Pixels that a pressed pointer may tremble before it drags. */
const THRESHOLD = 5
/** Milliseconds after which a finger that rests drags instead of scrolling. */
const LONG_PRESS = 350
/** Pixels from an edge of the frame within which a drag scrolls it. */
const EDGE = 36

/** What was pressed. */
export interface PressedCell {
  readonly cell: GridCell
  /** The tile there; null on a free cell. */
  readonly tileKey: string | null
}

interface DayPointerOptions {
  /** The element that scrolls. */
  frame: RefObject<HTMLDivElement | null>
  /** The grid inside of it. */
  grid: RefObject<HTMLDivElement | null>
  size: { rows: number; columns: number }
  /** Whether a drag may begin there; a press that may not is a click only. */
  canDrag: (pressed: PressedCell) => boolean
  /** The pointer is over another cell than before; `from` is the one that it was pressed in. */
  onDrag: (pressed: PressedCell, over: GridCell, from: GridCell) => void
  onDrop: (pressed: PressedCell) => void
  onCancel: () => void
}

interface Drag {
  readonly pressed: PressedCell
  readonly pointerId: number
  readonly from: { readonly x: number; readonly y: number }
  readonly fromCell: GridCell
  isDragging: boolean
  hasStopped: boolean
  over: string
  at: { x: number; y: number }
  stop: () => void
}

/**
 * Drags over the grid with mouse, pen or a finger that rests first, so that scrolling stays scrolling. Escape ends a drag
 * without effect. Native drag and drop has neither touch nor a say before the drop, so these are plain pointer events.
 */
export function useDayPointer(options: DayPointerOptions) {
  const drag = useRef<Drag | null>(null)
  const wasDragged = useRef(false)

  const follow = useEffectEvent((now: Drag) => {
    const over = cellUnder(options, now.at)
    if (!over) return
    const name = `${over.row},${over.column}`
    if (name === now.over) return
    now.over = name
    options.onDrag(now.pressed, over, now.fromCell)
  })
  const finish = useEffectEvent((now: Drag, isDrop: boolean) => {
    now.stop()
    drag.current = null
    if (!now.isDragging) return
    wasDragged.current = true
    // The click that ends a drag comes at once, if it comes.
    setTimeout(() => {
      wasDragged.current = false
    })
    if (isDrop) options.onDrop(now.pressed)
    else options.onCancel()
  })
  const begin = useEffectEvent((now: Drag) => {
    if (!options.canDrag(now.pressed)) {
      drag.current = null
      return now.stop()
    }
    now.isDragging = true
    follow(now)
    scrollAtEdges(now, options.frame, () => follow(now))
  })
  useEffect(() => () => drag.current?.stop(), [])

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    const pressed = pressedCell(event.target as Element)
    if (event.button !== 0 || !event.isPrimary || !pressed || drag.current) return
    const isFinger = event.pointerType === 'touch'
    const at = { x: event.clientX, y: event.clientY }
    const listening = new AbortController()
    const timer = isFinger ? setTimeout(() => drag.current && begin(drag.current), LONG_PRESS) : undefined
    const now: Drag = {
      pressed,
      pointerId: event.pointerId,
      from: at,
      fromCell: cellUnder(options, at) ?? pressed.cell,
      isDragging: false,
      hasStopped: false,
      over: '',
      at,
      stop() {
        clearTimeout(timer)
        listening.abort()
        now.hasStopped = true
      },
    }
    drag.current = now
    const signal = listening.signal
    addEventListener(
      'pointermove',
      (moved) => {
        if (moved.pointerId !== now.pointerId) return
        now.at = { x: moved.clientX, y: moved.clientY }
        if (now.isDragging) return follow(now)
        if (Math.hypot(now.at.x - now.from.x, now.at.y - now.from.y) < THRESHOLD) return
        if (isFinger) finish(now, false)
        else begin(now)
      },
      { signal },
    )
    addEventListener('pointerup', ({ pointerId }) => pointerId === now.pointerId && finish(now, true), {
      signal,
    })
    addEventListener('pointercancel', ({ pointerId }) => pointerId === now.pointerId && finish(now, false), {
      signal,
    })
    addEventListener(
      'keydown',
      (key) => {
        if (key.key !== 'Escape' || !now.isDragging) return
        key.preventDefault()
        key.stopPropagation()
        finish(now, false)
      },
      { signal, capture: true },
    )
    // Not passive: a finger that drags must not scroll, one that does not drag must.
    if (isFinger)
      addEventListener('touchmove', (touch) => now.isDragging && touch.preventDefault(), {
        signal,
        passive: false,
      })
  }

  return {
    onPointerDown,
    /** Whether the click that is heard now is the end of a drag. */
    endedDrag: () => wasDragged.current,
    isDragging: () => drag.current?.isDragging === true,
  }
}

/** What is at an element of the grid. */
export function pressedCell(target: Element): PressedCell | null {
  const element = target.closest<HTMLElement>('[data-cell]')
  const cell = cellAt(element)
  return cell && { cell, tileKey: element?.dataset.tile ?? null }
}

/** The cell under a point, also where a tile covers it; the nearest one outside of the grid. */
function cellUnder({ grid, size }: DayPointerOptions, at: { x: number; y: number }): GridCell | null {
  const times = grid.current?.querySelectorAll('[role="rowheader"]')
  const [first, last] = [
    times?.[0]?.getBoundingClientRect(),
    times?.[times.length - 1]?.getBoundingClientRect(),
  ]
  const all = grid.current?.getBoundingClientRect()
  if (!all || !first || !last) return null
  const part = (value: number, from: number, to: number, count: number) =>
    Math.max(0, Math.min(count - 1, Math.floor(((value - from) / (to - from)) * count)))
  return {
    row: part(at.y, first.top, last.bottom, size.rows),
    column: part(at.x, all.left + first.width, all.right, size.columns),
  }
}

/** While the pointer is near an edge of the frame, the grid scrolls under it. */
function scrollAtEdges(now: Drag, frame: RefObject<HTMLDivElement | null>, onScroll: () => void) {
  const step = () => {
    if (now.hasStopped || !frame.current) return
    const box = frame.current.getBoundingClientRect()
    const x = edgeSpeed(now.at.x, box.left, box.right)
    const y = edgeSpeed(now.at.y, box.top, box.bottom)
    if (x !== 0 || y !== 0) {
      frame.current.scrollBy(x, y)
      onScroll()
    }
    requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}

/** Pixels a frame to scroll by at one coordinate: none in the middle, more towards each edge. */
function edgeSpeed(at: number, from: number, to: number): number {
  const edge = Math.min(EDGE, (to - from) / 4)
  if (at < from + edge) return -Math.min(edge, from + edge - at) / 3
  return at > to - edge ? Math.min(edge, at - to + edge) / 3 : 0
}
