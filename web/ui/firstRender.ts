import { createContext, useContext, useEffect, useState } from 'react'

const minuteMs = 60_000

/** What the server assumed when it rendered the page; hydration starts from the same, and then corrects it. */
export interface FirstRender {
  /** The instant of the rendering, as an ISO string. */
  readonly at: string
  /** Whether the page was laid out for a large screen (`useLargeScreen`). */
  readonly large: boolean
  /** Set once the visitor has left the page that the server rendered: what is drawn from then on is the browser's own. */
  left?: boolean
}

/** Null where the browser draws everything itself: in the portals, and when the server sent no page. */
export const FirstRenderContext = createContext<FirstRender | null>(null)

/**
 * The minute in which the component appeared; on a page from the server first that page's own. Use it in place of
 * `new Date()` in a component: a page must be hydrated with the time that it was rendered with.
 */
export function useNow(): Date {
  const first = useContext(FirstRenderContext)
  const [now, setNow] = useState(() => (first && !first.left ? new Date(first.at) : new Date()))
  useEffect(() => {
    setNow((shown) => (isSameMinute(shown, new Date()) ? shown : new Date()))
  }, [])
  return now
}

/**
 * Whether the component is part of the page that the server rendered: the script in that page has already scrolled its
 * strips (`data-starts-at-current`, web/boot.ts), and a finger may have moved them since.
 */
export function useIsFirstPage(): boolean {
  const first = useContext(FirstRenderContext)
  return first !== null && !first.left
}

export const isSameMinute = (one: Date, other: Date): boolean =>
  Math.floor(one.getTime() / minuteMs) === Math.floor(other.getTime() / minuteMs)
