import type { ListedBooking, ScheduleEntry } from '../../../../shared/contract/bookings/bookingLists.ts'
import { formatTimeRange } from '../../../../shared/domain/time/timeFormat.ts'

type Named = Pick<ScheduleEntry, 'kind' | 'customer_name' | 'participant_name' | 'item_name'>

/** Who it is for: the one who takes part; of a class session its name. */
export const whoOf = ({ kind, customer_name, participant_name, item_name }: Named): string =>
  kind === 'class' ? item_name : (participant_name ?? customer_name ?? '')

/** 'Ana L.' for 'Ana López', where there is no room; of a class session the whole name. */
export function shortWhoOf(entry: Named): string {
  const [first = '', ...others] = whoOf(entry).split(' ')
  const last = others.at(-1)
  return entry.kind === 'class' || !last ? whoOf(entry) : `${first} ${last.charAt(0)}.`
}

/** What it is, beside who: the cage, the coach, or how many take part in a session. */
export function whatOf(entry: Named & { participant_count: number }): string {
  if (entry.kind !== 'class') return entry.item_name
  return entry.participant_count === 1 ? '1 taking part' : `${entry.participant_count} taking part`
}

const statusWords = {
  paid: 'paid',
  'pending payment': 'pending payment',
  active: 'class session',
  canceled: 'canceled',
} as const satisfies Record<ListedBooking['status'], string>

/** What a screen reader says: '4:00–5:00 PM, Ana López, Cage 1, paid'. */
export const nameOf = (entry: ScheduleEntry, zone: string): string =>
  [
    formatTimeRange(entry.start_time, entry.end_time, zone),
    whoOf(entry),
    whatOf(entry),
    statusWords[entry.status],
    entry.freed_from !== null && 'no-show, the rest is free',
  ]
    .filter(Boolean)
    .join(', ')

/** A booking of a day as weeks and months show it. */
export const entryOf = (booking: ListedBooking): ScheduleEntry => ({
  id: booking.id,
  kind: booking.kind,
  booking_type: booking.booking_type,
  customer_name: booking.customer_name,
  participant_name: booking.participant_name,
  item_name: booking.kind === 'lesson' ? `${booking.item_name}, ${booking.cage_name}` : booking.item_name,
  status: booking.status,
  start_time: booking.start_time,
  end_time: booking.end_time,
  freed_from: booking.freed_from,
  participant_count: booking.participants.filter(({ status }) => status !== 'canceled').length,
})
