import {
  IconBallBaseball,
  IconCalendarPlus,
  IconCalendarWeek,
  IconCash,
  IconCreditCard,
  IconReceipt,
  IconSignature,
  IconUser,
  IconUserCheck,
  IconUsers,
} from '@tabler/icons-react'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import type { ArrivalAsk } from '../../../../shared/contract/bookings/scheduleDay.ts'
import type { FoundEverywhere } from '../../../../shared/contract/people/staffSearch.ts'
import { centsFromDollars, formatDollars, formatRate } from '../../../../shared/domain/money/money.ts'
import { facilityDay } from '../../../../shared/domain/time/time.ts'
import { formatDay, formatTimeRange } from '../../../../shared/domain/time/timeFormat.ts'
import { roleNames } from '../../../components/staff/roleNames.ts'
import { arrivalOf, isToday } from '../../../features/bookings/staff/arrival.ts'
import type { Taking } from '../../../features/bookings/staff/useArrival.ts'
import { toAskText } from '../../../features/waivers/staff/waiverText.ts'
import type { MenuPage } from '../../staff/SideMenu.tsx'

/** One line of the search: where it leads, and what it says. */
export interface SearchResult {
  /** Unlike any other's. */
  readonly key: string
  readonly href: string
  /** In place of leading there: hands over what this person has to sign. */
  readonly signs?: { readonly id: string; readonly name: string }
  /** In place of leading there: checks in who arrives, and takes what is due in that way. */
  readonly arrives?: { readonly booking: ListedBooking; readonly taking: Taking }
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

/**
 * What was found, each with the page that shows it.
 *
 * @param asks what is to be asked of today's arrivals.
 */
export function foundResults(
  found: FoundEverywhere,
  zone: string,
  now: Date,
  asks: readonly ArrivalAsk[] = [],
): ResultGroup[] {
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
      label: 'Participants',
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
        .flatMap((booking) =>
          arrivalResults(
            booking,
            asks.find(({ booking_id }) => booking.ids.includes(booking_id)),
            { now, zone },
          ),
        ),
    },
    {
      label: 'Bookings',
      results: found.bookings.map((booking) => ({
        key: booking.id,
        href: `/admin/bookings?open=${booking.id}`,
        label: whoOf(booking),
        below: parts(
          `${dayOf(booking.start_time)}, ${formatTimeRange(booking.start_time, booking.end_time, zone)}`,
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

/**
 * What the desk does as somebody arrives. The first takes no money: Enter right after typing must not. Who is in already can
 * still pay.
 */
function arrivalResults(
  booking: ListedBooking,
  ask: ArrivalAsk | undefined,
  { now, zone }: { now: Date; zone: string },
): SearchResult[] {
  const { mayCheckIn, isIn, isUnpaid } = arrivalOf(booking, now)
  const due = formatRate(centsFromDollars(booking.total_cost))
  const time = formatTimeRange(booking.start_time, booking.end_time, zone)
  const line = (taking: Taking, label: string, Icon: SearchResult['Icon']): SearchResult => ({
    key: `arrival ${booking.id} ${taking}`,
    href: `/admin/bookings?open=${booking.id}`,
    label: `${label}: ${whoOf(booking)}`,
    below: parts(time, booking.cage_name, ask && toAskText(ask)),
    Icon,
    arrives: { booking, taking },
  })
  const act = mayCheckIn ? 'Check In & Take' : 'Take'
  const waiver: SearchResult[] =
    ask && ask.unsigned.length > 0
      ? [
          {
            ...line(null, 'Hand Over the Waiver', IconSignature),
            key: `waiver ${booking.id}`,
            signs: { id: ask.participant_id, name: ask.name },
          },
        ]
      : []
  return [
    ...(mayCheckIn ? [line(null, 'Check In', IconUserCheck)] : []),
    ...(isUnpaid && (mayCheckIn || isIn)
      ? [
          line('cash', `${act} ${due} Cash`, IconCash),
          line('desk_card', `${act} ${due} by Card`, IconCreditCard),
        ]
      : []),
    ...waiver,
  ]
}

/** Who comes; of a class session what it is. */
const whoOf = ({ participant_name, customer_name, item_name }: ListedBooking): string =>
  participant_name && customer_name ? `${participant_name} (${customer_name})` : (customer_name ?? item_name)

const parts = (...of: readonly (string | null | undefined | false)[]): string[] =>
  of.filter((part): part is string => Boolean(part))
