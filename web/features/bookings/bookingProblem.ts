import type { z } from 'zod'
import type { freshPrice, takenSlots } from '../../../shared/contract/bookings/bookings.ts'
import type { NeededWaivers } from '../../../shared/contract/waivers/waivers.ts'
import type { SelectedSlot } from '../../../shared/domain/bookings/selection.ts'
import { centsFromDollars } from '../../../shared/domain/money/money.ts'
import { ApiError, isRefusal, isUnsure } from '../../api/apiError.ts'

/** Why a booking was not made, in the form in which the page answers it. */
export type BookingProblem =
  /** Others were faster: these slots are gone. */
  | { kind: 'taken'; slots: readonly SelectedSlot[] }
  /** The price is another one now: the fresh total in cents, to be asked about again. */
  | { kind: 'price'; total: number; message: string }
  /** The limit on unpaid time is reached: something has to be canceled or paid, or the customer calls. */
  | { kind: 'limit'; message: string }
  /** What has to be signed first, and for whom. */
  | { kind: 'waiver'; needed: NeededWaivers }
  /** The session is over. */
  | { kind: 'login' }
  /** Anything else. `unsure` when the booking may have been made all the same, because no answer came. */
  | { kind: 'failed'; message: string; unsure: boolean }

/** Reads what went wrong with `create-booking` (spec 1 §8). */
export function readBookingProblem(error: unknown): BookingProblem {
  if (isRefusal(error, 'slots_taken')) {
    const { slots } = error.details as z.output<typeof takenSlots>
    return {
      kind: 'taken',
      slots: slots.map(({ cage_id, cage_name, start_time }) => ({
        cageId: cage_id,
        cageName: cage_name,
        start: new Date(start_time),
      })),
    }
  }
  if (isRefusal(error, 'price_changed')) {
    const { total_amount } = error.details as z.output<typeof freshPrice>
    return { kind: 'price', total: centsFromDollars(total_amount), message: error.message }
  }
  if (isRefusal(error, 'unpaid_hours_limit')) return { kind: 'limit', message: error.message }
  if (isRefusal(error, 'waiver_needed')) return { kind: 'waiver', needed: error.details as NeededWaivers }
  if (!(error instanceof ApiError)) {
    return { kind: 'failed', message: 'Failed to create booking.', unsure: true }
  }
  if (error.status === 401) return { kind: 'login' }
  return { kind: 'failed', message: error.message, unsure: isUnsure(error) }
}

/** On arrival or by card, one sentence (spec 1 §8). */
export const bookingFailed = (message: string): string => `Booking failed: ${message}`

/** What the confirm dialog says about a problem; null for those that it answers otherwise. */
export function problemSentence(problem: BookingProblem): string | null {
  if (problem.kind === 'price' || problem.kind === 'limit') return problem.message
  if (problem.kind !== 'failed') return null
  const failed = bookingFailed(problem.message)
  return problem.unsure ? `${failed} Pressing the button again can’t book you twice.` : failed
}
