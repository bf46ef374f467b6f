import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { lazyPart } from '../../../ui/lazyPart.ts'
import type { HelpPageProps } from './HelpPage.tsx'

// Two surfaces share it: its styles are not listed in the app, which every visitor loads.
const HelpPage = lazyPart(() => import('./HelpPage.tsx'))

/** The page Help in the frame of the desk or of a coach. */
export const HelpPanel = (props: HelpPageProps) => (
  <Suspense fallback={<Skeleton height="32rem" radius={0} role="status" aria-label="Loading the page…" />}>
    <HelpPage {...props} />
  </Suspense>
)
