import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { campRegistrationsQuery, classRegistrationsQuery } from '../../../api/queries/account.ts'
import { customerBookingsQuery } from '../../../api/queries/bookings.ts'
import { myLessonsQuery } from '../../../api/queries/lessons.ts'
import type { TicketFacts } from '../../../components/ticket/Ticket.tsx'
import type { TicketTab } from '../../../components/ticket/useTicket.ts'
import { ChangeBooking } from '../../bookings/BookingCard.tsx'
import type { Booked } from '../../changes/booked.ts'
import { bookedCage, bookedLesson } from '../../changes/booked.ts'
import { ChangeLesson } from '../../lessons/LessonCard.tsx'
import { bookedCamp, bookedSession, ChangeCamp, ChangeSession } from '../seatChanges.tsx'
import { cagesToPay, campToPay, lessonToPay, type Payable } from './PayNow.tsx'
import {
  type Changeable,
  cageFacts,
  campFacts,
  classFacts,
  lessonFacts,
  type Reading,
} from './ticketFacts.ts'

export interface ChangeRow {
  readonly key: string
  /** Which of several it is. */
  readonly label: string
  /** Move and Cancel. */
  readonly buttons: ReactNode
}

interface Asked {
  tab: TicketTab
  ids: readonly string[]
  facility: Facility
  reading: Reading
  /** The card it was paid with just now. */
  card: string | undefined
}

interface Found {
  readonly facts: TicketFacts
  readonly items: readonly Changeable[]
  readonly changes: readonly ChangeRow[]
  /** The ids of those of the family who take part, besides the account's owner. */
  readonly participants: readonly string[]
  /** Where it has an address of its own. */
  readonly calendar?: string
  /** What can be paid by card now. */
  readonly pay?: Payable | null
}

/** What the account knows of these bookings, lessons or registrations; `found` is null until it does. */
export function useTicketItems({ tab, ids, facility, reading, card }: Asked) {
  const of = (wanted: TicketTab) => ({ enabled: tab === wanted, staleTime: 0 })
  const bookings = useQuery({ ...customerBookingsQuery, ...of('bookings') })
  const lessons = useQuery({ ...myLessonsQuery, ...of('lessons') })
  const classes = useQuery({ ...classRegistrationsQuery, ...of('classes') })
  const camps = useQuery({ ...campRegistrationsQuery, ...of('camps') })
  const query = { bookings, lessons, classes, camps }[tab]
  const zone = facility.time_zone

  function found(): Found | null {
    switch (tab) {
      case 'bookings': {
        const rows = pick(bookings.data, ids, ({ start_time, cage_name }) => `${start_time} ${cage_name}`)
        const all = withChanges(
          cageFacts(rows, reading, card),
          rows,
          (row) => bookedCage(row, zone),
          (row) => <ChangeBooking booking={row} />,
        )
        return all && { ...all, pay: cagesToPay(rows, facility) }
      }
      case 'lessons': {
        const rows = pick(lessons.data, ids, ({ lesson_date }) => lesson_date)
        const facts = rows[0] ? lessonFacts(rows[0], reading, card) : null
        const all = withChanges(
          facts,
          rows,
          (row) => bookedLesson(row, zone),
          (row) => <ChangeLesson lesson={row} />,
        )
        return all && rows[0]
          ? { ...all, calendar: rows[0].calendar_url, pay: lessonToPay(rows[0], facility) }
          : all
      }
      case 'classes': {
        const rows = pick(
          classes.data,
          ids,
          ({ class_instances: { class_date, start_time }, participant }) =>
            `${class_date} ${start_time} ${participant?.name ?? ''}`,
        )
        return withChanges(
          classFacts(rows, reading, card),
          rows,
          (row) => bookedSession(row, zone),
          (row) => <ChangeSession registration={row} facility={facility} />,
        )
      }
      case 'camps': {
        const rows = pick(camps.data, ids, ({ participant }) => participant?.name ?? '')
        const all = withChanges(
          campFacts(rows, reading, card),
          rows,
          (row) => bookedCamp(row, zone),
          (row) => <ChangeCamp registration={row} facility={facility} />,
        )
        return all && { ...all, pay: campToPay(rows) }
      }
    }
  }
  const result = found()
  // A list of before the booking has none or only some of it.
  const isWhole = result !== null && (result.items.length === ids.length || !query.isFetching)
  return { found: isWhole ? result : null, query }
}

/** The rows of these ids, in the order of what is said of them. */
const pick = <Item extends { readonly id: string }>(
  rows: readonly Item[] | undefined,
  ids: readonly string[],
  order: (row: Item) => string,
): Item[] =>
  (rows ?? [])
    .filter(({ id }) => ids.includes(id))
    .sort((one, other) => order(one).localeCompare(order(other), 'en-US', { numeric: true }))

function withChanges<
  Item extends { readonly id: string; readonly participant: { readonly id: string } | null },
>(
  facts: TicketFacts | null,
  rows: readonly Item[],
  bookedOf: (row: Item) => Booked,
  buttons: (row: Item) => ReactNode,
): Found | null {
  if (!facts) return null
  const items = rows.map((row) => ({ row, booked: bookedOf(row) }))
  // What all have in common is on the ticket.
  const isAtOneTime = new Set(items.map(({ booked }) => booked.when)).size === 1
  return {
    facts,
    items: items.map(({ booked }) => booked),
    participants: [...new Set(rows.flatMap(({ participant }) => participant?.id ?? []))],
    changes: items
      .filter(({ booked: { change } }) => change.allowed)
      .map(({ row, booked }) => ({
        key: row.id,
        label: isAtOneTime ? booked.title : `${booked.title}, ${booked.when}`,
        buttons: buttons(row),
      })),
  }
}
