import { type RefObject, useEffect, useRef } from 'react'

/** Moves the focus to the element as it appears: what had it has just gone from the dialog. */
export function useFocusOnShow<Shown extends HTMLElement>(): RefObject<Shown | null> {
  const shown = useRef<Shown>(null)
  useEffect(() => shown.current?.focus(), [])
  return shown
}
