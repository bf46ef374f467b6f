import { createFileRoute, Outlet } from '@tanstack/react-router'
import { PagePending } from '../surfaces/PagePending.tsx'
import { SiteFrame } from '../surfaces/site/SiteFrame.tsx'

/** The pages that customers and visitors see, between the site's header and footer. */
export const Route = createFileRoute('/_site')({
  // One file for both, apart from the other surfaces; index.html names it, so that it arrives with the app.
  codeSplitGroupings: [['component', 'pendingComponent']],
  component: Site,
  pendingComponent: SitePending,
})

function Site() {
  return (
    <SiteFrame>
      <Outlet />
    </SiteFrame>
  )
}

function SitePending() {
  return (
    <SiteFrame>
      <PagePending />
    </SiteFrame>
  )
}
