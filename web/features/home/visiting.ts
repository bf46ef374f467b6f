import { addDays } from '../../../shared/domain/time/time.ts'
import { formatDay } from '../../../shared/domain/time/timeFormat.ts'

/** A day as people say it: 'Today', 'Tomorrow', 'Tue Nov 24'. */
export function spokenDay(day: string, today: string): string {
  if (day === today) return 'Today'
  return day === addDays(today, 1) ? 'Tomorrow' : formatDay(day)
}
