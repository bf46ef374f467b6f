import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'

interface RovingFocusOptions {
  /** Where a key leads from a stop: undefined at an edge, null for a key that leads nowhere. */
  next: (
    event: KeyboardEvent<HTMLElement>,
    from: HTMLElement,
    stops: HTMLElement[],
  ) => HTMLElement | undefined | null
  /** The name where Tab enters while nothing has had the focus, or what had it is gone; the first one unless told. */
  entry?: () => string
  /** The data attribute that has the names of the stops. */
  mark?: 'stop' | 'cell'
}

/**
 * One Tab stop for all that a frame shows, the last that had the focus, and keys that lead from one to another (WAI-ARIA
 * Authoring Practices, 'roving tabindex'). Stops are named by `data-stop`; those of one name are reached together. They are
 * drawn with a `tabIndex` of -1 and get theirs here: a move of the focus draws nothing. Returns listeners for the frame.
 */
export function useRovingFocus(
  frame: RefObject<HTMLElement | null>,
  { next, entry, mark = 'stop' }: RovingFocusOptions,
) {
  const current = useRef<string>(undefined)
  const marked = useRef<HTMLElement>(null)
  const stops = () => [...(frame.current?.querySelectorAll<HTMLElement>(`[data-${mark}]`) ?? [])]
  const stopAt = (target: EventTarget) => (target as Element).closest<HTMLElement>(`[data-${mark}]`)

  function markCurrent() {
    const all = stops()
    const isThere = all.some(({ dataset }) => dataset[mark] === current.current)
    const name = isThere ? current.current : (entry?.() ?? all[0]?.dataset[mark])
    for (const one of all) {
      const index = one.dataset[mark] === name ? 0 : -1
      // Setting it as it is would cost the browser a look at its styles, for each of a thousand cells.
      if (one.tabIndex !== index) one.tabIndex = index
      if (index === 0) marked.current = one
    }
  }
  // After each render: what was the stop may be gone. While it is there, the others are not looked at.
  useLayoutEffect(() => {
    const { current: one } = marked
    if (!one?.isConnected || one.dataset[mark] !== current.current || one.tabIndex !== 0) markCurrent()
  })

  return {
    onFocus({ target }: { target: EventTarget }) {
      const stop = stopAt(target)
      if (!stop) return
      current.current = stop.dataset[mark]
      markCurrent()
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const from = stopAt(event.target)
      const to = from && next(event, from, stops())
      if (to === null) return
      event.preventDefault()
      to?.focus()
    },
  }
}
