import { type RefObject, useEffect } from 'react'

/** Longer than dialogs and menus take to give the focus back themselves. */
const SETTLED_MS = 100
/** How many places back it looks: as many as one dialog over another has fields. */
const MOST_PLACES = 30

interface Place {
  readonly element: Element
  /** The list that it was in (`data-rows`), and in which of its rows. */
  readonly list: Element | null
  readonly row: number
}

/**
 * Browsers leave the focus nowhere when what had it is taken away: a deleted row, a pressed Undo, a dialog whose opener is
 * gone. It then goes to where it was before, if that is still there, else to the row in its place, at last to the page's
 * main part; with a dialog open, within that (WCAG 2.4.3).
 */
export function useLostFocus(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const places: Place[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      const list = target.closest('[data-rows]')
      const row = [...(list?.querySelectorAll('[data-row]') ?? [])].findIndex((one) => one.contains(target))
      places.push({ element: target, list, row })
      if (places.length > MOST_PLACES) places.shift()
    }
    // A click on an empty place takes the focus away on purpose; it has moved when the timer comes.
    const noteEmptyClick = () =>
      setTimeout(() => isNowhere() && places.push({ element: document.body, list: null, row: -1 }))
    const recover = () => {
      if (!isNowhere()) return
      const dialog = [...document.querySelectorAll<HTMLElement>('[aria-modal=true]')].at(-1)
      const within = dialog ?? document.body
      const next = places.map(stillThere).findLast((element) => element && within.contains(element))
      ;(next ?? dialog ?? main.current)?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(() => {
      if (!isNowhere() || places.at(-1)?.element.isConnected !== false) return
      clearTimeout(timer)
      timer = setTimeout(recover, SETTLED_MS)
    })
    document.addEventListener('focusin', remember)
    document.addEventListener('pointerdown', noteEmptyClick)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', remember)
      document.removeEventListener('pointerdown', noteEmptyClick)
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [main])
}

const isNowhere = (): boolean => !document.activeElement || document.activeElement === document.body

/** The element of a place, or the one that opens the row now in its row's place. */
function stillThere({ element, list, row }: Place): HTMLElement | undefined {
  if (element instanceof HTMLElement && element.isConnected && element.checkVisibility()) return element
  if (row < 0 || !list?.isConnected) return undefined
  const rows = list.querySelectorAll<HTMLElement>('[data-open]')
  return rows[Math.min(row, rows.length - 1)]
}
