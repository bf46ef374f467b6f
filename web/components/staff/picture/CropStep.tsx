import { Skeleton } from '@mantine/core'
import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '../../../ui/lazyPart.ts'

const PictureCrop = lazyPart(() => import('./PictureCrop.tsx'))

/** The crop of a chosen picture, whose code is loaded with the first one. */
export const CropStep = (props: ComponentProps<typeof PictureCrop>) => (
  <Suspense fallback={<Skeleton height="24rem" />}>
    <PictureCrop {...props} />
  </Suspense>
)
