import type { Facility, OpeningHours, SpecialDay } from '../../../shared/contract/facility/facility.ts'
import { weekdayNames } from '../../../shared/domain/time/timeFormat.ts'

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
    logo: `${origin}${facility.logo?.light.src ?? '/apple-touch-icon.png'}`,
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

/** A special day. Search engines read midnight to midnight as 'closed all day'. */
function specialHours({ date, opens, closes }: SpecialDay) {
  return {
    '@type': 'OpeningHoursSpecification',
    validFrom: date,
    validThrough: date,
    opens: opens ?? '00:00',
    closes: closes ?? '00:00',
  }
}
