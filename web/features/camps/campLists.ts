import type { Camp } from '../../../shared/contract/camps.ts'
import { compareDays, facilityDay } from '../../../shared/domain/time.ts'

/** As many as give an idea of what the facility does. */
const mostPast = 3

/** What comes and what is on, as the server orders it; and the last few that are over, the latest first. */
export function campLists(
  camps: readonly Camp[],
  now: Date,
  zone: string,
): { upcoming: readonly Camp[]; past: readonly Camp[] } {
  const today = facilityDay(now, zone)
  const isOver = ({ end_date }: Camp) => compareDays(end_date, today) < 0
  return {
    upcoming: camps.filter((camp) => !isOver(camp)),
    past: camps
      .filter(isOver)
      .toSorted((a, b) => compareDays(b.end_date, a.end_date))
      .slice(0, mostPast),
  }
}
