import type { QueryClient } from '@tanstack/react-query'
import type { NextUpItem } from '../../shared/contract/accounts/nextUp.ts'
import { facilityDay } from '../../shared/domain/time/time.ts'
import { dayInText, formatDay, formatTime, formatWallTimeRange } from '../../shared/domain/time/timeFormat.ts'
import { call } from '../api/call.ts'
import { facilityQuery } from '../api/queries/facility.ts'
import { sessionQuery } from '../api/session.ts'

// As web/public/sw.js reads it.
const own = { cache: 'dugout-own', key: '/own-next-bookings' }
const mostBookings = 5

/** Registers the service worker, and keeps for its offline page what the signed-in person has booked next. */
export async function start(queryClient: QueryClient): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return
  await navigator.serviceWorker.register('/sw.js')
  let keptFor: string | null | undefined
  const keep = async () => {
    const id = keptFor
    const next = await nextBookings(queryClient)
    // Not after a log-out in the meantime.
    if (keptFor === id) await (await caches.open(own.cache)).put(own.key, new Response(JSON.stringify(next)))
  }
  const follow = async () => {
    const profile = queryClient.getQueryData(sessionQuery.queryKey)?.profile
    // Null is a visitor, whose device keeps nothing.
    const id = profile === undefined ? undefined : (profile?.id ?? null)
    if (id === undefined || id === keptFor) return
    keptFor = id
    if (profile) await keep()
    else await caches.delete(own.cache)
  }
  queryClient.getQueryCache().subscribe(({ query, type }) => {
    if (type === 'updated' && query.queryHash === JSON.stringify(sessionQuery.queryKey)) void follow()
  })
  // With what was booked or changed since, before the phone is put away.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && keptFor) void keep().catch(() => undefined)
  })
  await follow()
}

async function nextBookings(queryClient: QueryClient) {
  const [facility, { items }] = await Promise.all([
    queryClient.ensureQueryData(facilityQuery),
    call('GET /api/me/next-up', { page_size: mostBookings }),
  ])
  const now = new Date()
  const today = facilityDay(now, facility.time_zone)
  return {
    facility: facility.name,
    phone: facility.phone,
    bookings: items.map((item) => lineOf(item, today)),
    at: `${formatDay(today)}, ${formatTime(now, facility.time_zone)}`,
  }
}

/** 'Lesson with Casey Coach for Mia Lopez, Tue, Nov 24, 4:00–5:00 PM, Cage 2'. */
function lineOf({ kind, title, participant, day, start_time, end_time, place }: NextUpItem, today: string) {
  const what = kind === 'lesson' ? `Lesson with ${title}` : title
  return [
    participant ? `${what} for ${participant.name}` : what,
    dayInText(day, today),
    start_time && end_time && formatWallTimeRange({ start_time, end_time }),
    place,
  ]
    .filter(Boolean)
    .join(', ')
}
