import { facilityDay } from '../../../shared/domain/time/time.ts'
import { dayInText, formatDay, formatTime, yearOtherThan } from '../../../shared/domain/time/timeFormat.ts'

/** 'Tue, Nov 24, 4:00 PM' on the facility's clock; with its year where that is not this one. */
export const whenText = (instant: string, zone: string): string =>
  `${dayInText(facilityDay(instant, zone), facilityDay(new Date(), zone))}, ${formatTime(instant, zone)}`

/** 'Nov 24, 2026'. */
export const dayText = (instant: string, zone: string): string =>
  formatDay(facilityDay(instant, zone), 'dated')

/** 'Nov 24' for a table; with its year where that is not this one. */
export function dateText(instant: string, zone: string): string {
  const day = facilityDay(instant, zone)
  return `${formatDay(day, 'date')}${yearOtherThan(facilityDay(new Date(), zone), day)}`
}
