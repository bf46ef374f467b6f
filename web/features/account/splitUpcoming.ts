/** What decides where an item stands in a list of the account. */
export interface ItemPlace {
  /** Sorts as text by start: an instant in UTC, or facility day and wall time. */
  readonly start: string
  readonly over: boolean
  readonly canceled: boolean
}

export interface SplitItems<Item> {
  /** What will take place, soonest first. */
  readonly upcoming: readonly Item[]
  /** What is over or canceled, latest first. */
  readonly rest: readonly Item[]
  /** Whether something of the rest was canceled. */
  readonly anyCanceled: boolean
}

/** Separates what is coming up from what is over or canceled. */
export function splitUpcoming<Item>(
  items: readonly Item[],
  placeOf: (item: Item) => ItemPlace,
): SplitItems<Item> {
  const byStart = items
    .map((item) => ({ item, ...placeOf(item) }))
    .sort((a, b) => (a.start < b.start ? -1 : Number(a.start > b.start)))
  const isUpcoming = ({ over, canceled }: ItemPlace) => !over && !canceled
  return {
    upcoming: byStart.filter(isUpcoming).map(({ item }) => item),
    rest: byStart
      .filter((place) => !isUpcoming(place))
      .map(({ item }) => item)
      .reverse(),
    anyCanceled: byStart.some(({ canceled }) => canceled),
  }
}
