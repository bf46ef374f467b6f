import type { CageGrid } from './cageGrid.ts'

/**
 * How many half hours a grid folds away at its start: nothing can be chosen in them, because they are over, booked out or
 * outside the opening hours. A day without any free time folds what is over, and shows by what the rest is taken.
 */
export function earlierTimes(grid: CageGrid, now: Date): number {
  const free = grid.slots.findIndex(({ start }) => isFree(grid, start))
  if (free >= 0) return free
  const ahead = grid.slots.findIndex(({ start }) => start >= now)
  return ahead >= 0 ? ahead : grid.slots.length
}

/** Whether any cage can be chosen at this start. What is chosen already counts: it stays in sight. */
export function isFree({ cages, stateOf }: CageGrid, start: Date): boolean {
  return cages.some(({ id }) => {
    const state = stateOf(id, start)
    return state === 'Available' || state === 'Selected'
  })
}
