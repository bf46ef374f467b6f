import type { ListedBooking } from '../../../shared/contract/bookings/bookingLists.ts'
import type { WallClock } from '../../../shared/domain/time/wallClock.ts'
import type { Db } from '../../db/database.ts'
import { everyPage } from '../../db/keyset.ts'
import type { CsvColumns } from '../../http/answers/csvDownload.ts'
import { type BookingQuery, listBookings } from './bookingList.ts'

/**
 * Rows in a batch. Each has many fields: in larger batches they outlive the young part of the heap, and in smaller ones the
 * statements take longer than the rows.
 */
const BATCH = 500

/** All bookings that the list finds, in its order. */
export const allBookings = (db: Db, query: Omit<BookingQuery, 'page_size'>, now: Date) =>
  everyPage((cursor) => listBookings(db, { ...query, page_size: BATCH, cursor }, now))

/** The columns of the file. */
export const bookingColumns = (wallClock: (instant: string) => WallClock): CsvColumns<ListedBooking> => [
  ['Date', ({ start_time }) => wallClock(start_time).day],
  ['Start', ({ start_time }) => wallClock(start_time).time],
  ['End', ({ end_time }) => wallClock(end_time).time],
  ['Type', ({ booking_type }) => booking_type],
  ['Item', ({ item_name }) => item_name],
  ['Cages', ({ cage_name }) => cage_name],
  ['Customer', ({ customer_name }) => customer_name],
  ['Participants', participants],
  ['Email', ({ customer_email }) => customer_email],
  ['Phone', ({ customer_phone }) => customer_phone],
  ['Status', ({ status }) => status],
  ['Total', ({ total_cost }) => total_cost.toFixed(2)],
  ['Payment method', ({ payment_method }) => payment_method],
  ['Bookings', ({ booking_count }) => booking_count],
  ['Booked on', ({ created_at }) => wallClock(created_at).day],
  ['Notes', ({ admin_notes }) => admin_notes],
  ['ID', ({ id }) => id],
]

/** Who takes part: of a class session everybody who has not canceled. */
const participants = ({ participant_name, participants }: ListedBooking): string | null =>
  participants.length > 0
    ? participants.flatMap(({ full_name, status }) => (status === 'canceled' ? [] : [full_name])).join(', ')
    : participant_name
