import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { HelpPageProps } from './HelpPage.tsx'

// Two surfaces share it: its styles are not listed in the app, which every visitor loads.
const HelpPage = lazy(() => import('./HelpPage.tsx'))

/** The page Help in the frame of the desk or of a coach. */
export const HelpPanel = (props: HelpPageProps) => (
  <Suspense fallback={<Skeleton height="32rem" radius={0} role="status" aria-label="Loading the page…" />}>
    <HelpPage {...props} />
  </Suspense>
)
