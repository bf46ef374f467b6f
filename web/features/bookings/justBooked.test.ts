import { describe, expect, it } from 'vitest'
import type { OwnTime } from '../../../shared/contract/accounts/calendar.ts'
import { type JustBooked, restored, standingOf } from './justBooked.ts'

const session = (cageId: string, from: string, to: string) => ({
  cageId,
  cageName: `Cage ${cageId}`,
  startTime: `2026-11-24T${from}:00.000Z`,
  endTime: `2026-11-24T${to}:00.000Z`,
})
const booked: JustBooked = {
  day: '2026-11-24',
  sessions: [session('1', '22:00', '23:00'), session('2', '22:00', '22:30')],
  total: 5000,
  payment: 'on-arrival',
  forWhom: undefined,
  at: 0,
}
const own = (id: string, cage_id: string, from: string, to: string, kind: OwnTime['kind'] = 'booking') => ({
  id,
  kind,
  cage_id,
  start_time: `2026-11-24T${from}:00Z`,
  end_time: `2026-11-24T${to}:00Z`,
})

describe('what is kept of a booking that was just made', () => {
  it('is all of it while the own times are not known', () => {
    expect(standingOf(booked, null)).toEqual({ sessions: booked.sessions, ids: [] })
  })

  it('is nothing after a reload, while the own times are not known', () => {
    expect(standingOf({ ...booked, isRestored: true }, null).sessions).toEqual([])
    expect(standingOf({ ...booked, isRestored: true }, [own('a', '1', '22:00', '23:00')]).ids).toEqual(['a'])
  })

  it('has the ids of the bookings at those times', () => {
    const times = [
      own('b', '2', '22:00', '22:30'),
      own('x', '3', '22:00', '23:00'),
      own('a', '1', '22:00', '23:00'),
    ]
    expect(standingOf(booked, times)).toEqual({ sessions: booked.sessions, ids: ['a', 'b'] })
  })

  it('leaves out what was canceled or moved, and a lesson at that time', () => {
    const times = [own('a', '1', '22:30', '23:30'), own('b', '2', '22:00', '22:30', 'lesson')]
    expect(standingOf(booked, times)).toEqual({ sessions: [], ids: [] })
    expect(standingOf(booked, [own('a', '1', '22:00', '23:00')]).ids).toEqual(['a'])
  })
})

describe('a booking from before a reload', () => {
  const at = (time: string) => new Date(`2026-11-24T${time}:00Z`)

  it('is shown until its last session has ended', () => {
    const late = { ...booked, at: at('22:45').getTime() }
    expect(restored(late, at('22:59'))).toEqual({ ...late, isRestored: true })
    expect(restored(late, at('23:00'))).toBeNull()
  })

  it('is shown for half an hour, and not on each later visit', () => {
    const early = { ...booked, at: at('09:00').getTime() }
    expect(restored(early, at('09:29'))).toEqual({ ...early, isRestored: true })
    expect(restored(early, at('09:30'))).toBeNull()
  })

  it('is nothing where nothing, or something else, was kept', () => {
    for (const kept of [null, undefined, 1, {}, []]) expect(restored(kept, new Date(0))).toBeNull()
  })
})
