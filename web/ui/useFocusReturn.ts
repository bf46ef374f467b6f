import { useLayoutEffect, useRef } from 'react'

/**
 * Gives the focus back to what opened a dialog, if that is still there; the dialog's own way misses an opening before its
 * download.
 */
export function useFocusReturn(opened: boolean): void {
  const opener = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (opened) {
      opener.current ??= document.activeElement
      return
    }
    const { current } = opener
    opener.current = null
    if (current instanceof HTMLElement && current.isConnected) current.focus({ preventScroll: true })
  }, [opened])
}
