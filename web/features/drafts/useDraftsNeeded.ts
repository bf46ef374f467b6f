import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { keepsTyped } from '../../api/ownStorage.ts'
import { useSession } from '../../api/session.ts'

/**
 * Whether drafts of forms have to be looked after: something is kept in this browser, someone uses a field, or is signed in,
 * whose words are forgotten at sign-out. Most visits need none of the code.
 */
export function useDraftsNeeded(): boolean {
  const [isNeeded, setNeeded] = useState(false)
  const { status } = useSession()
  const path = useLocation({ select: ({ pathname }) => pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab may have kept something since the last page
  useEffect(() => {
    if (status === 'signed-in' || keepsTyped()) setNeeded(true)
  }, [status, path])
  useEffect(() => {
    if (isNeeded) return
    const notice = ({ target }: Event) => {
      if (target instanceof Element && target.matches('input, textarea, select')) setNeeded(true)
    }
    // A browser that fills in a form does not focus its fields.
    for (const type of ['focusin', 'input']) document.addEventListener(type, notice)
    return () => {
      for (const type of ['focusin', 'input']) document.removeEventListener(type, notice)
    }
  }, [isNeeded])
  return isNeeded
}
