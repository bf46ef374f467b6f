import type { SelectedSlot } from '../../../shared/domain/selection.ts'
import type { CageGrid } from '../../components/grid/cageGrid.ts'
import { SlotCell } from '../../components/grid/SlotCell.tsx'
import { cellName, type GridCell, useRovingCell } from '../../components/grid/useRovingCell.ts'
import { spokenSlot } from '../../components/slotName.ts'
import classes from './SlotGrid.module.css'

/** So many cages fit beside each other on the narrowest large screen; more scroll inside the table's own frame. */
const cagesSideBySide = 12

/** Times down, cages across: a session of an hour and a half is three cells under each other. */
export function CageTable({ grid, onToggle }: { grid: CageGrid; onToggle: (slot: SelectedSlot) => void }) {
  const size = { rows: grid.slots.length, columns: grid.cages.length }
  const roving = useRovingCell(size, firstFree(grid), ({ row, column }) => {
    const cage = grid.cages[column]
    const slot = grid.slots[row]
    if (cage && slot) onToggle({ cageId: cage.id, cageName: cage.name, start: slot.start })
  })
  return (
    <div className={classes.frame} data-scrolls={grid.cages.length > cagesSideBySide || undefined}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table may be a grid (ARIA in HTML)
        role="grid"
        className={classes.table}
        aria-label={`Cages and times on ${grid.dayLabel}`}
        aria-describedby="slot-keys"
        {...roving.listeners}
      >
        <thead>
          <tr>
            <th scope="col" className={classes.corner}>
              Time
            </th>
            {grid.cages.map((cage) => (
              <th key={cage.id} scope="col" className={classes.cage}>
                {cage.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {grid.slots.map(({ start, time }, row) => (
            <tr key={start.getTime()}>
              <th scope="row" className={classes.time}>
                {time}
              </th>
              {grid.cages.map((cage, column) => {
                const state = grid.stateOf(cage.id, start)
                const cell = { row, column }
                return (
                  <td key={cage.id} className={classes.cell}>
                    <SlotCell
                      name={spokenSlot({ cage: cage.name, day: grid.dayLabel, time, state })}
                      state={state}
                      cell={cellName(cell)}
                      reachable={roving.isCurrent(cell)}
                    />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function firstFree(grid: CageGrid): GridCell {
  const row = grid.slots.findIndex(({ start }) =>
    grid.cages.some(({ id }) => grid.stateOf(id, start) === 'Available'),
  )
  const start = grid.slots[row]?.start
  if (!start) return { row: 0, column: 0 }
  return { row, column: grid.cages.findIndex(({ id }) => grid.stateOf(id, start) === 'Available') }
}
