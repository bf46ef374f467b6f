import type { Cage } from '../../../shared/contract/cages.ts'
import type { SelectedSlot } from '../../../shared/domain/selection.ts'
import { spokenSlot } from '../../components/slotName.ts'
import type { CageGrid } from './cageGrid.ts'
import { SlotButton } from './SlotButton.tsx'
import classes from './SlotGrid.module.css'
import { cellName, useRovingCell } from './useRovingCell.ts'

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
  const roving = useRovingCell({ rows: 1, columns: grid.slots.length }, { row: 0, column: firstFree })
  const heading = `cage-${cage.id}`
  return (
    <section className={classes.cageList} aria-labelledby={heading}>
      <div className={classes.head}>
        <h3 id={heading} className={classes.name}>
          {cage.name}
        </h3>
        <p className={classes.free}>{free === 0 ? 'Nothing free' : `${free} free`}</p>
      </div>
      <ul className={classes.slots} aria-describedby="slot-keys" onKeyDown={roving.onKeyDown}>
        {grid.slots.map(({ start, time }, column) => {
          const state = states[column] ?? 'Closed'
          const cell = { row: 0, column }
          return (
            <li key={start.getTime()}>
              <SlotButton
                name={spokenSlot({ cage: cage.name, day: grid.dayLabel, time, state })}
                state={state}
                time={time}
                cell={cellName(cell)}
                reachable={roving.isCurrent(cell)}
                onFocus={() => roving.onFocus(cell)}
                onToggle={() => onToggle({ cageId: cage.id, cageName: cage.name, start })}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
