import type { Facility } from '../../../shared/contract/facility/facility.ts'
import type { TrainingClass } from '../../../shared/contract/programs/classes.ts'
import { centsFromDollars, decimalFromCents } from '../../../shared/domain/money/money.ts'
import { scheduleLine } from '../../../shared/domain/programs/classSchedule.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { weekdayNames } from '../../../shared/domain/time/timeFormat.ts'
import type { Context } from '../../context.ts'
import { namedPages } from '../../http/pages/namedPages.ts'
import type { SitePages } from '../../http/pages/site.ts'
import { findClass, listClasses } from './queries.ts'

/** The list of classes, and the page of each class. Classes that have ended are no longer for search engines. */
export const classPages = ({
  db,
  clock,
  facility: facilities,
}: Pick<Context, 'db' | 'clock' | 'facility'>): SitePages => {
  const today = (zone: string) => facilityDay(clock.now(), zone)
  return {
    described: {
      '/classes': (facility) =>
        `Weekly baseball and softball classes in small groups at ${facility.name} in ${facility.city}, ${facility.state}: book the sessions that suit you.`,
    },
    reads: ['/api/classes'],
    named: namedPages({
      parent: '/classes',
      find: (id) => findClass(db, id),
      list: async () => listClasses(db, today((await facilities.get()).time_zone), clock.now()),
      text: (found, facility) => {
        const isOver = found.end_date < today(facility.time_zone)
        return {
          title: found.name,
          description: descriptionOf(found, facility),
          canonicalPath: isOver ? null : `/classes/${found.id}`,
          ...(isOver ? {} : { listing: (origin: string) => courseListing(found, facility, origin) }),
        }
      },
    }),
  }
}

function descriptionOf(found: TrainingClass, facility: Facility): string {
  const coach = found.coach_profile ? ` with ${found.coach_profile.full_name}` : ''
  const week =
    found.class_schedules.length > 0 ? `, ${found.class_schedules.map(scheduleLine).join(', ')}` : ''
  return `${found.name}${coach} at ${facility.name} in ${facility.city}, ${facility.state}${week}. Book single sessions.`
}

/** A class in schema.org's terms (https://schema.org/Course): its week in facility time, its coach and its price. */
function courseListing(found: TrainingClass, facility: Facility, origin: string) {
  const place = { '@type': 'SportsActivityLocation', '@id': `${origin}/#facility`, name: facility.name }
  const span = { startDate: found.start_date, endDate: found.end_date }
  const { coach_profile: coach } = found
  return {
    '@context': 'https://schema.org',
    '@type': 'Course',
    name: found.name,
    description: found.description ?? found.name,
    url: `${origin}/classes/${found.id}`,
    provider: place,
    ...(found.age_group ? { typicalAgeRange: found.age_group } : {}),
    offers: {
      '@type': 'Offer',
      category: 'Paid',
      price: decimalFromCents(centsFromDollars(found.price)),
      priceCurrency: 'USD',
    },
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'Onsite',
      location: place,
      ...span,
      ...(coach ? { instructor: { '@type': 'Person', name: coach.full_name } } : {}),
      courseSchedule: found.class_schedules.map(({ day_of_week, start_time, end_time }) => ({
        '@type': 'Schedule',
        repeatFrequency: 'P1W',
        byDay: `https://schema.org/${weekdayNames[day_of_week]}`,
        startTime: start_time,
        endTime: end_time,
        scheduleTimezone: facility.time_zone,
        ...span,
      })),
    },
  }
}
