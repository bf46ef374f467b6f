import type { ReactNode } from 'react'
import classes from './ItemList.module.css'
import { ListEmpty, type NextStep } from './ListStates.tsx'
import { LongList } from './LongList.tsx'
import type { Arranged } from './splitUpcoming.ts'

/** More is shown on request. */
const COMING = 50
const RECENT = 10

interface ItemListProps<Item> {
  items: Arranged<Item>
  card: (item: Item, upcoming: boolean) => ReactNode
  /** Shown in place of what comes, when nothing does. */
  empty: NextStep
  /** A line over what comes. */
  note?: ReactNode
  /** The headline then, when there is something that is over. */
  nothingUpcoming?: string
}

/** What comes, then what is over, as cards. */
export function ItemList<Item>(props: ItemListProps<Item>) {
  const { items, card, empty, note, nothingUpcoming = 'Nothing coming up' } = props
  const { upcoming, rest, anyCanceled } = items
  return (
    <>
      {upcoming.length === 0 && (
        <ListEmpty {...empty} title={rest.length > 0 ? nothingUpcoming : empty.title} />
      )}
      {upcoming.length > 0 && (
        <section className={classes.section}>
          <h3 className={classes.subheading}>Upcoming</h3>
          {note}
          <LongList items={upcoming} first={COMING}>
            {(shown) => <ul className={classes.list}>{shown.map((item) => card(item, true))}</ul>}
          </LongList>
        </section>
      )}
      {rest.length > 0 && (
        <section className={classes.section}>
          <h3 className={classes.subheading}>{anyCanceled ? 'Past and canceled' : 'Past'}</h3>
          <LongList items={rest} first={RECENT}>
            {(shown) => <ul className={classes.list}>{shown.map((item) => card(item, false))}</ul>}
          </LongList>
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
