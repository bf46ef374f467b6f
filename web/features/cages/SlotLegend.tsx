import type { SlotState } from '../../../shared/domain/slots.ts'
import type { CageGrid } from './cageGrid.ts'
import classes from './SlotGrid.module.css'

const states: readonly SlotState[] = ['Available', 'Selected', 'Booked', 'Past']

/** What the looks of the slots mean. 'Closed' is explained only where the grid has widened beyond opening hours. */
export function SlotLegend({ grid }: { grid: CageGrid }) {
  const widened = grid.slots.some(({ start }) =>
    grid.cages.some(({ id }) => grid.stateOf(id, start) === 'Closed'),
  )
  return (
    <ul className={classes.legend} aria-label="Legend">
      {[...states, ...(widened ? (['Closed'] as const) : [])].map((state) => (
        <li key={state} className={classes.legendItem}>
          <span className={classes.swatch} data-state={state} />
          {state}
        </li>
      ))}
    </ul>
  )
}
