import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bookingStatus } from '../../contract/bookings/bookings.ts'
import { facilityDay, facilityWallTime, instantOf } from '../time/time.ts'
import {
  type Changeable,
  changeOf,
  changeRefusalOf,
  changeUntil,
  moveDifference,
  refundOf,
  standingOf,
  totalAfterMove,
} from './changePolicy.ts'

const ZONE = 'America/Chicago'
const hourMs = 3_600_000

const booked = (changes: Partial<Changeable> = {}): Changeable => ({
  status: 'paid',
  start: new Date('2026-11-24T22:00:00Z'),
  end: new Date('2026-11-24T23:00:00Z'),
  cutoffHours: 24,
  ...changes,
})
const nothing = { byCard: 0, atDesk: 0 }
const wall = (instant: Date) => `${facilityDay(instant, ZONE)} ${facilityWallTime(instant, ZONE)}`

describe('the cut-off', () => {
  it('allows the last millisecond before it and refuses from that moment on', () => {
    const until = changeUntil(booked())
    expect(until.toISOString()).toBe('2026-11-23T22:00:00.000Z')
    expect(changeRefusalOf(booked(), new Date(until.getTime() - 1))).toBeNull()
    expect(changeRefusalOf(booked(), until)).toBe('change_too_late')
  })

  it.each([
    ['2026-11-02', '16:00', '2026-11-01 16:00'],
    ['2026-11-01', '16:00', '2026-10-31 17:00'],
    ['2027-03-14', '16:00', '2027-03-13 15:00'],
    ['2027-03-15', '16:00', '2027-03-14 16:00'],
  ])('is elapsed hours over a clock change: %s %s until %s', (day, time, until) => {
    expect(wall(changeUntil({ start: instantOf(day, time, ZONE), cutoffHours: 24 }))).toBe(until)
  })

  it('is at the start itself with 0 hours', () => {
    const free = booked({ cutoffHours: 0 })
    expect(changeRefusalOf(free, new Date(free.start.getTime() - 1))).toBeNull()
    expect(changeRefusalOf(free, free.start)).toBe('already_started')
  })

  it('holds for every hour of the years around the clock changes, status and rule', () => {
    const moment = fc.date({
      min: new Date('2026-01-01T00:00:00Z'),
      max: new Date('2028-12-31T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(
        fc.constantFrom(...bookingStatus.options),
        moment,
        fc.integer({ min: 0, max: 336 }),
        fc.integer({ min: -400 * 60, max: 60 * 60 }),
        (status, start, cutoffHours, minutes) => {
          const now = new Date(start.getTime() + minutes * 60_000)
          const subject = booked({ status, start, end: new Date(start.getTime() + hourMs), cutoffHours })
          const change = changeOf(subject, { byCard: 3_000, atDesk: 0 }, now)
          const early = start.getTime() - now.getTime() > cutoffHours * hourMs
          expect(change.allowed).toBe(status !== 'canceled' && early)
          expect(change.reason === null).toBe(change.allowed)
          expect(change.refund_amount).toBe(change.allowed ? 30 : 0)
          expect(Date.parse(change.until)).toBe(start.getTime() - cutoffHours * hourMs)
        },
      ),
    )
  })
})

describe('where something booked stands', () => {
  it.each([
    ['canceled', booked({ status: 'canceled' }), '2026-11-20T00:00:00Z'],
    ['open', booked({ status: 'pending payment' }), '2026-11-20T00:00:00Z'],
    ['late', booked(), '2026-11-24T21:59:00Z'],
    ['started', booked(), '2026-11-24T22:00:00Z'],
    ['over', booked(), '2026-11-24T23:00:00Z'],
  ])('%s', (standing, subject, now) => {
    expect(standingOf(subject, new Date(now))).toBe(standing)
  })
})

describe('what comes back', () => {
  const early = new Date('2026-11-20T00:00:00Z')

  it('is all that was paid, the way it was paid, and nothing where nothing was', () => {
    expect(refundOf(booked(), { byCard: 3_000, atDesk: 0 }, early)).toEqual({ cents: 3_000, method: 'card' })
    expect(refundOf(booked(), { byCard: 0, atDesk: 3_000 }, early)).toEqual({
      cents: 3_000,
      method: 'front_desk',
    })
    expect(refundOf(booked(), nothing, early)).toEqual({ cents: 0, method: null })
  })

  it.each([
    ['the same price', 3_000, 3_000, { byCard: 3_000, atDesk: 0 }, null, { cents: 0, method: null }],
    [
      'a lower one, paid by card',
      3_000,
      2_000,
      { byCard: 3_000, atDesk: 0 },
      2_000,
      { cents: 1_000, method: 'card' },
    ],
    [
      'a lower one, paid at the desk',
      3_000,
      2_000,
      { byCard: 0, atDesk: 3_000 },
      null,
      { cents: 1_000, method: 'front_desk' },
    ],
    [
      'a lower one, of which less was left on the card',
      3_000,
      500,
      { byCard: 2_000, atDesk: 0 },
      null,
      { cents: 2_000, method: 'card' },
    ],
    ['one a cent higher, paid', 2_000, 2_001, { byCard: 2_000, atDesk: 0 }, 2_001, 'move_costs_more'],
    ['a higher one, paid', 2_000, 3_000, { byCard: 2_000, atDesk: 0 }, 3_000, 'move_costs_more'],
    ['a higher one, unpaid and shown', 2_000, 3_000, nothing, 3_000, { cents: 0, method: null }],
    ['a higher one, unpaid and not shown', 2_000, 3_000, nothing, null, 'price_changed'],
    ['a lower one, unpaid and not shown', 3_000, 2_000, nothing, null, { cents: 0, method: null }],
    ['another than was shown', 3_000, 3_000, nothing, 2_000, 'price_changed'],
  ])('of a move to %s', (_name, costs, price, paid, shown, expected) => {
    expect(moveDifference({ costs, price, paid, shown })).toEqual(expected)
  })

  it('forgives a cent of rounding in the total after a move, and no more', () => {
    expect([2_998, 2_999, 3_000, 3_001, 3_002].map((price) => totalAfterMove(3_000, price))).toEqual([
      2_998, 3_000, 3_000, 3_000, 3_002,
    ])
  })
})
