import type { QueryClient } from '@tanstack/react-query'
import type { NextUpItem } from '../../shared/contract/accounts/nextUp.ts'
import { facilityDay } from '../../shared/domain/time/time.ts'
import { dayInText, formatTime, formatWallTimeRange } from '../../shared/domain/time/timeFormat.ts'
import { facilityQuery } from '../api/queries/facility.ts'
import { read } from '../api/read.ts'
import { sessionQuery } from '../api/session.ts'

// As web/public/sw.js reads it.
const own = { cache: 'dugout-own', key: '/own-next-bookings' }
const mostBookings = 5

/** Registers the service worker, and keeps for its offline page what the signed-in person has booked next. */
export async function start(queryClient: QueryClient): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return
  await navigator.serviceWorker.register('/sw.js')
  let keptFor: string | null | undefined
  const follow = async () => {
    const profile = queryClient.getQueryData(sessionQuery.queryKey)?.profile
    // Null is a visitor, whose device keeps nothing.
    const id = profile === undefined ? undefined : (profile?.id ?? null)
    if (id === undefined || id === keptFor) return
    keptFor = id
    if (!profile) return void caches.delete(own.cache)
    await keepNext(queryClient)
  }
  queryClient.getQueryCache().subscribe(({ query, type }) => {
    if (type === 'updated' && query.queryHash === JSON.stringify(sessionQuery.queryKey)) void follow()
  })
  await follow()
}

async function keepNext(queryClient: QueryClient): Promise<void> {
  const [facility, { items }] = await Promise.all([
    queryClient.ensureQueryData(facilityQuery),
    queryClient.fetchQuery(read('GET /api/me/next-up', { page_size: mostBookings })),
  ])
  const zone = facility.time_zone
  const now = new Date()
  const today = facilityDay(now, zone)
  const at = `${dayInText(today, today)}, ${formatTime(now, zone)}`
  const known = {
    facility: facility.name,
    phone: facility.phone,
    bookings: items.map((item) => lineOf(item, today)),
    at,
  }
  const cache = await caches.open(own.cache)
  await cache.put(own.key, new Response(JSON.stringify(known)))
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
