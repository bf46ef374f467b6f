import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet, useLocation } from '@tanstack/react-router'
import { facilityQuery } from '../api/queries/facility.ts'
import { phoneHref } from '../components/phone.ts'
import { PagePending } from '../surfaces/PagePending.tsx'
import { SiteFrame } from '../surfaces/site/SiteFrame.tsx'
import { PageMessage } from '../ui/PageMessage.tsx'

/** The pages that customers and visitors see, between the site's header and footer. */
export const Route = createFileRoute('/_site')({
  // Part of the app's own file: a file apart would cost every visitor 1.5 kB (decision 027).
  codeSplitGroupings: [],
  component: Site,
  pendingComponent: SitePending,
})

/** The pages of what a facility sells: home, cages, lessons, classes, camps and the membership. */
const SELLING = /^\/($|book-|coaches|classes|camps|membership)/

function Site() {
  const { data: facility } = useQuery(facilityQuery)
  const sells = useLocation({ select: ({ pathname }) => SELLING.test(pathname) })
  return (
    <SiteFrame>
      {sells && facility?.opening_soon ? (
        <PageMessage
          title="Opening Soon"
          text={`${facility.name || 'This facility'} isn't open yet. Please check back soon.`}
        >
          {facility.phone && <a href={phoneHref(facility.phone)}>{facility.phone}</a>}
        </PageMessage>
      ) : (
        <Outlet />
      )}
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
