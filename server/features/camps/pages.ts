import type { Facility } from '../../../shared/contract/facility/facility.ts'
import type { CampDetail } from '../../../shared/contract/programs/camps.ts'
import { centsFromDollars, decimalFromCents, formatRate } from '../../../shared/domain/money/money.ts'
import { campDatesAndSessions } from '../../../shared/domain/programs/camps.ts'
import { facilityDay, instantOf } from '../../../shared/domain/time/time.ts'
import type { Context } from '../../context.ts'
import { namedPages } from '../../http/pages/namedPages.ts'
import type { SitePages } from '../../http/pages/site.ts'
import { facilityListing } from '../facility/listing.ts'
import { findCamp, listCamps } from './queries.ts'

/** The list of camps, and the page of each published camp. Camps that are over are no longer for search engines. */
export const campPages = ({
  db,
  clock,
  facility: facilities,
}: Pick<Context, 'db' | 'clock' | 'facility'>): SitePages => {
  const moment = async () => ({ now: clock.now(), zone: (await facilities.get()).time_zone })
  const isOver = ({ end_date }: { end_date: string }, zone: string) =>
    end_date < facilityDay(clock.now(), zone)
  return {
    described: {
      '/camps': (facility) =>
        `Baseball and softball camps at ${facility.name} in ${facility.city}, ${facility.state}: dates, ages, prices and the spots that are left.`,
    },
    reads: ['/api/camps'],
    named: namedPages({
      parent: '/camps',
      find: async (id) => findCamp(db, id, await moment()),
      list: async () => {
        const at = await moment()
        return (await listCamps(db, at)).filter((camp) => !isOver(camp, at.zone))
      },
      text: (camp, facility) => {
        const over = isOver(camp, facility.time_zone)
        return {
          title: camp.name,
          description: descriptionOf(camp, facility),
          canonicalPath: over ? null : `/camps/${camp.id}`,
          ...(over ? {} : { listing: (origin: string) => eventListing(camp, facility, origin) }),
        }
      },
    }),
  }
}

function descriptionOf(camp: CampDetail, facility: Facility): string {
  const cents = centsFromDollars(camp.price)
  const price = cents === 0 ? 'free' : formatRate(cents)
  return `${camp.name}, ${campDatesAndSessions(camp)}, ${camp.age_group}, ${price}: a ${camp.sport} camp at ${facility.name} in ${facility.city}, ${facility.state}.`
}

/** A camp in schema.org's terms (https://schema.org/Event): its sessions, its place and what a spot costs. */
function eventListing(camp: CampDetail, facility: Facility, origin: string) {
  const { '@id': id, name, address, url: site } = facilityListing(facility, origin)
  const url = `${origin}/camps/${camp.id}`
  const location = { '@type': 'SportsActivityLocation', '@id': id, name, address }
  const sessions = camp.camp_timeslots.map(({ date, start_time, end_time }) => ({
    '@type': 'Event',
    name: camp.name,
    location,
    startDate: instantOf(date, start_time, facility.time_zone, 'after').toISOString(),
    endDate: instantOf(date, end_time, facility.time_zone, 'after').toISOString(),
  }))
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: camp.name,
    description: camp.description ?? camp.name,
    url,
    image: camp.banner_url === null ? `${origin}/og.png` : new URL(camp.banner_url, origin).href,
    startDate: sessions[0]?.startDate ?? camp.start_date,
    endDate: sessions.at(-1)?.endDate ?? camp.end_date,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    typicalAgeRange: camp.age_group,
    maximumAttendeeCapacity: camp.max_spots,
    location,
    organizer: { '@type': 'Organization', name, url: site },
    ...(camp.camp_coaches.length > 0
      ? { performer: camp.camp_coaches.map(({ coach }) => ({ '@type': 'Person', name: coach.name })) }
      : {}),
    offers: {
      '@type': 'Offer',
      url,
      price: decimalFromCents(centsFromDollars(camp.price)),
      priceCurrency: 'USD',
      availability: `https://schema.org/${camp.registration_open ? 'InStock' : 'SoldOut'}`,
      validThrough: camp.registration_ends_at,
    },
    ...(sessions.length > 1 ? { subEvent: sessions } : {}),
  }
}
