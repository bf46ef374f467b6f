import { type StrandedBooking, strandedDetails } from '../../../../shared/contract/lessons/coachHours.ts'
import { isRefusal } from '../../../api/apiError.ts'

/** What a refused save would strand; undefined where that was not the reason. */
export function strandedBy(error: unknown): StrandedBooking[] | undefined {
  if (!isRefusal(error, 'bookings_stranded')) return undefined
  return strandedDetails.safeParse(error.details).data?.bookings
}
