import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'

/**
 * Moves the focus to the new page's content, so that a screen reader goes on there and not at the pressed link. Not out of a
 * dialog that was opened while the page still loaded: someone types there.
 */
export function useFocusOnNavigation(main: RefObject<HTMLElement | null>): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged || document.activeElement?.closest('[aria-modal=true]')) return
        main.current?.focus({ preventScroll: true })
      }),
    [router, main],
  )
}
