import { expect, test } from 'vitest'
import type { ListedBooking } from '../../../../shared/contract/bookings/bookingLists.ts'
import type { ScheduleDay } from '../../../../shared/contract/bookings/scheduleDay.ts'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { regularWeek } from '../../../../shared/domain/time/regularWeek.fixture.ts'
import { cageChanges, costsMore, lessonChanges, movedPrice, priceLine } from './editBooking.ts'
import { listedBooking } from './listedBooking.fixture.ts'
import { brokenRule, moveOf, reasonProblem } from './moveForm.ts'
import { startChoices } from './placeChoices.ts'

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
  expect(moveOf(booking, undefined, zone).values).toMatchObject({
    ...{ day: '2026-11-24', start_time: '16:00', duration_minutes: 60, cage_id: 'c1', tell: true },
  })
  const to = { cageId: 'c3', start: new Date('2026-11-25T00:30:00Z') }
  expect(moveOf(booking, to, zone).values).toMatchObject({
    ...{ day: '2026-11-24', start_time: '18:30', duration_minutes: 60, cage_id: 'c3' },
  })
})

test('What it costs then, and what is asked for where it is paid and costs more', () => {
  const form = { ...moveOf(booking, undefined, zone).values, cage_id: 'c3' }
  expect(movedPrice(booking, form, prices)).toBe(4_000)
  expect(movedPrice(booking, form, { ...prices, discountPercent: undefined })).toBeNull()
  expect(costsMore(form, booking, 4_000)).toBe(true)
  expect(costsMore(form, booking, 3_000)).toBe(false)
  expect(costsMore(form, { ...booking, status: 'pending payment' }, 4_000)).toBe(false)
  expect(priceLine(booking, 4_000)).toBe('It costs $40.00 then, $10.00 more.')
  expect(priceLine(booking, 3_000)).toBe('No price change: $30.00, paid.')
  expect(priceLine(booking, 2_000)).toBe('It costs $20.00 then, $10.00 less, which is refunded.')
  const kept = { ...form, price: 'kept' as const }
  expect(reasonProblem(kept.override_reason, kept)).toBe('Enter why the old price is kept.')
  expect(reasonProblem('Our mistake', kept)).toBeNull()
})

test('The request names the time, the price that was shown and the revision that was looked at', () => {
  const { values, before } = moveOf(booking, undefined, zone)
  const form = { ...values, start_time: '18:00', message: ' See you! ' }
  const at = { price: 3_000, zone }
  expect(cageChanges(form, before, booking, at)).toEqual({
    new_start_time: '2026-11-25T00:00:00.000Z',
    new_end_time: '2026-11-25T01:00:00.000Z',
    new_cage_id: 'c1',
    totalAmount: 30,
    tell: true,
    message: 'See you!',
    expected_revision: 3,
  })
  // It says where it goes even where that is where it is.
  expect(cageChanges(values, before, booking, at)).toMatchObject({ new_start_time: booking.start_time })
  expect(
    cageChanges({ ...form, difference: 'cash' }, before, booking, { ...at, price: 4_000 }),
  ).toMatchObject({ take_difference: 'cash' })
  const keeping = { ...form, price: 'kept' as const, override_reason: 'Ours', tell: false }
  const kept = lessonChanges(keeping, before, booking, 3_000)
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
  const skipped = { ...form, day: '2027-03-14', start_time: '02:30' }
  expect(cageChanges(skipped, before, booking, at)).toBeNull()
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

test('A start says that it has passed before it says who is there', () => {
  const facility = { ...regularWeek, time_zone: zone } as Facility
  const moved = listedBooking({ id: 'moved' })
  const other = listedBooking({ id: 'other' })
  const schedule = { cages: [], blocks: [], time_off: [], bookings: [moved, other] } as unknown as ScheduleDay
  const noteAt = (now: string) =>
    startChoices({
      targets: [moved],
      to: { day: '2026-11-24', start_time: '17:00', duration_minutes: 60, cage_id: 'cage-1' },
      ...{ schedule, facility, now: new Date(now) },
    }).find(({ value }) => value === '16:00')?.label
  expect(noteAt('2026-11-24T21:00:00Z')).toBe('4:00 PM · Ana López, 4:00–5:00 PM')
  expect(noteAt('2026-11-24T22:10:00Z')).toBe('4:00 PM · has passed')
})
