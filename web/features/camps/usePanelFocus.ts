import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Gives the focus back to what was pressed when the last dialog has closed; where that has gone meanwhile, because the
 * panel shows another state now, to the panel's heading.
 *
 * @param busy from the press until the last dialog has closed.
 */
export function usePanelFocus(busy: boolean): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null)
  const pressed = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (busy) {
      pressed.current ??= document.activeElement
      return
    }
    const { current } = pressed
    pressed.current = null
    if (!current) return
    const isThere = current instanceof HTMLElement && panel.current?.contains(current) === true
    const target = isThere ? current : panel.current?.querySelector('h2')
    // After the dialog's own attempt, which knows only what had the focus when it opened.
    const timer = setTimeout(() => target?.focus({ preventScroll: isThere }), 50)
    return () => clearTimeout(timer)
  }, [busy])
  return panel
}
