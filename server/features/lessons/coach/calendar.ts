import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { BookingStatus } from '../../../../shared/contract/bookings/bookings.ts'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { facilityTime } from '../../../../shared/domain/time/time.ts'
import {
  fileText,
  oneLine,
  PRODUCT,
  participating,
  placeOf,
  uidOf,
  zoneRules,
} from '../../../integrations/calendar/calendarParts.ts'

export const CALENDAR_FILE = 'lesson.ics'

export interface CalendarLesson {
  readonly id: string
  readonly coachName: string
  /** Who takes part; empty where the reader of the calendar does. */
  readonly participantName: string
  readonly cageName: string
  readonly start: Date
  readonly end: Date
  readonly status: BookingStatus
  /** Rises with every move and cancellation. */
  readonly revision: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** What is still to be said of the money. */
const paymentLines: Record<BookingStatus, readonly string[]> = {
  'pending payment': ['You can pay on arrival.'],
  paid: ['Paid.'],
  canceled: [],
}

/**
 * A lesson as a calendar file (RFC 5545), in facility time with the zone's rules. The UID stays the same for the
 * lesson's life and SEQUENCE counts its changes, so that a newer file replaces an older one in any calendar.
 *
 * @param made when the file is written: DTSTAMP.
 * @param method CANCEL where the file is sent to say that the lesson is off (RFC 5546 §3.2.5).
 */
export function lessonCalendar(
  lesson: CalendarLesson,
  facility: Facility,
  siteUrl: string,
  made: Date,
  method: 'PUBLISH' | 'CANCEL' = 'PUBLISH',
): string {
  const zone = facility.time_zone
  const calendar = ical({
    method: ICalCalendarMethod[method],
    prodId: PRODUCT,
    // The zone is the event's: named for the whole calendar, it would take the place of UTC in DTSTAMP too.
    timezone: { name: null, generator: zoneRules },
  })
  calendar.createEvent({
    id: uidOf(lesson.id, siteUrl),
    sequence: lesson.revision,
    stamp: made,
    created: lesson.createdAt,
    lastModified: lesson.updatedAt,
    start: facilityTime(lesson.start, zone),
    end: facilityTime(lesson.end, zone),
    timezone: zone,
    summary: oneLine(participating(`Lesson with ${lesson.coachName}`, lesson.participantName)),
    description: [
      `${lesson.cageName} at ${facility.name}.`,
      ...paymentLines[lesson.status],
      `Your plans changed? Call us at ${facility.phone}.`,
    ]
      .map(oneLine)
      .join('\n'),
    location: placeOf(facility),
    organizer: { name: oneLine(facility.name), email: facility.email },
    url: siteUrl,
    status: lesson.status === 'canceled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  })
  return fileText(calendar)
}
