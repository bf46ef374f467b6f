import ical, { type ICalCalendarData, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { facilityTime } from '../../../shared/domain/time/time.ts'
import { fileText, oneLine, PRODUCT, placeOf, uidOf, zoneRules } from './calendarParts.ts'

/** How often calendars should look again, in seconds. */
const REFRESH_SECONDS = 3_600

/** What a file says of the facility. */
type CalendarPlace = Parameters<typeof placeOf>[0] & Pick<Facility, 'email' | 'time_zone'>

/** One event in a calendar. */
export interface CalendarEntry {
  /** Stable for the life of the event. */
  readonly id: string
  readonly summary: string
  /** Of a class session or a camp day: its id, the title without a name, and who goes there; '' for the reader. */
  readonly shared?: { readonly slot: string; readonly title: string; readonly name: string }
  readonly lines: readonly string[]
  readonly start: Date
  readonly end: Date
  readonly canceled: boolean
  /** SEQUENCE: incremented by every move and cancellation. */
  readonly revision: number
  readonly created_at: Date
  readonly changed_at: Date
}

/**
 * A calendar feed (RFC 5545, and RFC 7986 for its name and refresh), in facility time with the zone's rules.
 * It has no METHOD, so DTSTAMP is the time of an entry's last change (RFC 5545 §3.8.7.2): the same entries give the same
 * bytes.
 */
export function calendarFile(
  entries: readonly CalendarEntry[],
  facility: Facility,
  siteUrl: string,
  about: { readonly description: string; readonly path: string },
): string {
  const file = writtenCalendar(entries, facility, siteUrl, {
    name: oneLine(facility.name),
    description: oneLine(`${about.description} ${facility.name}`),
    url: `${siteUrl}${about.path}`,
    ttl: REFRESH_SECONDS,
  })
  // A calendar must have at least one component, even when nothing is booked (RFC 5545 §3.6).
  return entries.length > 0
    ? file
    : file.replace('END:VCALENDAR', `${zoneRules(facility.time_zone) ?? ''}\r\nEND:VCALENDAR`)
}

/**
 * Entries as a file of its own, e.g. attached to a message. They have the feed's UIDs, so a calendar with both shows each
 * once, and SEQUENCE tells it which is newer. Where all of them are off, the METHOD is CANCEL and takes them out
 * (RFC 5546 §3.2.5); where some are, those have that status.
 */
export function sentCalendar(
  entries: readonly CalendarEntry[],
  facility: CalendarPlace,
  siteUrl: string,
): string {
  const areOff = entries.length > 0 && entries.every(({ canceled }) => canceled)
  const method = areOff ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH
  return writtenCalendar(entries, facility, siteUrl, { method })
}

function writtenCalendar(
  entries: readonly CalendarEntry[],
  facility: CalendarPlace,
  siteUrl: string,
  about: ICalCalendarData,
): string {
  const zone = facility.time_zone
  const calendar = ical({
    ...about,
    prodId: PRODUCT,
    // Set on the events: set on the calendar, the zone would replace UTC in DTSTAMP too.
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
    // A METHOD requires an ORGANIZER (RFC 5546 §3.2.1).
    const organizer = { name: oneLine(facility.name), email: facility.email }
    for (const event of calendar.events()) event.organizer(organizer)
  }
  return fileText(calendar)
}
