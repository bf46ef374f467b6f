import { expect, test } from 'vitest'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { regularWeek } from '../../../../shared/domain/time/regularWeek.fixture.ts'
import {
  brokenRule,
  cageMove,
  isDearer,
  lessonMove,
  movedPrice,
  moveForm,
  moveFormOf,
  priceLine,
} from './moveForm.ts'

const zone = 'America/Chicago'
const booking = {
  id: 'b1',
  kind: 'booking',
  status: 'paid',
  start_time: '2026-11-24T22:00:00.000Z',
  end_time: '2026-11-24T23:00:00.000Z',
  total_cost: 30,
  cages: [{ id: 'c1', name: 'Cage 1' }],
  revision: 3,
} as ListedBooking
const rates = { price_30_min: 20, price_60_min: 40, price_additional_30_min: 15 }
const prices = {
  cages: [
    { id: 'c1', ...rates, price_60_min: 30 },
    { id: 'c3', ...rates },
  ],
  coach: undefined,
  discountPercent: 0,
  facility: {},
}

test('It opens with where it was dropped, else with where it is; its length stays', () => {
  expect(moveFormOf(booking, undefined, zone)).toMatchObject({
    ...{ day: '2026-11-24', start_time: '16:00', duration_minutes: 60, cage_id: 'c1', tell: true },
  })
  const to = { cageId: 'c3', start: new Date('2026-11-25T00:30:00Z') }
  expect(moveFormOf(booking, to, zone)).toMatchObject({
    ...{ day: '2026-11-24', start_time: '18:30', duration_minutes: 60, cage_id: 'c3' },
  })
})

test('What it costs then, and what is asked for where it is paid and costs more', () => {
  const form = { ...moveFormOf(booking, undefined, zone), cage_id: 'c3' }
  expect(movedPrice(booking, form, prices)).toBe(4_000)
  expect(movedPrice(booking, form, { ...prices, discountPercent: undefined })).toBeNull()
  expect(isDearer(booking, 4_000)).toBe(true)
  expect(isDearer(booking, 3_000)).toBe(false)
  expect(isDearer({ ...booking, status: 'pending payment' }, 4_000)).toBe(false)
  expect(priceLine(booking, 4_000)).toBe('It costs $40.00 then, $10.00 more.')
  expect(priceLine(booking, 3_000)).toBe('No price change: $30.00, paid.')
  expect(priceLine(booking, 2_000)).toBe('It costs $20.00 then, $10.00 less, which is refunded.')
  const kept = { ...form, difference: 'kept' as const }
  expect(moveForm.safeParse(kept).error?.issues).toMatchObject([{ path: ['override_reason'] }])
  expect(moveForm.safeParse({ ...kept, override_reason: 'Our mistake' }).success).toBe(true)
})

test('The request names the time, the price that was shown and the revision that was looked at', () => {
  const form = { ...moveFormOf(booking, undefined, zone), start_time: '18:00', message: ' See you! ' }
  expect(cageMove(booking, form, 3_000, zone)).toEqual({
    new_start_time: '2026-11-25T00:00:00.000Z',
    new_end_time: '2026-11-25T01:00:00.000Z',
    new_cage_id: 'c1',
    totalAmount: 30,
    tell: true,
    message: 'See you!',
    expected_revision: 3,
  })
  expect(cageMove(booking, { ...form, difference: 'cash' }, 4_000, zone)).toMatchObject({
    take_difference: 'cash',
  })
  const kept = lessonMove(
    booking,
    { ...form, difference: 'kept', override_reason: 'Ours', tell: false },
    4_000,
  )
  expect(kept).toEqual({
    new_lesson_date: '2026-11-24',
    new_start_time: '18:00',
    new_duration_minutes: 60,
    new_cage_id: 'c1',
    price: 'kept',
    override_reason: 'Ours',
    tell: false,
    expected_revision: 3,
  })
  // The clocks skip it.
  expect(cageMove(booking, { ...form, day: '2027-03-14', start_time: '02:30' }, null, zone)).toBeNull()
})

test('A reason is asked for at once where the time has passed or the facility is closed', () => {
  const facility = { ...regularWeek, time_zone: zone } as Facility
  const now = new Date('2026-11-24T12:00:00Z')
  const at = (start: string, end: string) => ({ startMs: Date.parse(start), endMs: Date.parse(end) })
  expect(
    brokenRule(at('2026-11-24T22:00:00Z', '2026-11-24T23:00:00Z'), '2026-11-24', facility, now),
  ).toBeNull()
  expect(brokenRule(at('2026-11-24T10:00:00Z', '2026-11-24T11:00:00Z'), '2026-11-24', facility, now)).toMatch(
    /passed/,
  )
  expect(brokenRule(at('2026-11-25T09:00:00Z', '2026-11-25T10:00:00Z'), '2026-11-25', facility, now)).toMatch(
    /closed/,
  )
})

test('No reason is asked for at a start that is now, nor at an end with the facility’s', () => {
  const facility = { ...regularWeek, time_zone: zone } as Facility
  const lastHour = { startMs: Date.parse('2026-11-25T02:00:00Z'), endMs: Date.parse('2026-11-25T03:00:00Z') }
  const now = new Date(lastHour.startMs)
  expect(brokenRule(lastHour, '2026-11-24', facility, now)).toBeNull()
  expect(brokenRule({ ...lastHour, endMs: lastHour.endMs + 1 }, '2026-11-24', facility, now)).toMatch(
    /closed/,
  )
})
