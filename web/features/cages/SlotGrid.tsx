import { VisuallyHidden } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import type { Facility } from '../../../shared/contract/facility.ts'
import type { SelectedSlot } from '../../../shared/domain/selection.ts'
import type { SlotState } from '../../../shared/domain/slots.ts'
import { type DayRange, dayChoices } from '../../components/dayChoices.ts'
import type { CageGrid } from '../../components/grid/cageGrid.ts'
import { CageLists } from './CageLists.tsx'
import { CageTable } from './CageTable.tsx'
import classes from './SlotGrid.module.css'
import { useLargeScreen } from './useLargeScreen.ts'

interface SlotGridProps {
  grid: CageGrid
  day: string
  range: DayRange
  facility: Facility
  /** The day that a key has turned to: its grid takes the focus, also when it comes only after a skeleton. */
  turnedTo: RefObject<string | null>
  onToggle: (slot: SelectedSlot) => void
}

/** The slots of a day: a table on large screens, a list per cage on small ones (spec 1 §2.4). */
export function SlotGrid({ grid, day, range, facility, turnedTo, onToggle }: SlotGridProps) {
  const large = useLargeScreen()
  const navigate = useNavigate()
  const slots = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (turnedTo.current !== day) return
    turnedTo.current = null
    slots.current?.querySelector<HTMLElement>('[data-cell][tabindex="0"]')?.focus()
  }, [day, turnedTo])

  function changeDay(event: KeyboardEvent) {
    if (event.key !== 'PageUp' && event.key !== 'PageDown') return
    event.preventDefault()
    const { previousDay, nextDay } = dayChoices(day, range, facility)
    const date = event.key === 'PageUp' ? previousDay : nextDay
    if (!date) return
    turnedTo.current = date
    void navigate({ to: '/book-cage', search: { date }, resetScroll: false })
  }

  if (grid.cages.length === 0) {
    return <p className={classes.empty}>No cages can be booked online at the moment. Please call us.</p>
  }
  return (
    <section className={classes.section} aria-label={`Slots on ${grid.dayLabel}`}>
      <SlotLegend grid={grid} />
      <VisuallyHidden component="p" id="slot-keys">
        Arrow keys move between slots, space selects, Page Up and Page Down change the day.
      </VisuallyHidden>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the slots inside, which are buttons */}
      <div ref={slots} onKeyDown={changeDay}>
        {large ? (
          <CageTable grid={grid} onToggle={onToggle} />
        ) : (
          <CageLists grid={grid} onToggle={onToggle} />
        )}
      </div>
    </section>
  )
}

const states: readonly SlotState[] = ['Available', 'Selected', 'Booked', 'Past']

/** What the looks of the slots mean. 'Closed' is explained only where the grid has widened beyond opening hours. */
function SlotLegend({ grid }: { grid: CageGrid }) {
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
