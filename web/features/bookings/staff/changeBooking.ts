import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import type { Undo } from '../../../../shared/contract/bookings/staffChanges.ts'
import { formatAmount } from '../../../../shared/domain/money/money.ts'
import { ApiError } from '../../../api/apiError.ts'
import type { Once } from '../../../api/useAttempt.ts'
import { seenItems, setPending } from '../../payments/staff/payableOf.ts'
import { updateCageGroup, updateCages, updateLesson, updateLessonGroup } from './bookingCalls.ts'
import {
  cageChanges,
  type Edited,
  type EditForm,
  editedPrice,
  groupChanges,
  isMoved,
  lessonChanges,
  type Prices,
  targetsOf,
} from './editBooking.ts'

interface Saved {
  readonly message: string
  readonly undo: Undo
}

/** Whether all that is asked is that several are not paid: that is one change, all or none. */
const isOnlyUnpaid = (form: EditForm, before: EditForm): boolean =>
  before.status === 'paid' &&
  form.status === 'pending payment' &&
  form.price === 'by_rule' &&
  form.notes.trim() === before.notes &&
  !isMoved(form, before)

/** One call for all that is changed of the row against what was before. */
export async function changeBooking(
  form: EditForm,
  before: EditForm,
  base: Edited,
  { prices, zone, once }: { prices: Prices; zone: string; once: Once },
): Promise<Saved> {
  const [first, ...others] = targetsOf(base, form.which)
  if (!first) throw new Error('A row of the list has a booking.')
  const targets = [first, ...others] as const
  if (others.length > 0 && isOnlyUnpaid(form, before))
    return setPending({ items: targets.flatMap(seenItems) }, once)
  for (const target of targets) refuseExcess(form, base, target)
  const priceOf = (target: ListedBooking) => editedPrice(form, before, target, prices)
  if (first.kind === 'lesson') {
    const changesOf = (target: ListedBooking) => lessonChanges(form, before, target, priceOf(target))
    return others.length > 0
      ? updateLessonGroup(groupChanges(targets, changesOf), once)
      : updateLesson(first, changesOf(first), once)
  }
  const changesOf = (target: ListedBooking) => {
    const changes = cageChanges(form, before, target, { price: priceOf(target), zone })
    if (!changes) throw new ApiError(400, { code: 'clocks_change', message: 'Invalid start date or time' })
    return changes
  }
  return others.length > 0
    ? updateCageGroup(groupChanges(targets, changesOf), once)
    : updateCages(first, changesOf(first), once)
}

/** More than can come back is refused before the proof of who refunds it is asked for. */
function refuseExcess(
  { status, refund, refund_amount }: EditForm,
  { refunds }: Edited,
  { id }: ListedBooking,
) {
  const most = refunds.find((each) => each.id === id)?.refundable_amount ?? 0
  if (status !== 'canceled' || refund !== 'amount' || Number(refund_amount) <= most) return
  throw new ApiError(409, { code: 'refund_exceeds_paid', message: `Enter ${formatAmount(most)} or less.` })
}
