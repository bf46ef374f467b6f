import { useSession } from '../../api/session.ts'

/** Whether an admin is logged in, for what a page shows to admins only. The server decides on every operation itself. */
export function useIsAdmin(): boolean {
  const session = useSession()
  return session.status === 'signed-in' && session.profile.role === 'admin'
}
