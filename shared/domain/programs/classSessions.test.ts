import { describe, expect, it } from 'vitest'
import { type SessionState, sessionRules, sessionState, startOf } from './classSessions.ts'

const zone = 'America/Chicago'
const session = { class_date: '2026-11-24', start_time: '16:00', status: 'active', spots_left: 3 } as const
const before = { now: new Date('2026-11-24T21:59:59Z'), zone }
const begun = { now: new Date('2026-11-24T22:00:00Z'), zone }

describe('a session', () => {
  it('is open until it starts, on the facility’s clock', () => {
    expect(sessionState(session, undefined, before)).toBe('open')
    expect(sessionState(session, undefined, begun)).toBe('over')
  })

  it('is full without spots, except for a person who holds one in an unfinished checkout', () => {
    const full = { ...session, spots_left: 0 }
    expect(sessionState(full, undefined, before)).toBe('full')
    expect(sessionState(full, 'held', before)).toBe('open')
    expect(sessionState(full, 'held', begun)).toBe('over')
  })

  it.each(['registered', 'paid'] as const)('is registered for a person whose seat is %s', (own) => {
    expect(sessionState({ ...session, spots_left: 0 }, own, before)).toBe('registered')
    expect(sessionState(session, own, begun)).toBe('registered')
  })

  it('is canceled for everyone once the facility cancels it', () => {
    for (const own of ['paid', undefined] as const) {
      expect(sessionState({ ...session, status: 'canceled' }, own, before)).toBe('canceled')
    }
  })

  it('says why it cannot be chosen, unless it is open', () => {
    const states = Object.keys(sessionRules) as SessionState[]
    expect(states.filter((state) => sessionRules[state].refusal === null)).toEqual(['open'])
    expect(states.filter((state) => sessionRules[state].label === null)).toEqual(['open'])
  })
})

it('starts at the same wall time on both sides of a clock change', () => {
  expect(startOf({ class_date: '2026-10-27', start_time: '16:00' }, zone).toISOString()).toBe(
    '2026-10-27T21:00:00.000Z',
  )
  expect(startOf({ class_date: '2026-11-03', start_time: '16:00' }, zone).toISOString()).toBe(
    '2026-11-03T22:00:00.000Z',
  )
})
