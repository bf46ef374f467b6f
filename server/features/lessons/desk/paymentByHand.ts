import type { BookingStatus } from '../../../../shared/contract/bookings/bookings.ts'
import type { ActingTerms } from '../../payments/changes/actingTerms.ts'

/** A lesson has the payment by hand in columns of its own: whether, when and by whom it was noted. */
export function paymentByHand(status: BookingStatus, now: Date, { actorId }: Pick<ActingTerms, 'actorId'>) {
  if (status !== 'paid') {
    return { payment_status: 'pending payment', paid_by_hand_at: null, paid_by_hand_by: null } as const
  }
  const noted = actorId === null ? {} : { paid_by_hand_at: now, paid_by_hand_by: actorId }
  return { payment_status: 'paid', ...noted } as const
}
