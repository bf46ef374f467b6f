import type { ErrorCode } from '../../../shared/contract/errors.ts'
import type { NeededWaivers } from '../../../shared/contract/waivers/waivers.ts'
import { ApiError, fieldProblem, isUnsure } from '../../api/apiError.ts'

/** Why a lesson was not booked, in the form in which the page answers it. */
export interface LessonProblem {
  message: string
  /** The chosen time cannot be had any more: another one must be chosen. */
  timeGone: boolean
  /** The lesson may have been booked all the same, because no answer came. */
  unsure: boolean
  /** What to offer at a limit: the customer's bookings, or an account, whose limit is higher. */
  limitLink?: 'bookings' | 'sign-in'
  /** What has to be signed first, and for whom. */
  waiver?: NeededWaivers
  /** What is wrong with the guest's phone number. */
  phone?: string
}

const limitLinks: Partial<Record<string, LessonProblem['limitLink']>> = {
  unpaid_hours_limit: 'bookings',
  guest_hours_limit: 'sign-in',
} satisfies Partial<Record<ErrorCode, LessonProblem['limitLink']>>

/** Refusals after which another time has to be chosen. */
export const timeGoneCodes: readonly string[] = [
  'lesson_time_taken',
  'no_free_cage',
  'coach_unavailable',
  'facility_closed',
  'slot_in_past',
  'slot_too_far_ahead',
  'clocks_change',
] satisfies ErrorCode[]

/** Reads what went wrong with `create-coach-booking`; refusals have their sentence from the server. */
export function readLessonProblem(error: unknown): LessonProblem {
  if (!(error instanceof ApiError)) {
    return { message: 'Failed to create booking.', timeGone: false, unsure: true }
  }
  const limitLink = limitLinks[error.code]
  const unsure = isUnsure(error)
  const phone = fieldProblem(error, 'phone')
  return {
    ...(phone ? { phone } : {}),
    ...(error.code === 'waiver_needed' ? { waiver: error.details as NeededWaivers } : {}),
    message: unsure ? `${error.message} Pressing the button again can’t book you twice.` : error.message,
    timeGone: timeGoneCodes.includes(error.code),
    unsure,
    ...(limitLink ? { limitLink } : {}),
  }
}
