import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, useRouter } from '@tanstack/react-router'
import { Suspense, useCallback } from 'react'
import { facilityQuery } from '../api/queries/facility.ts'
import { sessionQuery } from '../api/session.ts'
import { useSessionSync } from '../api/useSessionSync.ts'
import { useLeftCheckouts } from '../features/payments/useLeftCheckouts.ts'
import { usePageHead } from '../surfaces/usePageHead.ts'
import { lazyExtra } from '../ui/lazyExtra.ts'
import { useToastsAsked } from '../ui/toast.ts'

const Toasts = lazyExtra(() => import('../ui/Toasts.tsx'))

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  // Asked for beside the page's code and data; nobody waits for them here.
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(sessionQuery)
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
