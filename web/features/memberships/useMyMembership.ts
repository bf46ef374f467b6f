import { useQuery } from '@tanstack/react-query'
import { standingOf } from '../../../shared/domain/memberships/memberships.ts'
import { subscriptionQuery } from '../../api/queries/memberships.ts'
import { useSession } from '../../api/session.ts'

/** The membership of who is signed in. `isKnown`: until session and membership are, the page is a stranger's. */
export function useMyMembership() {
  const session = useSession()
  const signedIn = session.status === 'signed-in'
  const { data, error, refetch } = useQuery({ ...subscriptionQuery, enabled: signedIn })
  const subscription = signedIn ? (data?.subscription ?? null) : null
  const standing = standingOf(subscription)
  return {
    signedIn,
    subscription,
    standing,
    isMember: standing !== 'none',
    isKnown: session.status !== 'loading' && (!signedIn || data !== undefined),
    error: signedIn && !data ? error : null,
    refetch,
  }
}
