import { describe, expect, it } from 'vitest'
import type { ScheduleEntry } from '../../contract/bookings/cages.ts'
import { chicago, regularWeek } from '../time/regularWeek.fixture.ts'
import { instantOf } from '../time/time.ts'
import { countDay, countedDays, nextFreeDay, openTimes } from './openTimes.ts'

const tuesday = '2026-11-24'
const facility = { ...regularWeek, time_zone: chicago, booking_window_days: 365 }
const cageIds = ['a', 'b']
const at = (time: string, day = tuesday) => instantOf(day, time, chicago)
const entry = (cage_id: string, from: string, to: string, day = tuesday): ScheduleEntry => ({
  cage_id,
  start_time: at(from, day).toISOString(),
  end_time: at(to, day).toISOString(),
})
const count = (day: string, entries: readonly ScheduleEntry[] = [], now = at('12:00'), of = facility) =>
  countDay(day, { facility: of, cageIds, entries, now })

describe('the counted days', () => {
  it('are thirty from today on, by the facility clock', () => {
    const days = countedDays('2026-11-25T05:59:00Z', facility)
    expect([days.length, days[0], days.at(-1)]).toEqual([30, '2026-11-24', '2026-12-23'])
  })

  it('end with the booking window', () => {
    expect(countedDays(at('12:00'), { ...facility, booking_window_days: 2 })).toEqual([
      '2026-11-24',
      '2026-11-25',
      '2026-11-26',
    ])
  })
})

describe('a counted day', () => {
  it('has all half hours of all cages where nothing is taken', () => {
    expect(count(tuesday)).toMatchObject({
      open_slots: 20,
      free_slots: 20,
      first_free: '16:00',
      next: { date: tuesday, time: '16:00', start_time: at('16:00').toISOString(), cages: 2 },
    })
  })

  it('leaves out what is taken in any cage in service, and nothing else', () => {
    const entries = [
      entry('a', '16:00', '17:30'),
      entry('b', '15:30', '16:30'),
      entry('out of service', '16:00', '21:00'),
    ]
    expect(count(tuesday, entries)).toMatchObject({
      open_slots: 20,
      free_slots: 16,
      first_free: '16:30',
      next: { cages: 1 },
    })
  })

  it('counts what has begun neither as open nor as free', () => {
    expect(count(tuesday, [], at('16:00'))).toMatchObject({ open_slots: 20, first_free: '16:00' })
    expect(count(tuesday, [], at('16:01'))).toMatchObject({ open_slots: 18, first_free: '16:30' })
    expect(count(tuesday, [], at('20:31'))).toMatchObject({ open_slots: 0, free_slots: 0, first_free: null })
  })

  it('has nothing when closed, regularly or on a special day, and the hours of a special day', () => {
    const none = { open_slots: 0, free_slots: 0, first_free: null, next: null }
    expect(count('2026-11-29')).toMatchObject(none)
    const special = (opens: string | null, closes: string | null) => ({
      ...facility,
      special_days: [{ date: tuesday, opens, closes, reason: '' }],
    })
    expect(count(tuesday, [], at('08:00'), special(null, null))).toMatchObject(none)
    expect(count(tuesday, [], at('08:00'), special('10:00', '12:00'))).toMatchObject({
      open_slots: 8,
      first_free: '10:00',
    })
  })

  it.each([
    ['spring skips an hour', '2027-03-14', 6],
    ['autumn repeats one', '2027-11-07', 10],
  ])('counts the real half hours on the day on which %s', (_, day, slots) => {
    const night = { ...facility, special_days: [{ date: day, opens: '01:00', closes: '05:00', reason: '' }] }
    const counted = count(day, [], at('12:00'), night)
    expect(counted).toMatchObject({ open_slots: slots * 2, free_slots: slots * 2, first_free: '01:00' })
  })
})

describe('the answer', () => {
  it('names the first free half hour of all days, and null when everything is taken', () => {
    const full = count(
      tuesday,
      cageIds.map((id) => entry(id, '16:00', '21:00')),
    )
    const next = count('2026-11-25', [entry('a', '16:00', '16:30', '2026-11-25')])
    expect(openTimes([full, next]).next_free).toMatchObject({ date: '2026-11-25', time: '16:00', cages: 1 })
    expect(openTimes([full])).toEqual({
      days: [{ date: tuesday, open_slots: 20, free_slots: 0, first_free: null }],
      next_free: null,
    })
  })
})

describe('the next free day', () => {
  const on = (date: string, first_free: string | null) => ({ date, open_slots: 2, free_slots: 1, first_free })
  const days = [on('2026-11-24', '16:00'), on('2026-11-25', null), on('2026-11-26', '17:00')]

  it('is the first one after a day that has something free, else the first one before', () => {
    expect(nextFreeDay({ days }, '2026-11-24')?.date).toBe('2026-11-26')
    expect(nextFreeDay({ days }, '2026-11-26')?.date).toBe('2026-11-24')
    expect(nextFreeDay({ days: days.slice(1) }, '2026-11-26')).toBeUndefined()
  })
})
