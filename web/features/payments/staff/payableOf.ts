import type { ListedBooking } from '../../../../shared/contract/bookingLists.ts'
import type { PayableItem } from '../../../../shared/contract/staffPayments.ts'

/** What is to be paid of a row of the staff's lists; of a class session each participant pays alone, so nothing. */
export function payableOf({
  kind,
  ids,
  status,
}: Pick<ListedBooking, 'kind' | 'ids' | 'status'>): PayableItem[] {
  if (kind === 'class' || status !== 'pending payment') return []
  return ids.map((id) => ({ kind, id }))
}
