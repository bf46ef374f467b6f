import { useLayoutEffect, useState } from 'react'

/** The places for toasts in what is open over the page, the topmost last. */
const places: HTMLElement[] = []
const listeners = new Set<(place: HTMLElement | undefined) => void>()

function changed(): void {
  for (const listener of listeners) listener(places.at(-1))
}

/**
 * The ref of an element of a dialog or drawer in which toasts stand while it is open: there they cover none of its buttons,
 * Tab reaches them, and a screen reader, which sees nothing outside of a modal dialog, announces them. React clears it
 * before it takes the dialog away, so that the toasts have left by then.
 */
export function toastPlace(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return
  places.push(element)
  changed()
  return () => {
    places.splice(places.lastIndexOf(element), 1)
    changed()
  }
}

/**
 * An element that always stands in the topmost place, to be filled by a portal. It is moved when a dialog opens or closes: a
 * new portal would make what is in it again.
 *
 * @param home where it stands while nothing is open over the page; the page's end by default.
 * @param beforeMove is called before each move.
 */
export function useToastStand(home = () => document.body, beforeMove?: () => void): HTMLElement {
  const [stand] = useState(() => document.createElement('div'))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same throughout
  useLayoutEffect(() => {
    const move = (place: HTMLElement | undefined) => {
      beforeMove?.()
      ;(place ?? home()).append(stand)
    }
    listeners.add(move)
    move(places.at(-1))
    return () => {
      listeners.delete(move)
      stand.remove()
    }
  }, [stand])
  return stand
}
