import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type RefObject, useEffect, useState } from 'react'
import classes from './CageRows.module.css'

/**
 * Says that a frame has more to its sides: a fade and *later* at its end, *earlier* once it was scrolled. Presses scroll it by
 * what is in sight. Not for keyboards and screen readers, which reach every cell anyway.
 */
export function MoreTimes({ frame }: { frame: RefObject<HTMLElement | null> }) {
  // Until it is measured: a day is nearly always wider than a phone.
  const [hidden, setHidden] = useState({ before: false, after: true })
  useEffect(() => {
    const scrolled = frame.current
    if (!scrolled) return
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth } = scrolled
      const next = { before: scrollLeft > 1, after: scrollLeft + clientWidth < scrollWidth - 1 }
      setHidden((last) => (last.before === next.before && last.after === next.after ? last : next))
    }
    measure()
    scrolled.addEventListener('scroll', measure, { passive: true })
    const sizes = new ResizeObserver(measure)
    sizes.observe(scrolled)
    if (scrolled.firstElementChild) sizes.observe(scrolled.firstElementChild)
    return () => {
      scrolled.removeEventListener('scroll', measure)
      sizes.disconnect()
    }
  }, [frame])

  const scroll = (direction: -1 | 1) => {
    const names = frame.current?.querySelector('th')?.clientWidth ?? 0
    frame.current?.scrollBy({ left: direction * (frame.current.clientWidth - 2 * names) })
  }
  return (
    <div aria-hidden className={classes.more}>
      {hidden.before && (
        <button type="button" tabIndex={-1} className={classes.before} onClick={() => scroll(-1)}>
          <IconChevronLeft size={16} />
          earlier
        </button>
      )}
      {hidden.after && (
        <button type="button" tabIndex={-1} className={classes.after} onClick={() => scroll(1)}>
          later
          <IconChevronRight size={16} />
        </button>
      )}
    </div>
  )
}
