import { useBlocker } from '@tanstack/react-router'

/** While something is open over the page, the browser's Back closes it, as a phone's button does everywhere. */
export function useBackCloses(opened: boolean, onClose: () => void): void {
  useBlocker({
    shouldBlockFn({ action }) {
      if (action !== 'BACK') return false
      onClose()
      return true
    },
    enableBeforeUnload: false,
    disabled: !opened,
  })
}
