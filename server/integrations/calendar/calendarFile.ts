import ical, { type ICalCalendarData, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { Facility } from '../../../shared/contract/facility.ts'
import { facilityTime } from '../../../shared/domain/time.ts'
import { fileText, oneLine, PRODUCT, placeOf, uidOf, zoneRules } from './calendarParts.ts'

/** How often calendars should look again, in seconds. */
const REFRESH_SECONDS = 3_600

/** One thing at one time, as it stands in somebody's calendar. */
export interface CalendarEntry {
  /** The same for its life. */
  readonly id: string
  readonly summary: string
  readonly lines: readonly string[]
  readonly start: Date
  readonly end: Date
  readonly canceled: boolean
  /** Rises with every move and cancellation: SEQUENCE. */
  readonly revision: number
  readonly created_at: Date
  readonly changed_at: Date
}

/**
 * A calendar to subscribe to (RFC 5545, and RFC 7986 for its name and refresh), in facility time with the zone's rules.
 * It has no METHOD, so DTSTAMP is when an entry was last changed (RFC 5545 §3.8.7.2): the same entries are the same
 * bytes.
 */
export function calendarFile(entries: readonly CalendarEntry[], facility: Facility, siteUrl: string): string {
  const file = writtenCalendar(entries, facility, siteUrl, {
    name: oneLine(facility.name),
    description: oneLine(`What you have booked at ${facility.name}`),
    url: `${siteUrl}/account`,
    ttl: REFRESH_SECONDS,
  })
  // A calendar has at least one part, also when nothing is booked (RFC 5545 §3.6).
  return entries.length > 0
    ? file
    : file.replace('END:VCALENDAR', `${zoneRules(facility.time_zone) ?? ''}\r\nEND:VCALENDAR`)
}

/** Entries as a file that goes along with a message; in a calendar that follows the feed too they stay one. */
export const sentCalendar = (
  entries: readonly CalendarEntry[],
  facility: Facility,
  siteUrl: string,
): string => writtenCalendar(entries, facility, siteUrl, { method: ICalCalendarMethod.PUBLISH })

function writtenCalendar(
  entries: readonly CalendarEntry[],
  facility: Facility,
  siteUrl: string,
  about: ICalCalendarData,
): string {
  const zone = facility.time_zone
  const calendar = ical({
    ...about,
    prodId: PRODUCT,
    // The zone is the events': named for the whole calendar, it would take the place of UTC in DTSTAMP too.
    timezone: { name: null, generator: zoneRules },
  })
  for (const entry of entries) {
    calendar.createEvent({
      id: uidOf(entry.id, siteUrl),
      sequence: entry.revision,
      stamp: entry.changed_at,
      created: entry.created_at,
      lastModified: entry.changed_at,
      start: facilityTime(entry.start, zone),
      end: facilityTime(entry.end, zone),
      timezone: zone,
      summary: oneLine(entry.summary),
      description: entry.lines.map(oneLine).join('\n'),
      location: placeOf(facility),
      url: `${siteUrl}/account`,
      status: entry.canceled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    })
  }
  if (about.method) {
    // Who sends events says who they are from (RFC 5546 §3.2.1).
    const organizer = { name: oneLine(facility.name), email: facility.email }
    for (const event of calendar.events()) event.organizer(organizer)
  }
  return fileText(calendar)
}
