import { useThrottledCallback } from '@mantine/hooks'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { becomeSignedOut, forgetPrivateData } from './auth.ts'
import { type SessionAnswer, sessionKey, sessionQuery } from './session.ts'
import { hearOtherTabs } from './sessionChannel.ts'

const reloadEvery = 5_000

/**
 * Keeps the session true while the page is open (spec 1 §4): reloaded when the tab becomes visible, when the page
 * comes back from the back-forward cache and when another tab signs in, at most once every 5 s; ended at once when
 * another tab signs out. `onSignedOutElsewhere` leaves pages that need an account.
 */
export function useSessionSync(onSignedOutElsewhere: () => void): void {
  const queryClient = useQueryClient()
  const reload = useThrottledCallback(() => void reloadSession(queryClient), reloadEvery)

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

/** Asks again who is signed in. Without an answer the known profile stays (spec 1 §7, profiles). */
async function reloadSession(queryClient: QueryClient): Promise<void> {
  const before = queryClient.getQueryData<SessionAnswer>(sessionKey)?.profile?.id
  const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined)
  if (session && session.profile?.id !== before) forgetPrivateData(queryClient)
}
