import { VisuallyHidden } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { shortTime } from '../../../shared/domain/time/timeFormat.ts'
import classes from './CageRows.module.css'
import type { GridSlot } from './cageGrid.ts'
import { cellName, type GridCell, nowhere, useGridCells } from './gridCell.ts'
import { MoreTimes } from './MoreTimes.tsx'
import { type CellState, SlotCell } from './SlotCell.tsx'

/** What one half hour of one cage shows. */
export interface CellView {
  readonly state: CellState
  readonly text: string
  /** The state in words, e.g. 'available'. */
  readonly spoken: string
  /** It goes on with what the cell before it began. */
  readonly continues?: boolean
}

interface RowCage {
  readonly id: string
  readonly name: string
  readonly details?: string | undefined
}

interface CageRowsProps<Cage extends RowCage> {
  /** 'Tue Nov 24' */
  dayLabel: string
  cages: readonly Cage[]
  slots: readonly GridSlot[]
  viewOf: (cage: Cage, slot: GridSlot) => CellView
  /** Of a cell that can be chosen. */
  onPress: (cage: Cage, slot: GridSlot) => void
  /** Page Up and Page Down: to the day before or after. Left out where the page around it hears these keys. */
  onTurn?: (step: -1 | 1) => void
  /** It was turned to by a key and takes the focus. */
  takesFocus?: boolean
  /**
   * Where it is too narrow for rows, as with large text, each cage becomes a list of its slots. And it is as high as the
   * screen between header and selection bar, in place of leaving room for what is above it.
   */
  isPage?: boolean
}

/**
 * The grid of a day: cages as rows, half hours as columns. The names of cages and times stay in sight, and all rows scroll
 * as one. By keyboard: arrows, Home and End, with Ctrl to the corners, Space to choose, Page Up and Page Down for the day.
 * A tap draws only the cells that it changes.
 */
export function CageRows<Cage extends RowCage>(props: CageRowsProps<Cage>) {
  const { dayLabel, cages, slots, viewOf, onPress, onTurn, takesFocus = false, isPage = false } = props
  const frame = useRef<HTMLDivElement>(null)
  const views = cages.map((cage) => slots.map((slot) => viewOf(cage, slot)))
  const size = { rows: cages.length, columns: slots.length }
  const first = firstFree(views)
  const listeners = useGridCells(frame, size, first, ({ row, column }) => {
    const cage = cages[row]
    const slot = slots[column]
    if (cage && slot) onPress(cage, slot)
  })

  // What is over is out of sight at first, to the left.
  const opening = slots.findLastIndex((_, column) => views.some((row) => row[column]?.state === 'Past')) + 1
  const isStanding = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another day is shown, never under a reader
  useLayoutEffect(() => {
    const isFirst = !isStanding.current
    isStanding.current = true
    // A page from the server may have been scrolled before it was hydrated.
    if (isFirst && frame.current?.scrollLeft !== 0) return
    const head = frame.current?.querySelectorAll<HTMLElement>('thead th')
    const time = head?.[opening + 1]
    if (frame.current && time) frame.current.scrollLeft = time.offsetLeft - (head?.[0]?.offsetWidth ?? 0)
  }, [dayLabel])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a day takes the focus once
  useEffect(() => {
    if (takesFocus) frame.current?.querySelector<HTMLElement>('[data-cell][tabindex="0"]')?.focus()
  }, [dayLabel])

  return (
    <div className={isPage ? classes.page : undefined}>
      {isPage && <MoreTimes frame={frame} />}
      <div ref={frame} className={classes.frame}>
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table may be a grid (ARIA in HTML)
          role="grid"
          className={classes.table}
          aria-label={`Cages and times on ${dayLabel}`}
          aria-describedby="slot-keys"
          {...listeners}
          onKeyDown={(event) => {
            if (onTurn && (event.key === 'PageUp' || event.key === 'PageDown')) {
              event.preventDefault()
              onTurn(event.key === 'PageUp' ? -1 : 1)
            } else listeners.onKeyDown(event)
          }}
        >
          <thead>
            <tr>
              <th scope="col" className={classes.corner}>
                <VisuallyHidden>Cage</VisuallyHidden>
              </th>
              {slots.map(({ start, time }) => (
                <th key={start.getTime()} scope="col" className={classes.time}>
                  {shortTime(time)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cages.map((cage, row) => (
              <tr key={cage.id}>
                <th scope="row" className={classes.cage}>
                  {cage.name}
                  {cage.details && <span className={classes.free}>{cage.details}</span>}
                  <span className={classes.free}>{freeText(views[row] ?? [])}</span>
                </th>
                {slots.map(({ start, time }, column) => {
                  const view = views[row]?.[column]
                  return (
                    <td key={start.getTime()} className={classes.cell}>
                      {view && (
                        <SlotCell
                          name={`${cage.name}, ${dayLabel}, ${time}, ${view.spoken}`}
                          state={view.state}
                          text={view.text}
                          time={isPage ? time : undefined}
                          cell={cellName({ row, column })}
                          reachable={row === first.row && column === first.column}
                          continues={view.continues}
                        />
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
        {onTurn && (
          <VisuallyHidden component="p" id="slot-keys">
            Arrow keys move between slots, space selects, Page Up and Page Down change the day.
          </VisuallyHidden>
        )}
      </div>
    </div>
  )
}

/** Focuses a cell and marks it until it loses the focus: a focus that follows a tap shows nothing by itself. */
export function focusCell(cell: HTMLElement | null | undefined): void {
  if (!cell) return
  cell.focus({ preventScroll: true })
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  cell.dataset.marked = ''
  cell.addEventListener('blur', () => delete cell.dataset.marked, { once: true })
}

/** The earliest slot that can be chosen, in the first cage that has it: where Tab enters the grid. */
function firstFree(views: readonly (readonly CellView[])[]): GridCell {
  const free = ({ state }: CellView) => state === 'Available' || state === 'Selected'
  return earliest(views, free) ?? earliest(views, ({ state }) => state === 'Own') ?? nowhere
}

function earliest(
  views: readonly (readonly CellView[])[],
  suits: (view: CellView) => boolean,
): GridCell | undefined {
  const columns = views.map((row) => row.findIndex(suits))
  const column = Math.min(...columns.filter((found) => found >= 0))
  return Number.isFinite(column) ? { row: columns.indexOf(column), column } : undefined
}

function freeText(row: readonly CellView[]): string {
  const free = row.filter(({ state }) => state === 'Available' || state === 'Selected').length
  return free === 0 ? 'Full' : `${free} free`
}
