import type { Cage } from '../../../shared/contract/cages.ts'
import type { SelectedSlot } from '../../../shared/domain/selection.ts'
import type { CageGrid } from '../../components/grid/cageGrid.ts'
import { SlotCell } from '../../components/grid/SlotCell.tsx'
import { cellName, useRovingCell } from '../../components/grid/useRovingCell.ts'
import { spokenSlot } from '../../components/slotName.ts'
import classes from './SlotGrid.module.css'

interface ListProps {
  grid: CageGrid
  onToggle: (slot: SelectedSlot) => void
}

/** A list of slots per cage, with how many are free: for a thumb. */
export function CageLists({ grid, onToggle }: ListProps) {
  return (
    <div className={classes.lists}>
      {grid.cages.map((cage) => (
        <CageList key={cage.id} cage={cage} grid={grid} onToggle={onToggle} />
      ))}
    </div>
  )
}

function CageList({ cage, grid, onToggle }: ListProps & { cage: Cage }) {
  const states = grid.slots.map(({ start }) => grid.stateOf(cage.id, start))
  const free = states.filter((state) => state === 'Available' || state === 'Selected').length
  const firstFree = Math.max(0, states.indexOf('Available'))
  const size = { rows: 1, columns: grid.slots.length }
  const roving = useRovingCell(size, { row: 0, column: firstFree }, ({ column }) => {
    const slot = grid.slots[column]
    if (slot) onToggle({ cageId: cage.id, cageName: cage.name, start: slot.start })
  })
  const heading = `cage-${cage.id}`
  return (
    <section className={classes.cageList} aria-labelledby={heading}>
      <div className={classes.head}>
        <h3 id={heading} className={classes.name}>
          {cage.name}
        </h3>
        <p className={classes.free}>{free === 0 ? 'Nothing free' : `${free} free`}</p>
      </div>
      <ul className={classes.slots} aria-describedby="slot-keys" {...roving.listeners}>
        {grid.slots.map(({ start, time }, column) => {
          const state = states[column] ?? 'Closed'
          const cell = { row: 0, column }
          return (
            <li key={start.getTime()}>
              <SlotCell
                name={spokenSlot({ cage: cage.name, day: grid.dayLabel, time, state })}
                state={state}
                time={time}
                cell={cellName(cell)}
                reachable={roving.isCurrent(cell)}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
