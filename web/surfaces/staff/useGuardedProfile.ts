import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Profile } from '../../../shared/contract/accounts/accounts.ts'
import { useSession } from '../../api/session.ts'
import { type GuardedPath, redirectFor } from '../guards.ts'

interface Guarded {
  /** Who is signed in and may be here; undefined for anybody else. */
  profile: Profile | undefined
  /** Signed in, but with a role that may not be here. */
  isDenied: boolean
}

/**
 * The person for whom a frame is drawn. The route's guard has looked before the page was opened: one who has lost the
 * role or signed out since is sent away by looking again.
 */
export function useGuardedProfile(path: GuardedPath): Guarded {
  const router = useRouter()
  const session = useSession()
  const refused = redirectFor(path, session) !== undefined
  useEffect(() => {
    if (refused) void router.invalidate()
  }, [refused, router])
  const profile = session.status === 'signed-in' ? session.profile : undefined
  return { profile: refused ? undefined : profile, isDenied: refused && profile !== undefined }
}
