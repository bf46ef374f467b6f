import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'

// Its styles are not listed in the app, which every visitor loads.
const LogoUploads = lazy(() => import('./LogoUploads.tsx'))

/** The logo, and the picture of the building, in Settings and in the set-up. */
export const Logo = () => (
  <Suspense fallback={<Skeleton height={260} role="status" aria-label="Loading the logo" />}>
    <LogoUploads />
  </Suspense>
)
