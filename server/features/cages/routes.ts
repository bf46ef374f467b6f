import { getPublicSchedule, listCages as listCagesRoute } from '../../../shared/contract/cages.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import type { SitePages } from '../../http/site.ts'
import { listCages } from './queries.ts'
import type { ScheduleBytes } from './scheduleCache.ts'

// Browsers cache the day but revalidate it each time: the answer for an unchanged day is an empty 304.
const SHARED = { 'cache-control': 'no-cache', vary: 'accept-encoding' } as const

export const cageEndpoints = [
  endpoint(listCagesRoute, async ({ context }) => reply(await listCages(context.db))),

  endpoint(getPublicSchedule, async ({ context, query, request }) => {
    const day = context.schedule.peek(query.p_date) ?? (await context.schedule.get(query.p_date))
    return scheduleResponse(day, request.headers)
  }),
]

export const cagePages: SitePages = {
  described: {
    '/book-cage': (facility) =>
      `See which batting cages at ${facility.name} are free, half hour by half hour, and book yours in a minute.`,
  },
  reads: ['/api/cages', '/api/schedule'],
}

function scheduleResponse(day: ScheduleBytes, asked: Headers): Response {
  if (asked.get('if-none-match') === day.etag) {
    return new Response(null, { status: 304, headers: { ...SHARED, etag: day.etag } })
  }
  const encoding = preferredEncoding(asked.get('accept-encoding') ?? '')
  const headers = { ...SHARED, 'content-type': 'application/json', etag: day.etag }
  if (encoding === 'identity') return new Response(day.identity, { headers })
  return new Response(day[encoding], { headers: { ...headers, 'content-encoding': encoding } })
}

const preferredEncoding = (accepted: string): 'br' | 'gzip' | 'identity' =>
  accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity'
