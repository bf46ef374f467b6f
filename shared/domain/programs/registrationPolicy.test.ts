import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changeOf, changeUntil } from '../bookings/changePolicy.ts'
import { addDays, daysBetween, facilityDay, facilityWallTime, instantOf } from '../time/time.ts'
import {
  campRefundUntil,
  cancelLine,
  changeableCamp,
  changeableSession,
  hoursBeforeStart,
} from './registrationPolicy.ts'

const zone = 'America/Chicago'
const paid = { byCard: 1_999, atDesk: 0 }

describe('a class session', () => {
  const session = { class_date: '2026-11-01', start_time: '16:00', end_time: '17:00' }
  const booked = changeableSession({ status: 'paid', cutoffHours: 24 }, session, zone)

  test('goes by elapsed hours: on the day on which the clocks go back it is 5:00 PM the day before', () => {
    expect(facilityWallTime(changeUntil(booked), zone)).toBe('17:00')
  })

  test('is refunded in full before its cut-off, and not automatically from then on', () => {
    const until = changeUntil(booked).getTime()
    expect(changeOf(booked, paid, new Date(until - 1))).toMatchObject({ allowed: true, refund_amount: 19.99 })
    expect(changeOf(booked, paid, new Date(until))).toMatchObject({
      allowed: false,
      refund_amount: 0,
      reason: 'change_too_late',
    })
  })
})

describe('a camp', () => {
  test('goes by facility days, also across a change of the clocks', () => {
    const start = instantOf('2026-11-05', '09:00', zone)
    expect(campRefundUntil(start, 7, zone)).toEqual(instantOf('2026-10-29', '09:00', zone))
  })

  test('whatever the day and the rule, the cut-off has the wall time of the start, that many days before', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3_000 }),
        fc.integer({ min: 0, max: 90 }),
        // No camp begins in the hour that the clocks skip or repeat.
        fc.integer({ min: 6, max: 21 }),
        (after, days, hour) => {
          const day = addDays('2026-01-01', after)
          const start = instantOf(day, `${String(hour).padStart(2, '0')}:00`, zone)
          const until = campRefundUntil(start, days, zone)
          expect(facilityWallTime(until, zone)).toBe(facilityWallTime(start, zone))
          expect(daysBetween(facilityDay(until, zone), day)).toBe(days)
          const camp = { start_date: day, end_date: day, camp_timeslots: [] }
          const booked = changeableCamp({ status: 'paid', cutoffDays: days }, camp, zone)
          expect(changeUntil(booked)).toEqual(instantOf(addDays(day, -days), '00:00', zone))
        },
      ),
    )
  })

  test('is under way from its first session to the end of its last one', () => {
    const camp_timeslots = [
      { date: '2026-07-06', start_time: '09:00', end_time: '12:00' },
      { date: '2026-07-07', start_time: '09:00', end_time: '12:00' },
    ]
    const camp = { start_date: '2026-07-06', end_date: '2026-07-07', camp_timeslots }
    const booked = changeableCamp({ status: 'registered', cutoffDays: 0 }, camp, zone)
    expect(booked.start).toEqual(instantOf('2026-07-06', '09:00', zone))
    expect(booked.end).toEqual(instantOf('2026-07-07', '12:00', zone))
    expect(changeOf(booked, { byCard: 0, atDesk: 0 }, booked.start).reason).toBe('already_started')
    expect(changeOf(booked, { byCard: 0, atDesk: 0 }, booked.end).reason).toBe('already_over')
  })
})

describe('the sentence', () => {
  const at = { now: new Date('2026-11-20T12:00:00Z'), zone, before: hoursBeforeStart(24) }
  const monday = instantOf('2026-11-23', '16:00', zone)

  test('names the cut-off of one item, and the rule for several', () => {
    expect(cancelLine([monday], at)).toBe(
      'Cancel in your account until Mon, Nov 23, 4:00 PM, and any payment comes back in full.',
    )
    expect(cancelLine([monday, instantOf('2026-11-30', '16:00', zone)], at)).toBe(
      'Cancel each of them in your account until 24 hours before it starts, and its payment comes back in full.',
    )
  })

  test('is none when all of it begins too soon', () => {
    expect(cancelLine([monday], { ...at, now: monday })).toBeNull()
    expect(cancelLine([], at)).toBeNull()
  })
})
