import { facilityDay } from '../../../../../shared/domain/time.ts'
import { formatDay, formatTime } from '../../../../../shared/domain/timeFormat.ts'

/** 'Tue, Nov 24, 2026, 4:00 PM' on the facility's clock. */
export const whenText = (instant: string, zone: string): string =>
  `${formatDay(facilityDay(instant, zone), 'numeric')}, ${formatTime(instant, zone)}`

/** The day of it. */
export const dayText = (instant: string, zone: string): string =>
  formatDay(facilityDay(instant, zone), 'numeric')
