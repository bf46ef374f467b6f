import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useCallback } from 'react'
import { useSessionSync } from '../api/useSessionSync.ts'
import { ToastOutlet } from '../ui/ToastOutlet.tsx'
import { usePageHead } from './usePageHead.ts'

/** What all surfaces have in common. */
export function AppShell({ children }: { children: ReactNode }) {
  const router = useRouter()
  const leave = useCallback(() => void router.invalidate(), [router])
  useSessionSync(leave)
  usePageHead()
  return (
    <>
      {children}
      <ToastOutlet />
    </>
  )
}
