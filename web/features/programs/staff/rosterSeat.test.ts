import { expect, it } from 'vitest'
import { campDays, countsOf, currentDay, marksOf, type RosterSeat } from './rosterSeat.ts'

const zone = 'America/Chicago'
const seat = (more: Partial<RosterSeat>): RosterSeat => ({
  payable: { kind: 'camp_registration', id: 'a' },
  id: 'a',
  participantId: null,
  name: 'Mia',
  age: 9,
  isOutsideAges: false,
  adult: null,
  isGuest: false,
  status: 'paid',
  owed: 0,
  hasPayment: false,
  paymentId: null,
  attendance: null,
  missingCare: [],
  hasNote: false,
  unsigned: [],
  registeredAt: '2026-11-22T18:00:00.000Z',
  revision: 0,
  ...more,
})

it('counts who has a spot, without canceled ones', () => {
  const seats = [
    seat({ attendance: 'late' }),
    seat({ status: 'unpaid', owed: 80.1, attendance: 'no_show' }),
    seat({ status: 'unpaid', owed: 80.2 }),
    seat({ status: 'canceled', owed: 80 }),
  ]
  expect(countsOf(seats)).toEqual({
    ...{ taken: 3, paid: 1, owing: 2, owedCents: 16_030 },
    ...{ present: 1, noShows: 1, open: 1 },
  })
})

it('lets nothing be noted before the day, and nobody be absent before the start', () => {
  const session = { day: '2026-12-19', startsAt: '2026-12-19T15:00:00Z' }
  const at = (now: string) => marksOf(session, new Date(now), zone)
  expect(at('2026-12-19T05:59:00Z')).toEqual({ here: false, absent: false })
  expect(at('2026-12-19T06:00:00Z')).toEqual({ here: true, absent: false })
  expect(at('2026-12-19T15:00:00Z')).toEqual({ here: true, absent: true })
})

it('has each day of a camp once, and shows the one of now, the next or the last', () => {
  const days = campDays(
    [
      { date: '2026-12-19', start_time: '09:00' },
      { date: '2026-12-19', start_time: '13:00' },
      { date: '2026-12-26', start_time: '09:00' },
    ],
    zone,
  )
  expect(days.map(({ startsAt }) => startsAt.toISOString())).toEqual([
    '2026-12-19T15:00:00.000Z',
    '2026-12-26T15:00:00.000Z',
  ])
  const shown = (today: string) => currentDay(days, today)?.day
  expect(['2026-12-01', '2026-12-19', '2026-12-20', '2027-01-01'].map(shown)).toEqual([
    '2026-12-19',
    '2026-12-19',
    '2026-12-26',
    '2026-12-26',
  ])
  expect(currentDay([], '2026-12-01')).toBeUndefined()
})
