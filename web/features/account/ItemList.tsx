import { type ReactNode, useState } from 'react'
import classes from './ItemList.module.css'
import { ListEmpty, type NextStep } from './ListStates.tsx'
import type { Arranged } from './upcomingFirst.ts'

/** More of what is over is shown on request. */
const RECENT = 10

interface ItemListProps<Item> {
  items: Arranged<Item>
  card: (item: Item, upcoming: boolean) => ReactNode
  /** Shown in place of what comes, when nothing does. */
  empty: NextStep
  /** The headline then, when there is something that is over. */
  nothingUpcoming?: string
}

/** What comes, then what is over, as cards. */
export function ItemList<Item>(props: ItemListProps<Item>) {
  const { items, card, empty, nothingUpcoming = 'Nothing coming up' } = props
  const { upcoming, rest, anyCanceled } = items
  const [all, setAll] = useState(false)
  const shown = all ? rest : rest.slice(0, RECENT)
  return (
    <>
      {upcoming.length === 0 && (
        <ListEmpty {...empty} title={rest.length > 0 ? nothingUpcoming : empty.title} />
      )}
      {upcoming.length > 0 && (
        <section className={classes.section}>
          <h3 className={classes.subheading}>Upcoming</h3>
          <ul className={classes.list}>{upcoming.map((item) => card(item, true))}</ul>
        </section>
      )}
      {rest.length > 0 && (
        <section className={classes.section}>
          <h3 className={classes.subheading}>{anyCanceled ? 'Past and cancelled' : 'Past'}</h3>
          <ul className={classes.list}>{shown.map((item) => card(item, false))}</ul>
          {shown.length < rest.length && (
            <button type="button" className={classes.more} onClick={() => setAll(true)}>
              Show {rest.length - shown.length} more
            </button>
          )}
        </section>
      )}
    </>
  )
}

/** A tab's heading over its content. */
export function TabSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h2 className={classes.heading}>{title}</h2>
      {children}
    </>
  )
}
