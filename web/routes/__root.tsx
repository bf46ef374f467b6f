import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, useLocation } from '@tanstack/react-router'
import { facilityQuery } from '../api/queries/facility.ts'
import { sessionQuery } from '../api/session.ts'
import { AppShell } from '../surfaces/AppShell.tsx'
import { PagePending } from '../surfaces/PagePending.tsx'
import { SiteFrame } from '../surfaces/site/SiteFrame.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  // Asked for beside the page's code and data; nobody waits for them here.
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(sessionQuery)
    void queryClient.prefetchQuery(facilityQuery)
  },
  component: Root,
  // Otherwise a page that needs the session would wait for it before the frame is shown.
  pendingComponent: RootPending,
})

function RootPending() {
  return (
    <SiteFrame>
      <PagePending />
    </SiteFrame>
  )
}

/** Every page but the back office, which brings its own frame, has the site's header and footer (spec 1 §2.1). */
function Root() {
  const backOffice = useLocation({ select: ({ pathname }) => /^\/admin(\/|$)/.test(pathname) })
  return (
    <AppShell>
      {backOffice ? (
        <Outlet />
      ) : (
        <SiteFrame>
          <Outlet />
        </SiteFrame>
      )}
    </AppShell>
  )
}
