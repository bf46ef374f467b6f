import { useRouter } from '@tanstack/react-router'
import { type ReactNode, Suspense, useCallback } from 'react'
import { useSessionSync } from '../api/useSessionSync.ts'
import { useLeftCheckouts } from '../features/payments/useLeftCheckouts.ts'
import { lazyExtra } from '../ui/lazyExtra.ts'
import { ToastOutlet } from '../ui/ToastOutlet.tsx'
import { usePageHead } from './usePageHead.ts'

// Downloaded after everything that the page itself needs.
const FormDrafts = lazyExtra(async () => {
  await new Promise((loaded) => setTimeout(loaded, 1_000))
  return import('../features/drafts/FormDrafts.tsx')
})

/** What all surfaces have in common. */
export function AppShell({ children }: { children: ReactNode }) {
  const router = useRouter()
  const leave = useCallback(() => void router.invalidate(), [router])
  useSessionSync(leave)
  useLeftCheckouts()
  usePageHead()
  return (
    <>
      {children}
      <ToastOutlet />
      <Suspense>
        <FormDrafts />
      </Suspense>
    </>
  )
}
