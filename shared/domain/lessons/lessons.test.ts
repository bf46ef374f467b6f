import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { terms } from '../bookings/terms.ts'
import { noTax } from '../money/salesTax.ts'
import { cageFees, coachFee, lessonTime, lessonTimes, movedLessonPrice } from './lessons.ts'

const ZONE = 'America/Chicago'
const spring = '2027-03-14'
const autumn = '2026-11-01'
const night = { opens: '00:00', closes: '05:00' }
const starts = (day: string, minutes: number, hours = night) =>
  lessonTimes(day, minutes, hours, ZONE).map(({ startTime }) => startTime)

describe('the price of a moved lesson', () => {
  const cage = { price_30_min: 20, price_60_min: 40, price_additional_30_min: 15 }
  const before = { duration_minutes: 60, total_cost: '90.00' }
  const to = (minutes: number) => ({ minutes, hourlyRate: '80.00', cage, tax: noTax })

  test.each([
    ['coach', 60, 9_000],
    ['coach', 90, 17_500],
    ['coach', 30, 6_000],
    ['desk', 60, 12_000],
    ['customer', 60, 12_000],
  ] as const)('by the terms of the %s for %i minutes', (party, minutes, cents) => {
    expect(movedLessonPrice(terms[party], before, to(minutes))).toBe(cents)
  })
})

describe('coachFee', () => {
  test('is the hourly rate by the hour, in cents', () => {
    expect([30, 60, 90].map((minutes) => coachFee('55.00', minutes))).toEqual([2750, 5500, 8250])
  })

  test('rounds half a cent up, as the database does', () => {
    expect(coachFee('50.01', 30)).toBe(2501)
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.constantFrom(30, 60, 90), (cents, minutes) => {
        const halves = (BigInt(cents) * BigInt(minutes) * 2n + 60n) / 120n
        expect(coachFee((cents / 100).toFixed(2), minutes)).toBe(Number(halves))
      }),
    )
  })
})

describe('cageFees', () => {
  const rates = (half: number, hour: number) => ({
    price_30_min: half,
    price_60_min: hour,
    price_additional_30_min: 15,
  })

  test('are one where all cages cost the same, and a range where they do not', () => {
    expect(cageFees([rates(20, 30), rates(20, 30)], 60)).toEqual({ least: 3000, most: 3000 })
    expect(cageFees([rates(25, 30), rates(20, 45)], 30)).toEqual({ least: 2000, most: 2500 })
    expect(cageFees([rates(25, 30), rates(20, 45)], 90)).toEqual({ least: 4500, most: 6000 })
  })

  test('are none without a cage', () => {
    expect(cageFees([], 60)).toBeNull()
  })
})

describe('lessonTimes', () => {
  test('starts every half hour and ends by closing', () => {
    expect(starts('2026-11-24', 90, { opens: '16:00', closes: '18:45' })).toEqual(['16:00', '16:30', '17:00'])
  })

  test('starts on the half hour where opening is not', () => {
    expect(starts('2026-11-24', 60, { opens: '16:15', closes: '18:00' })).toEqual(['16:30', '17:00'])
  })

  test('is empty when closed, and when the lesson is longer than the day', () => {
    expect(lessonTimes('2026-11-24', 30, null, ZONE)).toEqual([])
    expect(starts('2026-11-24', 90, { opens: '16:00', closes: '17:00' })).toEqual([])
  })

  test('leaves out lessons that would touch the hour that spring skips', () => {
    expect(starts(spring, 60)).toEqual(['00:00', '00:30', '03:00', '03:30', '04:00'])
  })

  test('offers each wall time once when an hour repeats, and no lesson that lasts longer than its duration', () => {
    expect(starts(autumn, 60)).toEqual(['00:00', '00:30', '02:00', '02:30', '03:00', '03:30', '04:00'])
    expect(starts(autumn, 60, { opens: '01:30', closes: '03:00' })).toEqual(['02:00'])
  })
})

describe('lessonTime', () => {
  test('returns both wall times and instants', () => {
    expect(lessonTime('2026-11-24', '17:30', 90, ZONE)).toEqual({
      startTime: '17:30',
      endTime: '19:00',
      start: new Date('2026-11-24T23:30:00Z'),
      end: new Date('2026-11-25T01:00:00Z'),
    })
  })

  test.each([
    ['a start that spring skips', spring, '02:30'],
    ['an end that spring skips', spring, '01:30'],
    ['a lesson during which an hour repeats', autumn, '01:00'],
    ['a lesson past midnight', '2026-11-24', '23:00'],
  ])('is null for %s', (_name, day, start) => {
    expect(lessonTime(day, start, 60, ZONE)).toBeNull()
  })
})
