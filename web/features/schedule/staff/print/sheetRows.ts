import type { ListedBooking } from '../../../../../shared/contract/bookings/bookingLists.ts'
import type { ScheduleBlock, ScheduleDay } from '../../../../../shared/contract/bookings/scheduleDay.ts'
import type { Roster } from '../../../../../shared/contract/programs/rosters.ts'
import { centsFromDollars } from '../../../../../shared/domain/money/money.ts'

/** A line of the day sheet: a booking, a session, or what closes cages. */
export interface SheetRow {
  readonly key: string
  readonly start: string
  readonly end: string
  readonly cages: readonly string[]
  /** Who comes; of a session or closure what it is called. */
  readonly who: string
  /** Who booked it, where that is another person. */
  readonly bookedBy: string | null
  readonly phone: string | null
  readonly what: string
  /** In cents; null where one row is not one payment. */
  readonly owed: number | null
  readonly attendance: ListedBooking['attendance']
  readonly notes: string | null
  /** Whether someone is checked in on this line: sessions have their roster. */
  readonly hasBox: boolean
}

/** All of a day in order of time and cage: bookings, class and camp sessions, closures. Running checkouts are left out. */
export function sheetRows({ bookings, blocks, cages }: ScheduleDay, rosters: readonly Roster[]): SheetRow[] {
  const names = new Map(cages.map(({ id, name }) => [id, name]))
  const order = new Map(cages.map(({ name }, index) => [name, index]))
  const rows = [
    ...bookings.map(bookingRow),
    ...rosters.filter(({ kind }) => kind === 'camp').map(campRow),
    ...blocks.filter(({ kind }) => kind === 'closure').map((block) => closureRow(block, names)),
  ]
  const cageOrder = ({ cages: [first] }: SheetRow) => order.get(first ?? '') ?? cages.length
  return rows.sort((a, b) => a.start.localeCompare(b.start) || cageOrder(a) - cageOrder(b))
}

function bookingRow(booking: ListedBooking): SheetRow {
  const { id, kind, status, total_cost, customer_name, participant_name, participants } = booking
  const isSession = kind === 'class'
  return {
    key: id,
    start: booking.start_time,
    end: booking.end_time,
    cages: booking.cages.map(({ name }) => name),
    who: (isSession ? booking.item_name : (participant_name ?? customer_name)) ?? '',
    bookedBy: participant_name === null ? null : customer_name,
    phone: booking.customer_phone,
    what: isSession
      ? takingPart('Class', participants.length)
      : kind === 'lesson'
        ? booking.item_name
        : plainBooking,
    owed: isSession ? null : status === 'paid' ? 0 : centsFromDollars(total_cost),
    attendance: booking.attendance,
    notes: booking.admin_notes,
    hasBox: !isSession,
  }
}

const campRow = ({ id, name, start_time, end_time, cages, seats }: Roster): SheetRow => ({
  ...blank,
  key: id,
  start: start_time,
  end: end_time,
  cages,
  who: name,
  what: takingPart('Camp', seats.length),
})

const closureRow = (block: ScheduleBlock, names: ReadonlyMap<string, string>): SheetRow => ({
  ...blank,
  // One closure may have several times.
  key: `${block.id} ${block.start_time}`,
  start: block.start_time,
  end: block.end_time,
  cages: block.cage_ids.map((id) => names.get(id) ?? ''),
  who: block.title || 'Closed',
  what: 'Closure',
})

const blank = {
  bookedBy: null,
  phone: null,
  owed: null,
  attendance: null,
  notes: null,
  hasBox: false,
} as const

/** What most lines of a sheet are. */
export const plainBooking = 'Cage booking'

const takingPart = (kind: string, count: number): string => `${kind}, ${count} taking part`

/** What is still owed that day, in cents: of bookings and lessons, and of seats. */
export const owedOf = (rows: readonly SheetRow[], rosters: readonly Roster[]): number =>
  rows.reduce((sum, { owed }) => sum + (owed ?? 0), 0) +
  rosters.flatMap(({ seats }) => seats).reduce((sum, { owed }) => sum + centsFromDollars(owed), 0)
