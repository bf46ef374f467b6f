import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { getSession, Profile } from '../../shared/contract/accounts/accounts.ts'
import { call } from './call.ts'
import { noteWhetherSignedIn } from './ownStorage.ts'
import { finishPendingSignOut } from './pendingSignOut.ts'
import { queryKeys } from './queryKeys.ts'

/** What the server says about the caller; never a token (decision 21). */
export type SessionAnswer = z.output<typeof getSession.answer>

/** The session's states (spec 1 §4). A load that fails or takes longer than 10 s counts as signed out. */
export type Session =
  | { status: 'loading' }
  | { status: 'signed-out' }
  | {
      status: 'signed-in'
      profile: Profile
      subscribed: boolean
      /** Whether the role waits for two-step sign-in to be set up. */
      mustSetUp: boolean
    }

export const sessionKey = [...queryKeys.me, 'session']
export const signedOutAnswer: SessionAnswer = {
  profile: null,
  expires_at: null,
  second_factor: 'off',
  subscribed: false,
}

const loadTimeout = 10_000
const profileLifetime = 5 * 60_000

export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async ({ client, signal }) => {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(loadTimeout)])
    if (!(await finishPendingSignOut(deadline))) return signedOutAnswer
    const answer = await call('GET /api/me/session', {}, { signal: deadline })
    noteWhetherSignedIn(answer.profile !== null)
    const before = client.getQueryData<SessionAnswer>(sessionKey)
    if (before && before.profile?.id !== answer.profile?.id) forgetPrivateData(client)
    return answer
  },
  staleTime: profileLifetime,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
  // `useSessionSync` decides when to look again.
  refetchOnWindowFocus: false,
})

/**
 * Drops every cached answer that is not marked as public, except the session itself. For another
 * person it comes before the page knows of them: what they have asked for already would never be answered.
 */
export function forgetPrivateData(queryClient: QueryClient): void {
  queryClient.removeQueries({
    predicate: ({ meta, queryKey }) => meta?.public !== true && queryKey.join() !== sessionKey.join(),
  })
  queryClient.getMutationCache().clear()
}

/** The current session, shared by the whole page. */
export function useSession(): Session {
  const { data, isFetched } = useQuery(sessionQuery)
  // Only until the first answer: a page must not fall back to its skeleton when a failed load is retried.
  if (!isFetched) return { status: 'loading' }
  return sessionOf(data)
}

/**
 * The session for a route's `beforeLoad`: from the cache for five minutes, else asked for. Never throws and never
 * takes longer than 10 s.
 */
export async function loadSession(
  queryClient: QueryClient,
): Promise<Exclude<Session, { status: 'loading' }>> {
  const answer = await queryClient.fetchQuery(sessionQuery).catch(() => undefined)
  return sessionOf(answer ?? queryClient.getQueryData<SessionAnswer>(sessionKey))
}

/** The cached session, or undefined if there is none younger than five minutes. */
export function knownSession(queryClient: QueryClient): Session | undefined {
  const state = queryClient.getQueryState<SessionAnswer>(sessionKey)
  const isFresh = state?.data && !state.isInvalidated && Date.now() - state.dataUpdatedAt < profileLifetime
  return isFresh ? sessionOf(state.data) : undefined
}

/** The cached session, however old, or undefined if there is none. One that is old is asked for again at the same time. */
export function refreshedSession(queryClient: QueryClient): Session | undefined {
  const answer = queryClient.getQueryData<SessionAnswer>(sessionKey)
  if (!answer) return undefined
  void queryClient.prefetchQuery(sessionQuery)
  return sessionOf(answer)
}

function sessionOf(answer: SessionAnswer | undefined): Exclude<Session, { status: 'loading' }> {
  if (!answer?.profile) return { status: 'signed-out' }
  const { profile, subscribed, second_factor } = answer
  return { status: 'signed-in', profile, subscribed, mustSetUp: second_factor === 'due' }
}
