import { describe, expect, it } from 'vitest'
import { instantOf } from '../../../shared/domain/time/time.ts'
import { freeCages } from './freeCages.ts'

const zone = 'America/Chicago'
const day = '2026-11-24'
const prices = { price_30_min: 20, price_60_min: 30, price_additional_30_min: 15 }
const cages = ['a', 'b'].map((id, index) => ({ id, name: `Cage ${index + 1}`, ...prices }))
const at = (time: string) => instantOf(day, time, zone).toISOString()
const entry = (cage_id: string, from: string, to: string) => ({
  cage_id,
  start_time: at(from),
  end_time: at(to),
})
const facility = {
  time_zone: zone,
  opening_hours: [{ day_of_week: 2, opens: '16:00', closes: '18:00' }],
  special_days: [],
}
const booking = entry('b', '16:00', '17:00')
const now = new Date('2026-11-20T00:00:00Z')
const read = (changes: Partial<Parameters<typeof freeCages>[1]> = {}) =>
  freeCages(booking, { day, cages, entries: [booking], facility, now, ...changes }).map(
    ({ available_start_time, cages: free }) => `${available_start_time} ${free.map(({ id }) => id).join('')}`,
  )

describe('the times to which a booking can be moved', () => {
  it('fit its length into the day, its own cage first, its own time not in the way', () => {
    expect(read()).toEqual(['16:00 a', '16:30 ba', '17:00 ba'])
  })

  it('leave out what others have, every half hour of it', () => {
    expect(read({ entries: [booking, entry('a', '16:30', '17:00'), entry('b', '17:30', '18:00')] })).toEqual([
      '16:30 b',
      '17:00 a',
    ])
  })

  it('leave out what has begun, and closed days', () => {
    expect(read({ now: new Date(at('16:10')) })).toEqual(['16:30 ba', '17:00 ba'])
    expect(read({ now: new Date(at('16:30')) })).toEqual(['16:30 ba', '17:00 ba'])
    expect(read({ day: '2026-11-25' })).toEqual([])
  })
})
