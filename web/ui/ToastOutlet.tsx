import { lazy, Suspense } from 'react'
import { useToastsAsked } from './toast.ts'

const Toasts = lazy(() => import('./Toasts.tsx'))

/** Where toasts appear; nothing at all until the first one. */
export function ToastOutlet() {
  if (!useToastsAsked()) return null
  return (
    <Suspense>
      <Toasts />
    </Suspense>
  )
}
