import { useContext, useSyncExternalStore } from 'react'
import { FirstRenderContext } from '../../ui/firstRender.ts'

/** Wide enough for the table of cages and the week strip; smaller screens get lists and the 30-day strip. */
const largeScreen = '(width >= 62em)'

export function useLargeScreen(): boolean {
  const first = useContext(FirstRenderContext)
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(largeScreen)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(largeScreen).matches,
    () => first?.large ?? false,
  )
}
