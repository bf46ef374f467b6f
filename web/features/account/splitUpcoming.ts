/** What decides an item's place in a list of the account. */
export interface Standing {
  /** Sorts as text by start: an instant in UTC, or facility day and wall time. */
  readonly start: string
  readonly over: boolean
  readonly canceled: boolean
}

/** A customer's things as they are looked for. */
export interface Arranged<Item> {
  /** What comes and will take place, soonest first. */
  readonly upcoming: readonly Item[]
  /** What is over or canceled, latest first. */
  readonly rest: readonly Item[]
  /** Whether something of the rest was canceled. */
  readonly anyCanceled: boolean
}

/** What comes first, then what is over; what was canceled does not take place, so it is out of the way. */
export function upcomingFirst<Item>(
  items: readonly Item[],
  standingOf: (item: Item) => Standing,
): Arranged<Item> {
  const byStart = items
    .map((item) => ({ item, ...standingOf(item) }))
    .sort((a, b) => (a.start < b.start ? -1 : Number(a.start > b.start)))
  const comes = ({ over, canceled }: Standing) => !over && !canceled
  return {
    upcoming: byStart.filter(comes).map(({ item }) => item),
    rest: byStart
      .filter((standing) => !comes(standing))
      .map(({ item }) => item)
      .reverse(),
    anyCanceled: byStart.some(({ canceled }) => canceled),
  }
}
