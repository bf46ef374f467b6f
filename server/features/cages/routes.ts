import {
  getOpenTimes,
  getPublicSchedule,
  listCages as listCagesRoute,
} from '../../../shared/contract/bookings/cages.ts'
import { compressedResponse } from '../../http/answers/compressedAnswer.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import type { SitePages } from '../../http/pages/site.ts'
import { listCages } from './queries.ts'

export const cageEndpoints = [
  endpoint(listCagesRoute, async ({ db }) => reply(await listCages(db))),

  endpoint(getPublicSchedule, async ({ context, query, request }) => {
    const day = context.schedule.peek(query.p_date) ?? (await context.schedule.get(query.p_date))
    return compressedResponse(day, request.headers)
  }),

  endpoint(getOpenTimes, async ({ context, request }) =>
    compressedResponse(await context.openTimes.get(), request.headers),
  ),
]

export const cagePages: SitePages = {
  described: {
    '/book-cage': (facility) =>
      `See which batting cages at ${facility.name} are free, half hour by half hour, and book yours in a minute.`,
  },
  reads: ['/api/cages', '/api/schedule', '/api/open-times'],
}
