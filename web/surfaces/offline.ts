import type { QueryClient } from '@tanstack/react-query'
import { epochMs, facilityDay } from '../../shared/domain/time/time.ts'
import { formatDay, formatTime, formatTimeRange } from '../../shared/domain/time/timeFormat.ts'
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
  const [facility, bookings] = await Promise.all([
    queryClient.ensureQueryData(facilityQuery),
    queryClient.ensureQueryData(read('GET /api/me/bookings')),
  ])
  const zone = facility.time_zone
  const now = new Date()
  const lines = bookings
    .filter(({ status, end_time }) => status !== 'canceled' && epochMs(end_time) > now.getTime())
    .sort((a, b) => epochMs(a.start_time) - epochMs(b.start_time))
    .slice(0, mostBookings)
    .map(
      ({ cage_name, start_time, end_time }) =>
        `${cage_name}, ${formatDay(facilityDay(start_time, zone))}, ${formatTimeRange(start_time, end_time, zone)}`,
    )
  const at = `${formatDay(facilityDay(now, zone))}, ${formatTime(now, zone)}`
  const known = { facility: facility.name, phone: facility.phone, bookings: lines, at }
  const cache = await caches.open(own.cache)
  await cache.put(own.key, new Response(JSON.stringify(known)))
}
