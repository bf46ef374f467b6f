import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { lazyPart } from '../../../../ui/lazyPart.ts'

// Its styles are not listed in the app, which every visitor loads.
const LogoUploads = lazyPart(() => import('./LogoUploads.tsx'))

/** The logo, and the picture of the building, in Settings and in the set-up. */
export const Logo = () => (
  <Suspense fallback={<Skeleton height={260} role="status" aria-label="Loading the logo" />}>
    <LogoUploads />
  </Suspense>
)
