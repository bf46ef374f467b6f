import { memo, useRef } from 'react'
import type { Cage } from '../../../shared/contract/bookings/cages.ts'
import { cellName, type GridCell, nowhere, useGridCells } from '../../components/grid/gridCell.ts'
import { type CellState, SlotCell } from '../../components/grid/SlotCell.tsx'
import { spokenSlot } from '../../components/slotName.ts'
import classes from './SlotGrid.module.css'
import { cellStateOf, cellTexts, type SlotView } from './slotView.ts'

/** So many cages fit beside each other on the narrowest large screen; more scroll inside the table's own frame. */
const cagesSideBySide = 12

/** Times down, cages across: a session of an hour and a half is three cells under each other. */
export function CageTable(view: SlotView) {
  const { grid, folded, onToggle, onOwn } = view
  const slots = grid.slots.slice(folded)
  const textsOf = grid.cages.map((cage) => cellTexts(view, cage))
  const states = slots.map(({ start }) => grid.cages.map(({ id }) => cellStateOf(view, id, start)))
  const size = { rows: slots.length, columns: grid.cages.length }
  const frame = useRef<HTMLTableElement>(null)
  const first = firstFree(states)
  const listeners = useGridCells(frame, size, first, ({ row, column }) => {
    const cage = grid.cages[column]
    const slot = slots[row]
    if (!cage || !slot) return
    if (states[row]?.[column] === 'Own') onOwn()
    else onToggle({ cageId: cage.id, cageName: cage.name, start: slot.start })
  })
  if (slots.length === 0) return null
  return (
    <div className={classes.frame} data-scrolls={grid.cages.length > cagesSideBySide || undefined}>
      <table
        ref={frame}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table may be a grid (ARIA in HTML)
        role="grid"
        className={classes.table}
        aria-label={`Cages and times on ${grid.dayLabel}`}
        aria-describedby="slot-keys"
        {...listeners}
      >
        <thead>
          <tr>
            <th scope="col" className={classes.corner}>
              Time
            </th>
            {grid.cages.map((cage) => (
              <th key={cage.id} scope="col" className={classes.cage}>
                {cage.name}
                {cage.details && <span className={classes.details}>{cage.details}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {slots.map(({ start, time }, row) => (
            <TimeRow
              key={start.getTime()}
              row={row}
              day={grid.dayLabel}
              time={time}
              cages={grid.cages}
              states={states[row]?.join() ?? ''}
              texts={
                states[row]?.map((state, column) => textsOf[column]?.(state, start) ?? '').join('|') ?? ''
              }
              reachable={first.row === row ? first.column : null}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface TimeRowProps {
  row: number
  day: string
  time: string
  cages: readonly Cage[]
  /** Of each cage, with commas between: equal as long as nothing has changed. */
  states: string
  /** What each cage's cell shows, with bars between: a price may have a comma. */
  texts: string
  /** The column of the cell that Tab reaches at first; null where it is in another row. */
  reachable: number | null
}

/** The cages at one time. Drawn again only when one of them changes. */
const TimeRow = memo(function TimeRow({ row, day, time, cages, states, texts, reachable }: TimeRowProps) {
  const stateOf = states.split(',') as CellState[]
  const textOf = texts.split('|')
  return (
    <tr>
      <th scope="row" className={classes.time}>
        {time}
      </th>
      {cages.map((cage, column) => {
        const state = stateOf[column] ?? 'Closed'
        return (
          <td key={cage.id} className={classes.cell}>
            <SlotCell
              name={spokenSlot({ cage: cage.name, day, time, state })}
              state={state}
              text={textOf[column]}
              cell={cellName({ row, column })}
              reachable={reachable === column}
            />
          </td>
        )
      })}
    </tr>
  )
})

function firstFree(states: readonly (readonly CellState[])[]): GridCell {
  for (const state of ['Available', 'Selected', 'Own'] as const) {
    const row = states.findIndex((cells) => cells.includes(state))
    if (row >= 0) return { row, column: states[row]?.indexOf(state) ?? 0 }
  }
  return nowhere
}
