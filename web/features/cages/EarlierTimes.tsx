import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import type { CageGrid } from '../../components/grid/cageGrid.ts'
import { earlierTimes } from '../../components/grid/earlierTimes.ts'
import classes from './SlotGrid.module.css'

/** The half hours at the start of a day that can be folded away. */
export interface EarlierTimes {
  /** How many there are. */
  readonly count: number
  readonly isShown: boolean
  readonly toggle: () => void
}

/** After so long in one step the person has been away: the page opens again. In milliseconds. */
const awayMs = 10 * 60_000

/**
 * Folds what cannot be chosen at the start of a day, as it is when the day opens. What is taken or over later stays where
 * it is, since nothing may move under a finger; what becomes free before it appears.
 */
export function useEarlierTimes(day: string, grid: CageGrid, now: Date): EarlierTimes {
  const from = grid.slots[earlierTimes(grid, now)]?.start.getTime() ?? Number.POSITIVE_INFINITY
  const seen = now.getTime()
  const [held, setHeld] = useState({ day, from, seen, isShown: false })
  if (held.day !== day || Math.abs(seen - held.seen) > awayMs) setHeld({ day, from, seen, isShown: false })
  else if (from < held.from || seen !== held.seen) setHeld({ ...held, from: Math.min(from, held.from), seen })
  return {
    count: grid.slots.filter(({ start }) => start.getTime() < held.from).length,
    isShown: held.isShown,
    toggle: () => setHeld({ ...held, isShown: !held.isShown }),
  }
}

/** Shows and hides what is folded; nothing where nothing is. */
export function EarlierTimesButton({ count, isShown, toggle }: EarlierTimes) {
  if (count === 0) return null
  return (
    <button type="button" className={classes.earlier} aria-expanded={isShown} onClick={toggle}>
      <IconChevronDown size={18} aria-hidden className={classes.earlierIcon} />
      {isShown ? 'Hide Earlier Times' : 'Show Earlier Times'}
    </button>
  )
}
