import { useWindowEvent } from '@mantine/hooks'
import { useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react'

/** The dialogs and drawers that are open, the newest last. */
let open: readonly string[] = []
const listeners = new Set<() => void>()
/** One press closes one of them, also where the others hear of it after that one is gone. */
const handled = new WeakSet<KeyboardEvent>()

function setOpen(next: readonly string[]): void {
  open = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * The one stack of all dialogs and drawers: the newest is in front, and Escape closes that one only. Mantine draws them in
 * the order in which their components were mounted, so that one from the page's frame would open behind the others, and its
 * own Escape closes all of them. Use it with `closeOnEscape={false}`.
 */
export function useDialogStack(opened: boolean, onClose: () => void) {
  const id = useId()
  const portal = useRef<HTMLDivElement>(null)
  const isTopmost = () => open.at(-1) === id
  const isCovered = useSyncExternalStore(
    subscribe,
    () => open.includes(id) && !isTopmost(),
    () => false,
  )
  useLayoutEffect(() => {
    if (!opened) return
    // All have the same z-index: the last one in the document is in front.
    if (portal.current?.nextSibling) document.body.append(portal.current)
    setOpen([...open, id])
    return () => setOpen(open.filter((one) => one !== id))
  }, [opened, id])
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.isComposing || !isTopmost() || handled.has(event)) return
      // An open list or menu inside closes itself first.
      if (
        event.target instanceof Element &&
        event.target.getAttribute('data-mantine-stop-propagation') === 'true'
      )
        return
      handled.add(event)
      onClose()
    },
    { capture: true },
  )
  return { isTopmost, isCovered, portalProps: { reuseTargetNode: false, ref: portal } }
}
