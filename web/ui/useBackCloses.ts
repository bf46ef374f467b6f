import { useBlocker } from '@tanstack/react-router'

/**
 * While something is open over the page, the browser's Back closes it, as a phone's button does everywhere.
 *
 * @param isTopmost of several, whether this is the one to close.
 */
export function useBackCloses(opened: boolean, onClose: () => void, isTopmost = () => true): void {
  useBlocker({
    shouldBlockFn({ action }) {
      if (action !== 'BACK' || !isTopmost()) return false
      onClose()
      return true
    },
    enableBeforeUnload: false,
    disabled: !opened,
  })
}
