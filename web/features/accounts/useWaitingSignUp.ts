import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { claimSignUp } from '../../api/auth.ts'
import { answerWhileWaiting } from '../../api/sessionChannel.ts'

const storageKey = 'dugout.waiting-sign-up'
const minute = 60_000
/** The link works longer; then the person signs in. */
const waitsFor = 15 * minute
/** How long a link works. */
const day = 24 * 60 * minute

/** A sign-up of this tab whose mailed button has not been pressed yet. */
interface Kept {
  email: string
  since: number
}

export interface WaitingSignUp {
  /** The address that the link was mailed to; null when this tab waits for nothing. */
  email: string | null
  /** The button was pressed, and this tab could not be signed in with it. */
  confirmed: boolean
}

/**
 * Waits for the press of the mailed button, wherever it happens, also across a reload: another tab of this browser tells
 * of it at once; for other browsers the server is asked every few seconds while the tab is looked at, for a quarter of an
 * hour. The session appears by itself.
 *
 * @param here whether the page is one that waits.
 */
export function useWaitingSignUp(here: boolean): WaitingSignUp {
  const queryClient = useQueryClient()
  const kept = read(useSyncExternalStore(subscribe, stored, () => null))
  const waits = here && kept !== null
  const { data } = useQuery({
    queryKey: ['waiting-sign-up', kept?.since ?? 0],
    queryFn: () => claimSignUp(queryClient),
    enabled: waits,
    retry: false,
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'waiting' ? false : pause(kept)),
  })
  useEffect(() => (waits ? answerWhileWaiting() : undefined), [waits])
  const isOver = data?.signedIn === true
  useEffect(() => {
    if (isOver) keepWaiting(null)
  }, [isOver])
  return {
    email: waits ? kept.email : null,
    confirmed: waits && data?.state === 'confirmed' && !data.signedIn,
  }
}

/** Milliseconds until the server is asked again: often at first, then seldom, then not at all. */
export function pause(kept: Pick<Kept, 'since'> | null, now = Date.now()): number | false {
  const waited = kept ? now - kept.since : waitsFor
  if (waited >= waitsFor) return false
  return waited < 2 * minute ? 3_000 : 10_000
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The sign-up with this address was sent; null when nothing is waited for any more. Only in this tab. */
export function keepWaiting(email: string | null): void {
  try {
    if (email === null) sessionStorage.removeItem(storageKey)
    else sessionStorage.setItem(storageKey, JSON.stringify({ email, since: Date.now() } satisfies Kept))
  } catch {
    // Without storage the person signs in by hand.
  }
  for (const listener of listeners) listener()
}

function stored(): string | null {
  try {
    const text = sessionStorage.getItem(storageKey)
    const kept = read(text)
    return kept && Date.now() - kept.since < day ? text : null
  } catch {
    return null
  }
}

function read(text: string | null): Kept | null {
  if (text === null) return null
  try {
    const { email, since }: Partial<Kept> = JSON.parse(text) as Partial<Kept>
    return typeof email === 'string' && typeof since === 'number' ? { email, since } : null
  } catch {
    return null
  }
}
