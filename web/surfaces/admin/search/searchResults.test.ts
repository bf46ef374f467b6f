import { IconUsers } from '@tabler/icons-react'
import { describe, expect, it } from 'vitest'
import type { ArrivalAsk } from '../../../../shared/contract/bookings/scheduleDay.ts'
import type { FoundEverywhere } from '../../../../shared/contract/people/staffSearch.ts'
import { actsOf, lookOf } from '../../../features/bookings/staff/bookingActs.ts'
import { bookingResults, foundResults, pageResults, type SearchDesk } from './searchResults.ts'

const pages = [
  { label: 'Bookings', to: '/admin/bookings', Icon: IconUsers },
  { label: 'Audit Log', to: '/admin/audit-log', Icon: IconUsers },
]
const labels = (groups: ReturnType<typeof pageResults>) =>
  groups.flatMap(({ label, results }) => results.map((result) => `${label}: ${result.label}`))

it('has the actions and the pages of the menu before anything is typed', () => {
  expect(labels(pageResults(pages, ''))).toEqual([
    'Actions: New Booking',
    'Actions: Today’s Schedule',
    'Pages: Bookings',
    'Pages: Audit Log',
  ])
})

it('has what has all words of a search', () => {
  expect(labels(pageResults(pages, 'log  aud'))).toEqual(['Pages: Audit Log'])
  expect(labels(pageResults(pages, 'book'))).toEqual(['Actions: New Booking', 'Pages: Bookings'])
  expect(pageResults(pages, 'garcia')).toEqual([])
})

const found = {
  people: [{ id: 'p1', full_name: 'Ana', email: null, phone_number: '555', role: 'coach' }],
  participants: [{ id: 'c1', full_name: 'Noah', customer_id: 'p1', customer_name: 'Ana' }],
  bookings: [
    {
      id: 'b1',
      ids: ['b1'],
      customer_name: 'Ana',
      participant_name: 'Noah',
      item_name: 'Cage 1',
      cage_name: 'Cage 1',
      status: 'paid',
      start_time: '2027-01-05T22:00:00Z',
      end_time: '2027-01-05T23:00:00Z',
    },
  ],
  payments: [
    {
      id: 'm1',
      customer_name: 'Ana',
      total_amount: 30,
      status: 'completed',
      created_at: '2027-01-05T22:00:00Z',
    },
  ],
} as unknown as FoundEverywhere

/** The desk at this instant; what is pressed there does nothing. */
function deskAt(instant: string, asks: readonly ArrivalAsk[] = []): SearchDesk {
  const around = { now: new Date(instant), zone: 'America/Chicago', isAdmin: false }
  return {
    ...around,
    asks,
    actionsOf: (booking) =>
      actsOf(booking, around).map((act) => ({ act, ...lookOf(booking, act, around), onSelect: () => act })),
    onSign: () => undefined,
  }
}

it('leads to the page of each thing that was found; a child to the page of who looks after it', () => {
  const groups = foundResults(found, deskAt('2027-01-04T12:00:00Z'))
  expect(
    groups.flatMap(({ results }) => results.map(({ label, href, shows }) => [label, href ?? shows])),
  ).toEqual([
    ['Ana', '/admin/users/p1'],
    ['Noah', '/admin/users/p1'],
    ['Noah (Ana)', 'b1'],
    ['$30.00 · Ana', '/admin/payments?open=m1'],
  ])
  expect(groups[2]?.results[0]?.below).toEqual(['Tue, Jan 5, 4:00–5:00 PM', 'Cage 1'])
})

const [first] = found.bookings
it('lists all that the menu of a booking has, beginning with what changes nothing', () => {
  const desk = deskAt('2027-01-05T21:50:00Z')
  const booking = { ...first, kind: 'booking', attendance: null, created_at: '2027-01-01T00:00:00Z' }
  const [group] = bookingResults(booking as (typeof found.bookings)[0], desk)
  const menu = desk.actionsOf(booking as (typeof found.bookings)[0])
  expect(group?.label).toBe('Noah (Ana), Tue, Jan 5, 4:00–5:00 PM')
  expect(group?.results[0]).toMatchObject({ key: 'view', label: 'View Details' })
  expect(group?.results.at(-1)).toMatchObject({ label: 'Back to Results', shows: null })
  expect(
    group?.results
      .slice(0, -1)
      .map(({ key }) => key)
      .sort(),
  ).toEqual(menu.map(({ act }) => act).sort())
})

describe('arrivals', () => {
  const listed = { kind: 'booking', attendance: null, total_cost: 30, status: 'pending payment' }
  const arrivals = (more: object, now: string) => {
    const bookings = found.bookings.map((booking) => ({ ...booking, ...listed, ...more }))
    return labels(foundResults({ ...found, bookings } as FoundEverywhere, deskAt(now))).filter((label) =>
      label.startsWith('Arrivals'),
    )
  }

  it('are checked in from the search on their day, without money first', () => {
    expect(arrivals({}, '2027-01-05T21:50:00Z')).toEqual([
      'Arrivals: Check In: Noah (Ana)',
      'Arrivals: Check In & Take $30 Cash: Noah (Ana)',
      'Arrivals: Check In & Take $30 by Card: Noah (Ana)',
    ])
    expect(arrivals({}, '2027-01-04T21:50:00Z')).toEqual([])
  })

  it('only pay once they are in, and have nothing left to do once that is paid', () => {
    expect(arrivals({ attendance: 'checked_in' }, '2027-01-05T22:10:00Z')).toEqual([
      'Arrivals: Take $30 Cash: Noah (Ana)',
      'Arrivals: Take $30 by Card: Noah (Ana)',
    ])
    expect(arrivals({ attendance: 'checked_in', status: 'paid' }, '2027-01-05T22:10:00Z')).toEqual([])
    expect(arrivals({ status: 'canceled' }, '2027-01-05T22:10:00Z')).toEqual([])
  })

  it('say what is to be asked, and hand over what is to be signed', () => {
    const bookings = found.bookings.map((booking) => ({ ...booking, ...listed, ids: ['b1'], status: 'paid' }))
    const ask: ArrivalAsk = {
      ...{ booking_id: 'b1', participant_id: 'c1', name: 'Noah', has_note: false },
      ...{ missing_care: ['allergies'], unsigned: [{ waiver_id: 'w', title: 'W', why: 'never_signed' }] },
    }
    const of = (asks: ArrivalAsk[]) =>
      foundResults({ ...found, bookings } as FoundEverywhere, deskAt('2027-01-05T21:50:00Z', asks))
        .filter(({ label }) => label === 'Arrivals')
        .flatMap(({ results }) => results.map(({ label, below }) => [label, below?.[2]]))
    expect(of([ask])).toEqual([
      ['Check In: Noah (Ana)', 'Waiver missing. Allergies missing'],
      ['Hand Over the Waiver: Noah (Ana)', 'Waiver missing. Allergies missing'],
    ])
    expect(of([])).toEqual([['Check In: Noah (Ana)', undefined]])
  })
})
