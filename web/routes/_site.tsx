import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import type { Facility } from '../../shared/contract/facility/facility.ts'
import { areDoorsOpen } from '../../shared/domain/facility/doors.ts'
import { facilityQuery } from '../api/queries/facility.ts'
import { useSession } from '../api/session.ts'
import { phoneHref } from '../components/phone.ts'
import { PagePending } from '../surfaces/PagePending.tsx'
import { SiteFrame } from '../surfaces/site/SiteFrame.tsx'
import { hydration } from '../ui/hydration.ts'
import { lazyExtra } from '../ui/lazyExtra.ts'
import { PageMessage } from '../ui/PageMessage.tsx'

const OwnerLink = lazyExtra(() => import('../features/accounts/OwnerLink.tsx'))

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
  const facility = useQuery(facilityQuery).data
  const session = useSession()
  const sells = useLocation({ select: ({ pathname }) => SELLING.test(pathname) })
  const isStaff = 'profile' in session && session.profile.role !== 'user'
  const isShut = sells && facility && !areDoorsOpen(facility)
  return (
    <SiteFrame>
      {isShut && isStaff && (
        <p role="status" style={{ textAlign: 'center' }}>
          Only staff see this page.
        </p>
      )}
      {isShut && !isStaff ? <Shut {...facility} /> : <Outlet />}
    </SiteFrame>
  )
}

/** Stands for the pages of what is sold while the doors are closed; staff see the pages, to try them. */
function Shut({ name, phone, closed_reason }: Facility) {
  // In place of the page's own effect (web/app.tsx).
  useEffect(hydration.proceed, [])
  return (
    <PageMessage
      title={closed_reason ? 'Closed for Now' : 'Opening Soon'}
      text={closed_reason ?? `${name || 'This facility'} isn't open yet. Please check back soon.`}
    >
      {phone && <a href={phoneHref(phone)}>{phone}</a>}
      <Suspense>{!name && <OwnerLink />}</Suspense>
    </PageMessage>
  )
}

function SitePending() {
  return (
    <SiteFrame>
      <PagePending />
    </SiteFrame>
  )
}
