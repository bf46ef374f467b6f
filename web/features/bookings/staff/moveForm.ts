/** What the Move dialog asks for, what it costs, and the request that it makes. */

import { z } from 'zod'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import type { Coach } from '../../../../shared/contract/lessons/coaches.ts'
import { totalAfterMove } from '../../../../shared/domain/bookings/changePolicy.ts'
import { lessonPrice } from '../../../../shared/domain/lessons/lessons.ts'
import { centsFromDollars, dollarsFromCents, formatDollars } from '../../../../shared/domain/money/money.ts'
import { type CageRates, priceSessions } from '../../../../shared/domain/money/pricing.ts'
import { taxOf } from '../../../../shared/domain/money/salesTax.ts'
import { facilityDay, facilityWallTime, minuteMs } from '../../../../shared/domain/time/time.ts'
import { tellRequest } from '../../../components/staff/TellFields.tsx'
import type { CageChanges, LessonChanges } from './bookingCalls.ts'
import { outsideHours, type Wanted, wantedTime } from './dayAvailability.ts'

/** Where it goes, as far as that is known when the dialog opens. */
export interface MoveTarget {
  readonly cageId?: string | undefined
  readonly start?: Date | undefined
  readonly end?: Date | undefined
}

export interface MoveForm {
  day: string
  start_time: string
  duration_minutes: number
  cage_id: string
  /** Of a paid booking that costs more then: how the rest is taken, or that the old price is kept; empty: not chosen. */
  difference: '' | 'cash' | 'desk_card' | 'other' | 'kept'
  tell: boolean
  message: string
  override_reason: string
}

export function moveFormOf(booking: ListedBooking, to: MoveTarget | undefined, zone: string): MoveForm {
  const start = to?.start ?? new Date(booking.start_time)
  const end =
    to?.end ?? new Date(start.getTime() + Date.parse(booking.end_time) - Date.parse(booking.start_time))
  return {
    day: facilityDay(start, zone),
    start_time: facilityWallTime(start, zone),
    duration_minutes: (end.getTime() - start.getTime()) / minuteMs,
    cage_id: to?.cageId ?? booking.cages[0]?.id ?? '',
    difference: '',
    tell: true,
    message: '',
    override_reason: '',
  }
}

/** What the browser can judge by itself; the server's rules follow when it is sent. */
export const moveForm = z.custom<MoveForm>().superRefine((form, context) => {
  const problem = (field: keyof MoveForm, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  if (!form.day) problem('day', 'Date is required.')
  if (form.difference === 'kept' && !form.override_reason.trim())
    problem('override_reason', 'Enter why the old price is kept.')
})

/** What is known for the price, as far as it is loaded. */
export interface Prices {
  readonly cages: readonly (CageRates & { readonly id: string })[] | undefined
  readonly coach: Coach | undefined
  readonly discountPercent: number | undefined
  readonly facility: Pick<Facility, 'sales_tax'> | undefined
}

/** What it costs then by the price list, in cents; null while that is not known. */
export function movedPrice(
  booking: ListedBooking,
  form: Pick<MoveForm, 'cage_id' | 'duration_minutes'>,
  { cages, coach, discountPercent, facility }: Prices,
): number | null {
  const cage = cages?.find(({ id }) => id === form.cage_id)
  const minutes = form.duration_minutes
  if (!cage || !facility) return null
  if (booking.kind === 'lesson')
    return coach ? lessonPrice(coach.hourly_rate, cage, minutes, taxOf(facility, 'lessons')) : null
  if (discountPercent === undefined) return null
  const { total } = priceSessions([{ rates: cage, minutes }], discountPercent, taxOf(facility, 'cages'))
  return totalAfterMove(centsFromDollars(booking.total_cost), total)
}

/** Whether it is paid and costs more then: the desk takes the rest, or keeps the old price. */
export const isDearer = ({ status, total_cost }: ListedBooking, price: number | null): boolean =>
  status === 'paid' && price !== null && price > centsFromDollars(total_cost)

/** 'It costs $40.00 then, $10.00 more.' */
export function priceLine(
  { status, total_cost }: Pick<ListedBooking, 'status' | 'total_cost'>,
  price: number | null,
): string {
  if (price === null) return 'The price follows the price list.'
  const more = price - centsFromDollars(total_cost)
  const paid = status === 'paid'
  if (more === 0) return `No price change: ${formatDollars(price)}${paid ? ', paid' : ''}.`
  if (more > 0) return `It costs ${formatDollars(price)} then, ${formatDollars(more)} more.`
  return `It costs ${formatDollars(price)} then, ${formatDollars(-more)} less${paid ? ', which is refunded' : ''}.`
}

/** The rule that the new time breaks and a written reason overrides, as far as the browser knows. */
export function brokenRule(wanted: Wanted | null, day: string, facility: Facility, now: Date): string | null {
  const broken = wanted && outsideHours(wanted, day, facility, now)
  if (!broken) return null
  return broken === 'closed' ? 'The facility is closed at that time.' : 'That time has already passed.'
}

const choicesOf = (booking: ListedBooking, form: MoveForm, price: number | null) => {
  const dearer = isDearer(booking, price)
  const kept = dearer && form.difference === 'kept'
  return {
    ...(kept && { price: 'kept' as const }),
    ...(dearer &&
      form.difference !== '' &&
      form.difference !== 'kept' && { take_difference: form.difference }),
    ...(price !== null && !kept && { totalAmount: dollarsFromCents(price) }),
    ...(form.override_reason.trim() && { override_reason: form.override_reason.trim() }),
    ...tellRequest(form),
    expected_revision: booking.revision,
  }
}

/** The move of cage time; null where the start is no time of that day. */
export function cageMove(
  booking: ListedBooking,
  form: MoveForm,
  price: number | null,
  zone: string,
): CageChanges | null {
  const time = wantedTime(form.day, form.start_time, form.duration_minutes, zone)
  return (
    time && {
      new_start_time: new Date(time.startMs).toISOString(),
      new_end_time: new Date(time.endMs).toISOString(),
      new_cage_id: form.cage_id,
      ...choicesOf(booking, form, price),
    }
  )
}

export const lessonMove = (booking: ListedBooking, form: MoveForm, price: number | null): LessonChanges => ({
  new_lesson_date: form.day,
  new_start_time: form.start_time,
  new_duration_minutes: form.duration_minutes,
  new_cage_id: form.cage_id,
  ...choicesOf(booking, form, price),
})
