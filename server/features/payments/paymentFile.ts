import type { ListedPayment } from '../../../shared/contract/payments/staffPayments.ts'
import type { WallClock } from '../../../shared/domain/time/wallClock.ts'
import type { Db } from '../../db/database.ts'
import { everyPage } from '../../db/keyset.ts'
import type { CsvColumns } from '../../http/answers/csvDownload.ts'
import { listPayments } from './paymentList.ts'

const BATCH = 2_000

type PaymentFilters = Omit<Parameters<typeof listPayments>[1], 'page_size' | 'page_number' | 'cursor'>

/** All payments that the list finds, in its order. */
export const allPayments = (db: Db, query: PaymentFilters) =>
  everyPage((cursor) => listPayments(db, { ...query, page_size: BATCH, cursor }))

/** The columns of the file. */
export const paymentColumns = (wallClock: (instant: string) => WallClock): CsvColumns<ListedPayment> => [
  ['Date', ({ created_at }) => wallClock(created_at).day],
  ['Time', ({ created_at }) => wallClock(created_at).time],
  ['Receipt', ({ receipt_number }) => receipt_number],
  ['Customer', ({ customer_name }) => customer_name],
  ['Email', ({ customer_email }) => customer_email],
  ['For', ({ description }) => description],
  ['Type', ({ payment_type }) => payment_type],
  ['Amount', ({ total_amount }) => total_amount.toFixed(2)],
  ['Sales tax', ({ tax_amount }) => tax_amount.toFixed(2)],
  ['Refunded', ({ refunded_amount }) => refunded_amount.toFixed(2)],
  ['Refunds to come', ({ refund_pending_amount }) => refund_pending_amount.toFixed(2)],
  ['Status', ({ status }) => status],
  ['Method', ({ payment_method }) => payment_method],
  ['Card', ({ card_brand, card_last4 }) => (card_last4 ? `${card_brand ?? 'card'} ${card_last4}` : null)],
  ['Taken by', ({ taken_by_name }) => taken_by_name],
  ['Note', ({ admin_notes }) => admin_notes],
  ['ID', ({ id }) => id],
]
