import { useThrottledCallback } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { becomeSignedOut } from './auth.ts'
import { sessionQuery } from './session.ts'
import { hearOtherTabs } from './sessionChannel.ts'

const reloadEvery = 5_000

/**
 * Keeps the session true while the page is open (spec 1 §4): reloaded when the tab becomes visible, when the page
 * comes back from the back-forward cache and when another tab signs in, at most once every 5 s; ended at once when
 * another tab signs out. `onSignedOutElsewhere` leaves pages that need an account.
 */
export function useSessionSync(onSignedOutElsewhere: () => void): void {
  const queryClient = useQueryClient()
  const reload = useThrottledCallback(
    // Without an answer the known profile stays (spec 1 §7, profiles).
    () => void queryClient.prefetchQuery({ ...sessionQuery, staleTime: 0 }),
    reloadEvery,
  )

  useEffect(() => {
    const onVisible = () => document.visibilityState === 'visible' && reload()
    const onPageShow = (event: PageTransitionEvent) => event.persisted && reload()
    const stopHearing = hearOtherTabs((news) => {
      if (news === 'signed-in') return reload()
      becomeSignedOut(queryClient)
      onSignedOutElsewhere()
    })
    document.addEventListener('visibilitychange', onVisible)
    window.addEventListener('pageshow', onPageShow)
    return () => {
      stopHearing()
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener('pageshow', onPageShow)
    }
  }, [queryClient, reload, onSignedOutElsewhere])
}
