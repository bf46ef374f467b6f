import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'

// Only admins look at it, and for a few days: its styles are not listed in the app, which every visitor loads.
const OpeningList = lazy(() => import('./OpeningList.tsx'))

/** What an owner does before the doors open, and the button that opens them. */
export const OpeningPanel = () => (
  <Suspense fallback={<Skeleton height={420} radius="lg" role="status" aria-label="Loading the list" />}>
    <OpeningList />
  </Suspense>
)
