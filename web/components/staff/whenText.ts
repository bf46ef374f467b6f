import { facilityDay } from '../../../shared/domain/time/time.ts'
import { formatDay, formatTime } from '../../../shared/domain/time/timeFormat.ts'

/** 'Tue Nov 24, 4:00 PM' on the facility's clock; with its year where that is not this one. */
export function whenText(instant: string, zone: string): string {
  const day = facilityDay(instant, zone)
  const isThisYear = day.slice(0, 4) === facilityDay(new Date(), zone).slice(0, 4)
  return `${formatDay(day, isThisYear ? 'short' : 'dated')}, ${formatTime(instant, zone)}`
}

/** 'Nov 24, 2026'. */
export const dayText = (instant: string, zone: string): string =>
  formatDay(facilityDay(instant, zone), 'dated')
