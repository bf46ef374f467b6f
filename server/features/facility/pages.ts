import type { Facility, OpeningHours, SpecialDay } from '../../../shared/contract/facility.ts'
import { formatHoursLines } from '../../../shared/domain/openingHours.ts'
import { weekdayNames } from '../../../shared/domain/timeFormat.ts'
import type { SitePages } from '../../http/site.ts'

/**
 * The facility in schema.org's terms (https://schema.org/SportsActivityLocation): search engines and maps show its
 * hours, address and phone from it.
 */
export function facilityListing(facility: Facility, origin: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'SportsActivityLocation',
    '@id': `${origin}/#facility`,
    name: facility.name,
    url: `${origin}/`,
    image: `${origin}/og.png`,
    logo: `${origin}/apple-touch-icon.png`,
    telephone: facility.phone,
    email: facility.email,
    address: {
      '@type': 'PostalAddress',
      streetAddress: facility.street_address,
      addressLocality: facility.city,
      addressRegion: facility.state,
      postalCode: facility.postal_code,
      addressCountry: 'US',
    },
    hasMap: facility.maps_url,
    sameAs: facility.social_links.map(({ url }) => url),
    openingHoursSpecification: weekHours(facility.opening_hours),
    specialOpeningHoursSpecification: facility.special_days.map(specialHours),
  }
}

/** One entry for each pair of times, with the weekdays that have it; days without hours are closed. */
function weekHours(openingHours: readonly OpeningHours[]) {
  const groups = new Map<string, { opens: string; closes: string; dayOfWeek: string[] }>()
  for (const { day_of_week, opens, closes } of openingHours) {
    const times = `${opens} ${closes}`
    const group = groups.get(times) ?? { opens, closes, dayOfWeek: [] }
    group.dayOfWeek.push(`https://schema.org/${weekdayNames[day_of_week]}`)
    groups.set(times, group)
  }
  return [...groups.values()].map((group) => ({ '@type': 'OpeningHoursSpecification', ...group }))
}

/** A day that differs from the week. Midnight to midnight is how search engines read 'closed all day'. */
function specialHours({ date, opens, closes }: SpecialDay) {
  return {
    '@type': 'OpeningHoursSpecification',
    validFrom: date,
    validThrough: date,
    opens: opens ?? '00:00',
    closes: closes ?? '00:00',
  }
}

export const facilityPages: SitePages = {
  described: {
    '/': (facility) =>
      `Batting cages by the half hour and private lessons in ${facility.city}, ${facility.state}. See what is free and book yours in a minute.`,
    '/contact': (facility) =>
      `${facility.street_address}, ${facility.city}, ${facility.state}. Call ${facility.phone} or write to us. ${formatHoursLines(facility.opening_hours).join('. ')}.`,
    '/terms': (facility) =>
      `The facility rules, waiver and other terms that everyone who trains at ${facility.name} agrees to.`,
  },
  reads: ['/api/facility'],
}
