import type {
  AdminClassInstance,
  AdminClassRegistration,
} from '../../../../../shared/contract/programs/classSessions.ts'
import { facilityDay } from '../../../../../shared/domain/time/time.ts'
import { formatDay } from '../../../../../shared/domain/time/timeFormat.ts'

/** 'Tue Nov 24, 2026'. */
export const dayOf = ({ class_date }: Pick<AdminClassInstance, 'class_date'>): string =>
  `${formatDay(class_date)}, ${class_date.slice(0, 4)}`

/** 'Cage 1, Cage 2 · Casey Coach'. */
export const placeOf = ({ cages, coach_name }: Pick<AdminClassInstance, 'cages' | 'coach_name'>): string =>
  [cages.length > 0 ? cages.join(', ') : 'No cage', coach_name ?? 'No coach'].join(' · ')

export const spotsText = (count: number): string =>
  count === 0 ? 'Full' : `${count} ${count === 1 ? 'spot' : 'spots'} left`

/** How many are registered, have paid and came. */
export function countsOf(seats: readonly Pick<AdminClassRegistration, 'status' | 'attendance'>[]) {
  const taken = seats.filter(({ status }) => status !== 'canceled')
  const came = taken.filter(({ attendance }) => attendance === 'checked_in' || attendance === 'late').length
  return {
    registered: taken.length,
    unpaid: taken.filter(({ status }) => status === 'unpaid').length,
    came,
    open: taken.filter(({ attendance }) => attendance === null).length,
  }
}

/** What can be noted of who came now: nothing before the session's day, 'no-show' from its start on. */
export function attendanceOpen(
  { starts_at, class_date }: { starts_at: string; class_date: string },
  now: Date,
  zone: string,
): { here: boolean; absent: boolean } {
  const here = facilityDay(now, zone) >= class_date
  return { here, absent: here && Date.parse(starts_at) <= now.getTime() }
}
