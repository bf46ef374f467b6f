import { useWindowEvent } from '@mantine/hooks'
import { useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react'

/** The dialogs and drawers that are open, the newest last. */
let open: readonly string[] = []
const listeners = new Set<() => void>()
/** Those of them behind which the page does not scroll. */
const covering = new Set<string>()
/** One press closes one of them, also where the others hear of it after that one is gone. */
const handled = new WeakSet<KeyboardEvent>()

function setOpen(next: readonly string[]): void {
  open = next
  // An attribute: with `:has()` the browser would look through the whole page each time something is put into it.
  document.documentElement.toggleAttribute(
    'data-covered',
    open.some((id) => covering.has(id)),
  )
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
 *
 * @param covers whether the page behind stays where it is (page.css).
 */
export function useDialogStack(opened: boolean, onClose: () => void, covers = true) {
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
    if (covers) covering.add(id)
    setOpen([...open, id])
    return () => setOpen(open.filter((one) => one !== id))
  }, [opened, id, covers])
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
