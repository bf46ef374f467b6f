import { Suspense } from 'react'
import { lazyExtra } from './lazyExtra.ts'
import { useToastsAsked } from './toast.ts'

const Toasts = lazyExtra(() => import('./Toasts.tsx'))

/** Where toasts appear; nothing at all until the first one. */
export function ToastOutlet() {
  if (!useToastsAsked()) return null
  return (
    <Suspense>
      <Toasts />
    </Suspense>
  )
}
