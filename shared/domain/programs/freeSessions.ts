/** Sessions of one length that can still be had on a day, for people who ask for a time and take any cage. */

/** Which half hours of a cage are free, one after the other from the first that the day shows. */
export interface CageRow {
  readonly id: string
  readonly free: readonly boolean[]
}

/** A start at which at least one cage is free for the whole length. */
export interface FreeSession {
  /** The half hour in which it starts, counted from the first. */
  readonly at: number
  /** The free cages in the order that they were given. */
  readonly cageIds: readonly string[]
  /** The one that 'any free cage' means. */
  readonly any: string
}

/** The starts at which `slots` half hours in a row are free in one cage. */
export function freeSessions(rows: readonly CageRow[], slots: number): FreeSession[] {
  const starts = Math.max(0, ...rows.map(({ free }) => free.length)) - slots + 1
  return Array.from({ length: Math.max(0, starts) }, (_, at) => at).flatMap((at) => {
    const cages = rows.filter(({ free }) => isFree(free, at, slots))
    const any = cages.reduce<{ id: string; cost: number } | null>((best, { id, free }) => {
      const cost = looseEnds(free, at, slots)
      return best && best.cost <= cost ? best : { id, cost }
    }, null)
    return any ? [{ at, cageIds: cages.map(({ id }) => id), any: any.id }] : []
  })
}

/** How many lone half hours, which hardly anybody books, a session leaves right before and after it: 0, 1 or 2. */
export function loneHalfHours(free: readonly boolean[], at: number, slots: number): number {
  const before = free[at - 1] === true && free[at - 2] !== true
  const after = free[at + slots] === true && free[at + slots + 1] !== true
  return Number(before) + Number(after)
}

const isFree = (free: readonly boolean[], at: number, slots: number): boolean =>
  free.slice(at, at + slots).length === slots && free.slice(at, at + slots).every(Boolean)

/** Lone half hours count most; then a cage that is left in fewer pieces goes first, so that long sessions stay possible. */
function looseEnds(free: readonly boolean[], at: number, slots: number): number {
  const open = Number(free[at - 1] === true) + Number(free[at + slots] === true)
  return loneHalfHours(free, at, slots) * 4 + open
}
