import { Skeleton } from '@mantine/core'
import { type ComponentProps, lazy, Suspense } from 'react'

const PictureCrop = lazy(() => import('./PictureCrop.tsx'))

/** The crop of a chosen picture, whose code is loaded with the first one. */
export const CropStep = (props: ComponentProps<typeof PictureCrop>) => (
  <Suspense fallback={<Skeleton height="24rem" />}>
    <PictureCrop {...props} />
  </Suspense>
)
