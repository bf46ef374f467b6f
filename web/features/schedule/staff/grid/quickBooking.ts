/** What the quick booking of the desk's grid asks the server for, and what it says of it. */

import { slotMinutes, slotMs } from '../../../../../shared/domain/bookings/slots.ts'
import { dollarsFromCents, formatPrice, formatRate } from '../../../../../shared/domain/money/money.ts'
import { priceSessions } from '../../../../../shared/domain/money/pricing.ts'
import type { SalesTax } from '../../../../../shared/domain/money/salesTax.ts'
import { facilityDay, facilityWallTime, minuteMs } from '../../../../../shared/domain/time/time.ts'
import { formatTimeRange } from '../../../../../shared/domain/time/timeFormat.ts'
import type { DayCage, DayLayout } from './dayLayout.ts'
import type { DaySelection } from './daySelection.ts'
import { listOfCages } from './tileText.ts'

/** How money is taken at once; anything else is for Take Payment. */
export type DeskMethod = 'cash' | 'desk_card'

/** What is selected, as a booking. */
export interface QuickPlace {
  readonly cages: readonly DayCage[]
  readonly start: Date
  readonly end: Date
  readonly minutes: number
  /** 'Cages 2 and 3, 4:00–5:00 PM' */
  readonly title: string
  /** The rule of the facility that it breaks; it needs a reason then. */
  readonly rule: 'past' | 'closed' | null
  /** It has begun and is not over: the people stand at the desk. */
  readonly hasBegun: boolean
  /** It is today, and begins soon or has begun: only then is money taken with the booking. */
  readonly takesMoney: boolean
}

/** So long before the start someone who books at the desk may pay at once. */
const paysBefore = 120 * minuteMs

export function quickPlace(layout: DayLayout, selection: DaySelection, now: Date): QuickPlace | null {
  const { firstRow, rows, columns } = selection
  const covered = layout.rows.slice(firstRow, firstRow + rows)
  const cages = columns.flatMap((column) => layout.cages[column] ?? [])
  const start = covered[0]?.start
  if (!start || cages.length === 0) return null
  const end = new Date(start.getTime() + rows * slotMs)
  const minutes = rows * slotMinutes
  const hasBegun = start <= now && now < new Date(start.getTime() + slotMs)
  return {
    cages,
    start,
    end,
    minutes,
    title: `${listOfCages(cages.map(({ name }) => name))}, ${formatTimeRange(start, end, layout.zone)}`,
    rule: covered.some(({ isClosed }) => isClosed) ? 'closed' : start <= now && !hasBegun ? 'past' : null,
    hasBegun,
    takesMoney: facilityDay(now, layout.zone) === layout.day && start.getTime() - now.getTime() <= paysBefore,
  }
}

/** What a place costs with tax, in cents, with a percentage off for a member. */
export const placePrice = ({ cages, minutes }: QuickPlace, discountPercent: number, tax: SalesTax): number =>
  priceSessions(
    cages.map((rates) => ({ rates, minutes })),
    discountPercent,
    tax,
  ).total

/** Why a slot that has begun is booked; the audit log keeps it. */
const AT_THE_DESK = 'Walk-in at the desk, after the half hour had begun'

interface QuickFields {
  readonly name: string
  readonly phone: string
  /** Of the account, where it is for one. */
  readonly accountId: string | null
  readonly reason: string
  /** How it is paid now; null: later. */
  readonly paidBy: DeskMethod | null
  /** What it costs, in cents. */
  readonly total: number
}

/** The request for a place. A stranger's price is compared; an account may have one of its own, which the server knows. */
export function quickRequest(
  place: QuickPlace,
  { name, phone, accountId, reason, paidBy, total }: QuickFields,
) {
  const override = place.rule ? reason.trim() : place.hasBegun ? AT_THE_DESK : ''
  return {
    cage_ids: place.cages.map(({ id }) => id),
    start_time: place.start.toISOString(),
    end_time: place.end.toISOString(),
    status: paidBy ? ('paid' as const) : ('pending payment' as const),
    payment_method: paidBy === 'cash' ? ('cash' as const) : ('pay_in_person' as const),
    ...(paidBy && { paid_by: paidBy }),
    ...(override && { override_reason: override }),
    ...(place.hasBegun && { check_in: true }),
    ...(accountId === null && {
      walk_in: true,
      guest_name: name.trim(),
      guest_phone: phone.trim(),
      totalAmount: dollarsFromCents(total),
    }),
  }
}

/** What the button says that books and takes the money: 'Book & Take $20 Cash'. */
export const takeLabel = (method: DeskMethod, cents: number): string =>
  `Book & Take ${formatRate(cents)} ${method === 'cash' ? 'Cash' : 'by Card'}`

/** What the full form starts with. */
export const prefillOf = (
  { cages, start, minutes }: QuickPlace,
  { day, zone }: DayLayout,
  person: { id: string; full_name: string } | null,
) => ({
  day,
  startTime: facilityWallTime(start, zone),
  minutes,
  cageIds: cages.map(({ id }) => id),
  ...(person && { person }),
})
export type QuickPrefill = ReturnType<typeof prefillOf>

/** 'Mia Lopez: Cage 2, 4:00–5:00 PM. $30.00 paid.' */
export const bookedText = (who: string, { title }: QuickPlace, cents: number, paid: boolean): string =>
  `${who}: ${title}. ${formatPrice(cents)} ${paid ? 'paid' : 'to pay'}.`

/** The lengths that can be booked from there: as long as the first cage is free, four hours at most (spec 3 §9). */
export const lengthsFrom = (freeRows: number): { rows: number; label: string }[] =>
  [1, 2, 3, 4].filter((rows) => rows <= freeRows).map((rows) => ({ rows, label: lengthLabel(rows) }))

const lengthLabel = (rows: number): string => (rows === 1 ? '30 min' : `${rows / 2} h`)
