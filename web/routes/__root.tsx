import type { QueryClient } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  Outlet,
  useLocation,
  useMatches,
  useRouter,
} from '@tanstack/react-router'
import { Suspense, useCallback, useEffect } from 'react'
import { documentTitle } from '../../shared/domain/facility/pageTitles.ts'
import { facilityQuery } from '../api/queries/facility.ts'
import { sessionQuery } from '../api/session.ts'
import { useSessionSync } from '../api/useSessionSync.ts'
import { useLeftCheckouts } from '../features/payments/useLeftCheckouts.ts'
import { lazyExtra } from '../ui/lazyExtra.ts'
import { useToastsAsked } from '../ui/toast.ts'

const Toasts = lazyExtra(() => import('../ui/Toasts.tsx'))

export const Route = createRootRouteWithContext<{
  queryClient: QueryClient
  /** The present; on the server the instant of the rendering. */
  now: () => Date
}>()({
  // Asked for beside the page's code and data; nobody waits for them here.
  loader: ({ context: { queryClient } }) => {
    // The server renders for strangers.
    if (!import.meta.env.SSR) void queryClient.prefetchQuery(sessionQuery)
    void queryClient.prefetchQuery(facilityQuery)
  },
  component: Root,
  pendingComponent: RootPending,
})

/** What all layouts have in common; each brings its own frame. */
function Root() {
  const router = useRouter()
  const leave = useCallback(() => void router.invalidate(), [router])
  useSessionSync(leave)
  useLeftCheckouts()
  usePageHead()
  // Nothing of them is loaded until the first one.
  const toastsAsked = useToastsAsked()
  return (
    <>
      <Outlet />
      {toastsAsked && (
        <Suspense>
          <Toasts />
        </Suspense>
      )}
    </>
  )
}

/** Before the first page is ready: the frame of the layout that the address belongs to, around a skeleton. */
function RootPending() {
  const router = useRouter()
  const [[, layout]] = router.getMatchedRoutes(router.latestLocation.pathname)
  const Frame = layout?.options.pendingComponent
  return <Suspense>{Frame && <Frame />}</Suspense>
}

/**
 * Keeps the head that came with the first page right on the way to others: the tab's title, and the address that a
 * share button passes on. Descriptions stay: nobody who reads them moves from page to page.
 */
function usePageHead(): void {
  const facility = useQuery(facilityQuery).data?.name
  const page = useMatches({ select: titleOfMatches })
  const path = useLocation({ select: ({ pathname }) => pathname })
  useEffect(() => {
    if (facility !== undefined && page !== null) document.title = documentTitle(page, facility)
    const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')
    if (canonical) canonical.href = new URL(path, canonical.href).href
  }, [facility, page, path])
}

/** A page without a title of its own has that of its layout. */
const titleOfMatches = (matches: readonly { staticData: { title?: string | null } }[]) =>
  matches.findLast(({ staticData }) => staticData.title !== undefined)?.staticData.title
