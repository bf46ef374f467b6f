import {
  IconArrowLeft,
  IconBallBaseball,
  IconCalendarPlus,
  IconCalendarWeek,
  IconReceipt,
  IconSignature,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import type { ArrivalAsk } from '../../../../shared/contract/bookings/scheduleDay.ts'
import type { FoundEverywhere } from '../../../../shared/contract/people/staffSearch.ts'
import { centsFromDollars, formatDollars } from '../../../../shared/domain/money/money.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDay, formatTimeRange } from '../../../../shared/domain/time/timeFormat.ts'
import { roleNames } from '../../../components/staff/roleNames.ts'
import { arrivalOf, isToday } from '../../../features/bookings/staff/arrival.ts'
import type { BookingAction } from '../../../features/bookings/staff/useBookingActions.tsx'
import { toAskText } from '../../../features/waivers/staff/waiverText.ts'
import type { MenuPage } from '../../staff/SideMenu.tsx'

/** One line of the search: where it leads or what it does, and what it says. */
export interface SearchResult {
  /** Unlike any other's. */
  readonly key: string
  readonly href?: string
  readonly onSelect?: (() => unknown) | undefined
  /** Lists what can be done with this booking; null: goes back to what was found. */
  readonly shows?: string | null
  readonly danger?: boolean
  readonly label: string
  /** Facts below the label, each kept on one line where it can be. */
  readonly below?: readonly string[]
  /** A state, as `StatusBadge` names it. */
  readonly status?: string
  readonly Icon: MenuPage['Icon']
}

export interface ResultGroup {
  readonly label: string
  readonly results: readonly SearchResult[]
}

const quickActions: readonly MenuPage[] = [
  { label: 'New Booking', to: '/admin/bookings?create=true', Icon: IconCalendarPlus },
  { label: 'Today’s Schedule', to: '/admin/schedule', Icon: IconCalendarWeek },
]

/** Actions and pages of the menu; with a search, those that have all of its words. */
export function pageResults(pages: readonly MenuPage[], search: string): ResultGroup[] {
  const words = search.toLowerCase().split(/\s+/)
  const resultsOf = (of: readonly MenuPage[]) =>
    of
      .filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
      .map(({ label, to, Icon }) => ({ key: to, href: to, label, Icon }))
  return [
    { label: 'Actions', results: resultsOf(quickActions) },
    { label: 'Pages', results: resultsOf(pages) },
  ].filter(({ results }) => results.length > 0)
}

/** What the search knows and does beside what it has found. */
export interface SearchDesk {
  readonly zone: string
  readonly now: Date
  /** What is to be asked of today's arrivals. */
  readonly asks: readonly ArrivalAsk[]
  readonly actionsOf: (booking: ListedBooking) => readonly BookingAction[]
  /** Hands over what this person has to sign. */
  readonly onSign: (signer: { id: string; name: string }) => void
}

/** What was found: the page that shows it, of bookings what can be done. */
export function foundResults(found: FoundEverywhere, desk: SearchDesk): ResultGroup[] {
  const { zone, now } = desk
  const dayOf = (instant: string) => formatDay(facilityDay(instant, zone))
  const groups: ResultGroup[] = [
    {
      label: 'People',
      results: found.people.map(({ id, full_name, email, phone_number, role }) => ({
        key: id,
        href: `/admin/users/${id}`,
        label: full_name,
        below: parts(email, phone_number, role !== 'user' && roleNames[role]),
        Icon: IconUser,
      })),
    },
    {
      label: 'Families',
      results: found.participants.map(({ id, full_name, customer_id, customer_name }) => ({
        key: id,
        href: `/admin/users/${customer_id}`,
        label: full_name,
        below: [`With ${customer_name}`],
        Icon: IconUsers,
      })),
    },
    {
      label: 'Arrivals',
      results: found.bookings
        .filter((booking) => isToday(booking, now, zone))
        .flatMap((booking) => arrivalResults(booking, desk)),
    },
    {
      label: 'Bookings',
      results: found.bookings.map((booking) => ({
        key: booking.id,
        shows: booking.id,
        label: whoOf(booking),
        below: parts(
          whenOf(booking, zone),
          booking.customer_name === null ? booking.cage_name : booking.item_name,
        ),
        status: booking.status,
        Icon: IconBallBaseball,
      })),
    },
    {
      label: 'Payments',
      results: found.payments.map(
        ({ id, receipt_number, customer_name, total_amount, status, created_at }) => ({
          key: id,
          href: `/admin/payments?open=${id}`,
          label: `${formatDollars(centsFromDollars(total_amount))} · ${customer_name ?? 'Deleted user'}`,
          below: [dayOf(created_at), receipt_number],
          status,
          Icon: IconReceipt,
        }),
      ),
    },
  ]
  return groups.filter(({ results }) => results.length > 0)
}

/** What can be done with one booking of those found. Enter twice shows it: that changes nothing. */
export function bookingResults(
  booking: ListedBooking,
  { zone, actionsOf }: Pick<SearchDesk, 'zone' | 'actionsOf'>,
): ResultGroup[] {
  const actions = actionsOf(booking)
  const inOrder = [
    ...actions.filter(({ act }) => act === 'view'),
    ...actions.filter(({ act }) => act !== 'view'),
  ]
  return [
    {
      label: `${whoOf(booking)}, ${whenOf(booking, zone)}`,
      results: [
        ...inOrder.map(({ act, ...action }) => ({ key: act, ...action })),
        { key: 'back', shows: null, label: 'Back to Results', Icon: IconArrowLeft },
      ],
    },
  ]
}

/**
 * What the desk does as somebody arrives. The first takes no money: Enter right after typing must not. Who is in already can
 * still pay.
 */
function arrivalResults(
  booking: ListedBooking,
  { now, zone, asks, actionsOf, onSign }: SearchDesk,
): SearchResult[] {
  const { mayCheckIn, isIn, isUnpaid } = arrivalOf(booking, now)
  const ask = asks.find(({ booking_id }) => booking.ids.includes(booking_id))
  const time = formatTimeRange(booking.start_time, booking.end_time, zone)
  const below = parts(time, booking.cage_name, ask && toAskText(ask))
  const line = (label: string, rest: Pick<SearchResult, 'Icon' | 'onSelect'>): SearchResult => ({
    key: `${label} ${booking.id}`,
    label: `${label}: ${whoOf(booking)}`,
    below,
    ...rest,
  })
  const wanted = [mayCheckIn && 'checked_in', ...(isUnpaid && (mayCheckIn || isIn) ? ['cash', 'card'] : [])]
  const actions = actionsOf(booking)
  return [
    ...wanted.flatMap((act) =>
      actions.filter((action) => action.act === act).map(({ label, ...action }) => line(label, action)),
    ),
    ...(ask && ask.unsigned.length > 0
      ? [
          line('Hand Over the Waiver', {
            Icon: IconSignature,
            onSelect: () => onSign({ id: ask.participant_id, name: ask.name }),
          }),
        ]
      : []),
  ]
}

const whenOf = ({ start_time, end_time }: ListedBooking, zone: string): string =>
  `${formatDay(facilityDay(start_time, zone))}, ${formatTimeRange(start_time, end_time, zone)}`

/** Who comes; of a class session what it is. */
const whoOf = ({ participant_name, customer_name, item_name }: ListedBooking): string =>
  participant_name && customer_name ? `${participant_name} (${customer_name})` : (customer_name ?? item_name)

const parts = (...of: readonly (string | null | undefined | false)[]): string[] =>
  of.filter((part): part is string => Boolean(part))
