import { getFacility } from '../../../shared/contract/facility/facility.ts'
import { formatHoursLines } from '../../../shared/domain/facility/openingHours.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import type { SitePages } from '../../http/pages/site.ts'

export const facilityEndpoints = [
  endpoint(getFacility, async ({ context }) => reply(await context.facility.get())),
]

export const facilityPages: SitePages = {
  described: {
    '/': (facility) =>
      `Batting cages by the half hour and private lessons in ${facility.city}, ${facility.state}. See what is free and book yours in a minute.`,
    '/contact': (facility) =>
      `${facility.street_address}, ${facility.city}, ${facility.state}. Call ${facility.phone} or write to us. ${formatHoursLines(facility.opening_hours).join('. ')}.`,
    '/terms': (facility) =>
      `The facility rules, waiver and other terms that everyone who trains at ${facility.name} agrees to.`,
  },
  reads: ['/api/facility', '/api/texts/terms', '/api/texts/home-cards'],
}
