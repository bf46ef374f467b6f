import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import classes from './ItemList.module.css'

/** How many more come with each press of the button. */
const STEP = 50

interface LongListProps<Item> {
  items: readonly Item[]
  /** How many are there from the beginning. */
  first: number
  children: (shown: readonly Item[]) => ReactNode
}

/** A list or table that may be very long: its beginning, and more when asked. The focus goes on with the reading. */
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

/** The button moves away, or is gone: whoever goes by keyboard reads on at the first that is new. */
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
