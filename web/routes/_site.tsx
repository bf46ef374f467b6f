import { createFileRoute, Outlet } from '@tanstack/react-router'
import { PagePending } from '../surfaces/PagePending.tsx'
import { SiteFrame } from '../surfaces/site/SiteFrame.tsx'

/** The pages that customers and visitors see, between the site's header and footer. */
export const Route = createFileRoute('/_site')({
  // Part of the app's own file: a file apart would cost every visitor 1.5 kB (decision 027).
  codeSplitGroupings: [],
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
