import type { z } from 'zod'
import type { DueItem, getTill, takeDeskPayment } from '../../../../../shared/contract/payments/till.ts'
import { centsFromDollars, formatAmount } from '../../../../../shared/domain/money/money.ts'
import { useOfferUndo } from '../../../../components/staff/useUndo.tsx'
import { receiptPath } from '../paymentStatuses.ts'

export type TakenPayment = z.output<(typeof takeDeskPayment)['answer']>
export type Customer = z.output<(typeof getTill)['answer']>['customer']

/** Says what was taken and what goes back, with the way to the receipt and the undo, which voids all of it. */
export function useTellTaken() {
  const offerUndo = useOfferUndo()
  return ({ message, change, receipt_id, undo }: TakenPayment) =>
    offerUndo({
      message: change ? `${message} Give ${formatAmount(change)} change.` : message,
      undo,
      more: receipt_id && (
        <a href={receiptPath(receipt_id)} target="_blank" rel="noreferrer">
          Print receipt
        </a>
      ),
    })
}

/** What is sent of an item: the server compares what was shown. */
export const shownItem = ({ kind, id, amount }: DueItem) => ({ kind, id, amount })
export const sumOf = (items: readonly Pick<DueItem, 'amount'>[]) =>
  items.reduce((cents, { amount }) => cents + centsFromDollars(amount), 0)
