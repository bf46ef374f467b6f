import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useId } from 'react'

/** The dialogs and drawers that are open, the topmost last. */
const open: string[] = []
/** One press closes one of them, also where the others hear of it after that one is gone. */
const handled = new WeakSet<KeyboardEvent>()

/**
 * Has Escape close the topmost of several open dialogs, where Mantine's own would close all of them. Use it with
 * `closeOnEscape={false}`.
 *
 * @returns whether this one is the topmost.
 */
export function useTopmost(opened: boolean, onClose: () => void): () => boolean {
  const id = useId()
  const isTopmost = () => open.at(-1) === id
  useEffect(() => {
    if (!opened) return
    open.push(id)
    return () => void open.splice(open.lastIndexOf(id), 1)
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
  return isTopmost
}
