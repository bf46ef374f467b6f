import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * While something is open over the page, the browser's Back closes it, as a phone's button does everywhere.
 *
 * @param isTopmost of several, whether this is the one to close.
 */
export function useBackCloses(opened: boolean, onClose: () => void, isTopmost = () => true): void {
  useEntryToLeave(opened)
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

/**
 * Back from the first entry of a page that was loaded by itself ends the page, and nothing can hold it up: such a page gets
 * an entry more, which is the one that Back leaves.
 */
function useEntryToLeave(opened: boolean): void {
  const router = useRouter()
  useEffect(() => {
    const { history } = router
    if (!opened || history.location.state.__TSR_index !== 0) return
    const { href } = history.location
    void router.navigate({
      to: '.',
      search: true,
      hash: true,
      // Without a state of its own it would be the entry that is there.
      state: (kept) => ({ ...kept, isEntryToLeave: true }),
      resetScroll: false,
      ignoreBlocker: true,
    })
    const stop = history.subscribe(({ location }) => {
      if (location.state.__TSR_index !== 0) return
      stop()
      // Nobody who leaves wants to see the same page twice.
      if (location.href === href) history.back()
    })
  }, [opened, router])
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    isEntryToLeave?: boolean
  }
}
