import {
  IconArrowBackUp,
  IconCalendarX,
  IconCash,
  IconCheck,
  IconClockExclamation,
  IconCreditCard,
  IconDoorExit,
  IconEdit,
  type IconEye,
  IconListDetails,
  IconMessage,
  IconRepeat,
  IconShoppingBag,
  IconSwitchHorizontal,
  IconTrash,
  IconUser,
  IconUserOff,
  IconUsers,
} from '@tabler/icons-react'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import { centsFromDollars, formatRate } from '../../../../shared/domain/money/money.ts'
import { payableOf } from '../../payments/staff/payableOf.ts'
import { arrivalOf, isToday } from './arrival.ts'
import { isChangeable } from './bookingTexts.ts'
import { attendancesOf } from './useAttendance.ts'

/** What staff do with a booking, in the order of its menu. `cash` and `card` check in as well where that is due. */
export type BookingAct =
  | 'cash'
  | 'card'
  | 'checked_in'
  | 'late'
  | 'no_show'
  | 'free_rest'
  | 'undo'
  | 'pay'
  | 'view'
  | 'seats'
  | 'edit'
  | 'move'
  | 'message'
  | 'again'
  | 'person'
  | 'cancel'
  | 'delete'

/** What decides beside the booking. */
interface Around {
  readonly now: Date
  readonly zone: string
  readonly isAdmin: boolean
}

/** After so long a booking is no slip of the finger any more. */
const slipMs = 86_400_000

/** Whether money that is taken for it checks it in, or comes from who is in already. */
export function paysOnArrival(booking: ListedBooking, { now, zone }: Pick<Around, 'now' | 'zone'>): boolean {
  const { mayCheckIn, isIn } = arrivalOf(booking, now)
  return isToday(booking, now, zone) && (mayCheckIn || isIn)
}

/**
 * What can be done with a booking, the same wherever it is shown. A class session is only looked at: its seats are paid,
 * changed and checked in one by one, with its class.
 */
export function actsOf(booking: ListedBooking, { now, zone, isAdmin }: Around): BookingAct[] {
  const { customer_id, class_id, status, created_at } = booking
  if (!isChangeable(booking)) return class_id ? ['view', 'seats'] : ['view']
  const isKept = status !== 'canceled'
  const isDue = payableOf(booking).length > 0
  const isSlip = status !== 'paid' && now.getTime() - Date.parse(created_at) < slipMs
  const acts: readonly (BookingAct | false)[] = [
    isDue && 'cash',
    isDue && 'card',
    ...attendancesOf(booking, now, zone).map((noting) => noting ?? 'undo'),
    isDue && 'pay',
    'view',
    'edit',
    isKept && 'move',
    isKept && 'message',
    'again',
    customer_id !== null && 'person',
    isKept && 'cancel',
    (isAdmin || isSlip || !isKept) && 'delete',
  ]
  return acts.filter((act) => act !== false)
}

const looks: Readonly<Record<BookingAct, readonly [label: string, Icon: typeof IconEye]>> = {
  cash: ['Cash', IconCash],
  card: ['by Card', IconCreditCard],
  checked_in: ['Check In', IconCheck],
  late: ['Late', IconClockExclamation],
  no_show: ['No-Show', IconUserOff],
  free_rest: ['No-Show, Free the Rest', IconDoorExit],
  undo: ['Undo Check-In', IconArrowBackUp],
  pay: ['Take Payment', IconShoppingBag],
  view: ['View Details', IconListDetails],
  seats: ['Registrations', IconUsers],
  edit: ['Edit Booking', IconEdit],
  move: ['Move…', IconSwitchHorizontal],
  message: ['Message Customer', IconMessage],
  again: ['Book Again', IconRepeat],
  person: ['Open Customer', IconUser],
  cancel: ['Cancel Booking', IconCalendarX],
  delete: ['Delete Booking', IconTrash],
}

/** How a menu offers it. */
export function lookOf(booking: ListedBooking, act: BookingAct, around: Pick<Around, 'now' | 'zone'>) {
  const [text, Icon] = looks[act]
  return { label: labelOf(booking, act, around) ?? text, Icon, danger: act === 'cancel' || act === 'delete' }
}

function labelOf(booking: ListedBooking, act: BookingAct, around: Pick<Around, 'now' | 'zone'>) {
  if (act === 'cash' || act === 'card') {
    const arrives = paysOnArrival(booking, around) && arrivalOf(booking, around.now).mayCheckIn
    const due = formatRate(centsFromDollars(booking.total_cost))
    return `${arrives ? 'Check In & Take' : 'Take'} ${due} ${looks[act][0]}`
  }
  const isNoShow = booking.attendance === 'no_show'
  if (isNoShow && act === 'undo') return 'Undo No-Show'
  return isNoShow && act === 'free_rest' ? 'Free the Rest' : undefined
}
