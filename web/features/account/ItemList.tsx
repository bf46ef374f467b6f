import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Box, Heading } from '../../ui/layout.tsx'
import { type AskedItem, cardId, useAskedItem } from '../changes/askedItem.ts'
import classes from './AccountList.module.css'
import { AccountList, type AccountListProps, ListEmpty, type Moment, type NextStep } from './AccountList.tsx'
import { type ItemPlace, splitUpcoming } from './splitUpcoming.ts'

/** How many items are shown at first; more on request. */
const COMING = 50
const RECENT = 10

interface ItemListProps<Item extends { readonly id: string }>
  extends Omit<AccountListProps<Item>, 'children'> {
  placeOf: (item: Item, moment: Moment) => ItemPlace
  card: (item: Item, upcoming: boolean, moment: Moment) => ReactNode
  /** Shown if nothing is coming up; its title only if there is nothing past either. */
  empty: NextStep
}

/** A tab that lists what is coming up, then what is past or canceled, as cards. */
export function ItemList<Item extends { readonly id: string }>({
  placeOf,
  card,
  empty,
  ...list
}: ItemListProps<Item>) {
  const asked = useAskedItem()
  return (
    <AccountList {...list}>
      {(rows, moment) => {
        const { upcoming, rest, anyCanceled } = splitUpcoming(rows, (item) => placeOf(item, moment))
        const cards = (items: readonly Item[], isUpcoming: boolean) => (
          <ul className={classes.list}>{items.map((item) => card(item, isUpcoming, moment))}</ul>
        )
        const isAsked = ({ id }: Item) => id === asked?.id
        const [place, pastPlace] = [upcoming.findIndex(isAsked), rest.findIndex(isAsked)]
        return (
          <>
            {asked && (
              <Asked asked={asked} found={place >= 0 ? 'upcoming' : pastPlace >= 0 ? 'past' : null} />
            )}
            {upcoming.length === 0 && (
              <ListEmpty {...empty} title={rest.length > 0 ? 'Nothing coming up' : empty.title} />
            )}
            {upcoming.length > 0 && (
              <Box as="section" above="lg" className={classes.section}>
                <Heading below="xs" as="h3">
                  Upcoming
                </Heading>
                <LongList items={upcoming} first={Math.max(COMING, place + 1)}>
                  {(shown) => cards(shown, true)}
                </LongList>
              </Box>
            )}
            {rest.length > 0 && (
              <Box as="section" above="lg" className={classes.section}>
                <Heading below="xs" as="h3">
                  {anyCanceled ? 'Past and Canceled' : 'Past'}
                </Heading>
                <LongList items={rest} first={Math.max(RECENT, pastPlace + 1)}>
                  {(shown) => cards(shown, false)}
                </LongList>
              </Box>
            )}
          </>
        )
      }}
    </AccountList>
  )
}

/** Brings the card that a link names into view, or the reason why what the link is for cannot be done. */
function Asked({ asked: { id, change }, found }: { asked: AskedItem; found: 'upcoming' | 'past' | null }) {
  const card = found === null ? null : cardId(id)
  const shown = useRef<string | null>(null)
  const note = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const element = card && document.getElementById(card)
    // Once: a dialog that is closed later gives the focus back to its button.
    if (!element || shown.current === card) return
    shown.current = card
    const seen = note.current ?? element
    seen.scrollIntoView({ block: 'center' })
    // A dialog that is open has the focus.
    if (!change) element.focus({ preventScroll: true })
  }, [card, change])
  if (found === 'upcoming' || (found === 'past' && !change)) return null
  return (
    <p ref={note} role="status" className={classes.asked}>
      {found === 'past'
        ? 'That link is for something that was canceled or is over, so it can no longer be changed.'
        : 'That link isn’t for this account. Did you book with another email address?'}
    </p>
  )
}

/** How many more come with each press of the button. */
const STEP = 50

interface LongListProps<Item> {
  items: readonly Item[]
  /** How many are shown at first. */
  first: number
  children: (shown: readonly Item[]) => ReactNode
}

/** A list or table that may be very long: its beginning, and more on request. The focus moves to the first new row. */
export function LongList<Item>({ items, first, children }: LongListProps<Item>) {
  const [count, setCount] = useState(first)
  const list = useRef<HTMLDivElement>(null)
  useFocusOnNew(list, count)
  const more = Math.min(STEP, items.length - count)
  return (
    <>
      <div ref={list}>{children(items.slice(0, count))}</div>
      {more > 0 && (
        <button type="button" className={classes.more} onClick={() => setCount(count + STEP)}>
          Show {more} more
        </button>
      )}
    </>
  )
}

/** The pressed button moves or is removed, so a keyboard user continues at the first new row. */
function useFocusOnNew(list: React.RefObject<HTMLDivElement | null>, count: number): void {
  const before = useRef(count)
  useLayoutEffect(() => {
    const fresh = list.current?.querySelectorAll<HTMLElement>('ul > li, tbody > tr')[before.current]
    if (count > before.current && fresh) {
      fresh.tabIndex = -1
      fresh.focus({ preventScroll: true })
    }
    before.current = count
  }, [list, count])
}
