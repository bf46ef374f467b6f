/** The form of a booking or lesson that Edit and Move fill in: its fields, what it costs, what has changed against what was loaded, and the requests. */

import { z } from 'zod'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import type { BookingStatus } from '../../../../shared/contract/bookings/bookings.ts'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { dollars } from '../../../../shared/contract/fields.ts'
import type { Coach } from '../../../../shared/contract/lessons/coaches.ts'
import type { DeskPaymentMethod } from '../../../../shared/contract/payments/staffPayments.ts'
import { totalAfterMove } from '../../../../shared/domain/bookings/changePolicy.ts'
import { lessonPrice } from '../../../../shared/domain/lessons/lessons.ts'
import { centsFromDollars, dollarsFromCents, formatDollars } from '../../../../shared/domain/money/money.ts'
import { type CageRates, priceSessions } from '../../../../shared/domain/money/pricing.ts'
import { taxOf } from '../../../../shared/domain/money/salesTax.ts'
import { facilityDay, facilityWallTime, minuteMs } from '../../../../shared/domain/time/time.ts'
import { readDay } from '../../../components/searchValues.ts'
import { tellRequest } from '../../../components/staff/TellFields.tsx'
import { readNumber } from '../../../ui/typedNumber.ts'
import type { CageChanges, LessonChanges } from './bookingCalls.ts'
import { wantedTime } from './dayAvailability.ts'

/** What the form was filled with: the row, each of its bookings, and a lesson's own notes. */
export interface Edited {
  readonly booking: ListedBooking
  readonly members: readonly ListedBooking[]
  readonly lesson: { readonly coach_notes: string | null } | null
  readonly refunds: readonly Refundable[]
  /** Names of those who are mailed. */
  readonly told: readonly string[]
}

/** What comes back of one booking where it is canceled, in dollars. */
interface Refundable {
  readonly id: string
  readonly refundable_amount: number
  readonly refund_by_rule: number
}

/** What a cancellation can give back, with what that comes to. */
export function refundChoices(refunds: readonly Refundable[]) {
  const sum = (dollarsOf: (refund: Refundable) => number) =>
    formatDollars(refunds.reduce((cents, refund) => cents + centsFromDollars(dollarsOf(refund)), 0))
  return [
    { value: 'by_rule', label: `By the rule: ${sum(({ refund_by_rule }) => refund_by_rule)}` },
    {
      value: 'full',
      label: `Everything that was paid: ${sum(({ refundable_amount }) => refundable_amount)}`,
    },
    { value: 'none', label: 'Nothing' },
  ]
}

type PriceChoice = 'by_rule' | 'kept' | 'amount'
type RefundChoice = 'by_rule' | 'full' | 'none' | 'amount'

export interface EditForm {
  /** The id of the booking to change; empty for all of the row. */
  which: string
  day: string
  /** `HH:mm` */
  start_time: string
  duration_minutes: number
  /** Empty where several cages are changed at once: each stays in its own. */
  cage_id: string
  status: BookingStatus
  notes: string
  price: PriceChoice
  price_amount: string
  /** Of what comes back paid, or is paid and costs more then: how it is taken; empty: not chosen. */
  difference: '' | DeskPaymentMethod
  refund: RefundChoice
  refund_amount: string
  override_reason: string
  tell: boolean
  message: string
}

/** The bookings that are changed. */
export const targetsOf = ({ members }: Edited, which: string): readonly ListedBooking[] =>
  which === '' ? members : members.filter(({ id }) => id === which)

export function formOf(edited: Edited, which: string, zone: string): EditForm {
  const targets = targetsOf(edited, which)
  const { booking, lesson } = edited
  return {
    which,
    day: facilityDay(booking.start_time, zone),
    start_time: facilityWallTime(booking.start_time, zone),
    duration_minutes: (Date.parse(booking.end_time) - Date.parse(booking.start_time)) / minuteMs,
    cage_id: targets.length === 1 ? (targets[0]?.cages[0]?.id ?? '') : '',
    status: booking.status === 'active' ? 'pending payment' : booking.status,
    notes: (booking.kind === 'lesson' ? lesson?.coach_notes : booking.admin_notes) ?? '',
    price: 'by_rule',
    price_amount: '',
    difference: '',
    refund: 'by_rule',
    refund_amount: '',
    override_reason: '',
    tell: true,
    message: '',
  }
}

/**
 * What was typed, over a newer version of what was loaded: fields that nobody has touched take what they are now.
 */
export function rebased(typed: EditForm, before: EditForm, now: EditForm): EditForm {
  const untouched = Object.entries(now).filter(
    ([field]) => typed[field as keyof EditForm] === before[field as keyof EditForm],
  )
  return { ...typed, ...Object.fromEntries(untouched) }
}

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
  form: Pick<EditForm, 'cage_id' | 'duration_minutes'>,
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

/** What is typed as an amount; the contract's schema says whether it is one. */
const amountOf = (typed: string) => dollars.safeParse(readNumber(typed))

/** What is wrong, by field; the server's own rules follow when it is sent. */
export const editForm = z.custom<EditForm>().superRefine((form, context) => {
  const problem = (field: keyof EditForm, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  const checkAmount = (field: 'price_amount' | 'refund_amount') => {
    for (const { message } of amountOf(form[field]).error?.issues ?? []) problem(field, message)
  }
  if (!readDay(form.day)) problem('day', 'Start date is required.')
  if (!form.start_time) problem('start_time', 'Start time is required.')
  if (form.price === 'amount') checkAmount('price_amount')
  if (form.refund === 'amount') checkAmount('refund_amount')
})

/** Whether the form asks for another time, length or cage. */
export const isMoved = (form: EditForm, before: EditForm): boolean =>
  form.status !== 'canceled' &&
  (['day', 'start_time', 'duration_minutes', 'cage_id'] as const).some(
    (field) => form[field] !== before[field],
  )

/** What a booking costs after the change, in cents; null while that is not known. */
export function editedPrice(
  form: EditForm,
  before: EditForm,
  target: ListedBooking,
  prices: Prices,
): number | null {
  if (form.price === 'amount') {
    const { data } = amountOf(form.price_amount)
    return data === undefined ? null : centsFromDollars(data)
  }
  if (form.price === 'kept' || !isMoved(form, before)) return centsFromDollars(target.total_cost)
  const cage_id = form.cage_id || target.cages[0]?.id || ''
  return movedPrice(target, { cage_id, duration_minutes: form.duration_minutes }, prices)
}

/** Whether it is paid, stays so and costs more then: the rest has to be taken. */
export const costsMore = (form: EditForm, target: ListedBooking, price: number | null): boolean =>
  target.status === 'paid' &&
  form.status === 'paid' &&
  price !== null &&
  price > centsFromDollars(target.total_cost)

/** Whether it was canceled and is to be paid: how it was paid is asked. */
export const comesBackPaid = (form: Pick<EditForm, 'status'>, before: Pick<EditForm, 'status'>): boolean =>
  before.status === 'canceled' && form.status === 'paid'

/** What every change may say besides. `price`: what was shown. */
const choicesOf = (form: EditForm, before: EditForm, target: ListedBooking, price: number | null) => ({
  ...(form.price !== 'by_rule' && {
    price: form.price === 'kept' ? ('kept' as const) : readNumber(form.price_amount),
  }),
  ...(form.price === 'by_rule' &&
    price !== null &&
    isMoved(form, before) && { totalAmount: dollarsFromCents(price) }),
  ...(form.difference !== '' &&
    (costsMore(form, target, price) || comesBackPaid(form, before)) && { take_difference: form.difference }),
  ...(form.status === 'canceled' &&
    form.refund !== 'by_rule' && {
      refund: form.refund === 'amount' ? readNumber(form.refund_amount) : form.refund,
    }),
  ...(form.override_reason.trim() && { override_reason: form.override_reason.trim() }),
  ...tellRequest(form),
  expected_revision: target.revision,
})

/** The change of one cage booking at the price that was shown, in cents; null where the start is no time of that day. */
export function cageChanges(
  form: EditForm,
  before: EditForm,
  target: ListedBooking,
  { price, zone }: { price: number | null; zone: string },
): CageChanges | null {
  const moved = isMoved(form, before)
  const time = moved ? wantedTime(form.day, form.start_time, form.duration_minutes, zone) : null
  if (moved && !time) return null
  return {
    ...(time && {
      new_start_time: new Date(time.startMs).toISOString(),
      new_end_time: new Date(time.endMs).toISOString(),
    }),
    ...(moved && form.cage_id && { new_cage_id: form.cage_id }),
    ...(form.status !== before.status && { new_status: form.status }),
    ...(form.notes.trim() !== before.notes && { new_admin_notes: form.notes.trim() }),
    ...choicesOf(form, before, target, price),
  }
}

/** The change of a lesson. */
export const lessonChanges = (
  form: EditForm,
  before: EditForm,
  target: ListedBooking,
  price: number | null,
): LessonChanges => ({
  ...(isMoved(form, before) && {
    new_lesson_date: form.day,
    new_start_time: form.start_time,
    new_duration_minutes: form.duration_minutes,
    ...(form.cage_id && { new_cage_id: form.cage_id }),
  }),
  ...(form.status !== before.status && { new_status: form.status }),
  ...(form.notes.trim() !== before.notes && { new_coach_notes: form.notes.trim() }),
  ...choicesOf(form, before, target, price),
})

interface OfEach {
  readonly expected_revision?: number | undefined
  readonly totalAmount?: number | undefined
}
interface Alone extends OfEach {
  readonly new_cage_id?: string | undefined
  readonly take_difference?: DeskPaymentMethod | undefined
}

/** A change of several of a row as one request: revision and price are said of each, and each keeps its cage. */
export function groupChanges<Changes extends Alone>(
  targets: readonly [ListedBooking, ...ListedBooking[]],
  changesOf: (target: ListedBooking) => Changes,
) {
  const each = targets.map((target) => ({ id: target.id, ...changesOf(target) }))
  const bookings = each.map(({ id, expected_revision, totalAmount }) => ({
    id,
    expected_revision,
    totalAmount,
  }))
  const { expected_revision: _, totalAmount: __, new_cage_id: ___, ...shared } = changesOf(targets[0])
  // Some of them may cost no more.
  const method = each.find(({ take_difference }) => take_difference !== undefined)?.take_difference
  return { ...shared, ...(method && { take_difference: method }), bookings }
}
