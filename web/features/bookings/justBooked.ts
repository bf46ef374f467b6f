import { type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { OwnTime } from '../../../shared/contract/accounts/calendar.ts'
import { epochMs } from '../../../shared/domain/time/time.ts'
import { forgetOwn, keepOwn, keptOwn } from '../../api/ownStorage.ts'
import { ownTimesQuery } from '../../api/queries/bookings.ts'
import { queryKeys } from '../../api/queryKeys.ts'
import { sessionQuery } from '../../api/session.ts'

/** One session of a booking that was made on this page; instants as ISO 8601. */
export interface BookedSession {
  readonly cageId: string
  readonly cageName: string
  readonly startTime: string
  readonly endTime: string
}

/** The booking that was made last on this page. */
export interface JustBooked {
  /** The facility day. */
  readonly day: string
  readonly sessions: readonly BookedSession[]
  /** Cents. */
  readonly total: number
  readonly payment: 'on-arrival' | 'card'
  /** Who takes part, where it is not the customer. */
  readonly forWhom: string | undefined
  /** When it was made, in milliseconds since 1970. */
  readonly at: number
  /** It was paid over a bank's page, which leads back to the account: there its card is shown too. */
  readonly isToldInAccount?: boolean
  /** It is known from before a reload, and may not stand any more. */
  readonly isRestored?: boolean
}

/** A later visit is not shown what was booked before: it is in the account. */
export const justBookedMs = 30 * 60_000

/** Whether it was booked just now. */
export const isJustBooked = ({ at }: Pick<JustBooked, 'at'>, now: number): boolean => now - at < justBookedMs

const name = 'just-booked'

/** Kept for this person in this tab: it survives a reload and a look into the account, and goes with the sign-out. */
const justBookedQuery = (personId: string | undefined) =>
  queryOptions<JustBooked | null>({
    queryKey: [...queryKeys.me, name],
    queryFn: personId ? () => restored(keptOwn(name, personId), new Date()) : skipToken,
    staleTime: 'static',
    gcTime: Number.POSITIVE_INFINITY,
  })

/** What was kept of a booking of just now, as long as a part of it is still to come. */
export function restored(kept: unknown, now: Date): JustBooked | null {
  // Written by this page in this tab: a copy of another shape is from another version of Dugout.
  const booked = kept as JustBooked | null
  const isToCome = booked?.sessions?.some(({ endTime }) => epochMs(endTime) > now.getTime())
  return booked && isToCome && isJustBooked(booked, now.getTime()) ? { ...booked, isRestored: true } : null
}

/** Shows it in place of the one before, or nothing any more. */
export function showBooked(queryClient: QueryClient, booked: JustBooked | null): void {
  queryClient.setQueryData(justBookedQuery(undefined).queryKey, booked)
  const personId = queryClient.getQueryData(sessionQuery.queryKey)?.profile?.id
  if (booked && personId) keepOwn(name, personId, booked)
  else forgetOwn(name)
}

/** Undefined while it is not known who is signed in. */
export function useJustBooked(): JustBooked | null | undefined {
  // Not `useSession`, for which an answer that did not come is a sign-out too.
  const { data, isFetched } = useQuery(sessionQuery)
  const profile = data?.profile
  useEffect(() => {
    // The session ended while the page was away.
    if (profile === null) forgetOwn(name)
  }, [profile])
  const booked = useQuery(justBookedQuery(profile?.id)).data
  return booked === undefined && isFetched && !profile ? null : booked
}

/** What still stands of a booking, with the ids by which calendars know it: it can be canceled or moved elsewhere. */
export function useStanding(booked: JustBooked) {
  const { data, dataUpdatedAt, isPending } = useQuery(ownTimesQuery(booked.day))
  // An answer from before the booking knows nothing of it.
  return { ...standingOf(booked, data && dataUpdatedAt >= booked.at ? data : null), isPending }
}

/**
 * @param own the household's times of that day; null while they are not known: then everything stands, and nothing of a
 * booking from before a reload.
 */
export function standingOf({ sessions, isRestored = false }: JustBooked, own: readonly OwnTime[] | null) {
  const found = sessions.map((session) => ({ session, id: own?.find((time) => isSame(time, session))?.id }))
  const standing = own || isRestored ? found.filter(({ id }) => id !== undefined) : found
  return {
    sessions: standing.map(({ session }) => session),
    ids: standing.flatMap(({ id }) => id ?? []),
  }
}

const isSame = (own: OwnTime, session: BookedSession): boolean =>
  own.kind === 'booking' &&
  own.cage_id === session.cageId &&
  epochMs(own.start_time) === epochMs(session.startTime) &&
  epochMs(own.end_time) === epochMs(session.endTime)
