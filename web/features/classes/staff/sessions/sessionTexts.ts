import type {
  AdminClassInstance,
  AdminClassRegistration,
} from '../../../../../shared/contract/programs/classSessions.ts'
import { formatDay } from '../../../../../shared/domain/time/timeFormat.ts'

/** 'Tue, Nov 24, 2026'. */
export const dayOf = ({ class_date }: Pick<AdminClassInstance, 'class_date'>): string =>
  formatDay(class_date, 'full')

export const spotsText = (count: number): string =>
  count === 0 ? 'Full' : `${count} ${count === 1 ? 'spot' : 'spots'} left`

/** How many are registered, have not paid and came. */
export function countsOf(seats: readonly Pick<AdminClassRegistration, 'status' | 'attendance'>[]) {
  const taken = seats.filter(({ status }) => status !== 'canceled')
  return {
    registered: taken.length,
    unpaid: taken.filter(({ status }) => status === 'unpaid').length,
    came: taken.filter(({ attendance }) => attendance === 'checked_in' || attendance === 'late').length,
  }
}
