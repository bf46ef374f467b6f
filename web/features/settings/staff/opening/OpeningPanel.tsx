import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { lazyPart } from '../../../../ui/lazyPart.ts'

// Only admins look at it, and for a few days: its styles are not listed in the app, which every visitor loads.
const OpeningList = lazyPart(() => import('./OpeningList.tsx'))

/** What an owner does before the doors open, and the button that opens them. */
export const OpeningPanel = () => (
  <Suspense fallback={<Skeleton height={420} radius="lg" role="status" aria-label="Loading the list" />}>
    <OpeningList />
  </Suspense>
)
