import type { z } from 'zod'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import type { PayableItem, setPendingPayment } from '../../../../shared/contract/payments/staffPayments.ts'
import type { Once } from '../../../api/useAttempt.ts'

/** What is to be paid of a row of the staff's lists; of a class session each participant pays separately, so nothing. */
export function payableOf({
  kind,
  ids,
  status,
}: Pick<ListedBooking, 'kind' | 'ids' | 'status'>): PayableItem[] {
  if (kind === 'class' || status !== 'pending payment') return []
  return ids.map((id) => ({ kind, id }))
}

/** Each booking of a row, with the revision that is on the screen: one that was changed at another desk since is refused. */
export const seenItems = ({ kind, ids, revisions }: Pick<ListedBooking, 'kind' | 'ids' | 'revisions'>) =>
  kind === 'class' ? [] : ids.map((id, at) => ({ kind, id, expected_revision: revisions[at] }))

/** Sets bookings of a customer to pending payment, all or none. */
export const setPending = (json: z.input<typeof setPendingPayment.body>, once: Once) =>
  once('POST /api/admin/pending-payments', json)
