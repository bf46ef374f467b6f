import { expect, test } from 'vitest'
import { deadlineOf, freeUntil } from './changeWords.ts'

const zone = 'America/Chicago'
const until = new Date('2026-11-26T22:00:00Z')
const rule = { zone, before: '24 hours before ', now: new Date('2026-11-20T12:00:00Z') }

test('a card says until when it can be moved or canceled, on the clock of the facility', () => {
  const open = { allowed: true, until: until.toISOString(), reason: null }
  expect(deadlineOf(open, 'move or cancel', zone)).toEqual({
    late: false,
    text: 'Free to move or cancel until Thu, Nov 26, 4:00 PM',
  })
  expect(deadlineOf(open, 'cancel', zone)?.text).toBe('Free to cancel until Thu, Nov 26, 4:00 PM')
})

test('a card says when it is too late, and nothing of what has begun or is off', () => {
  const past = { allowed: false, until: until.toISOString() }
  expect(deadlineOf({ ...past, reason: 'change_too_late' }, 'cancel', zone)).toEqual({
    late: true,
    text: 'Can no longer be changed online',
  })
  expect(deadlineOf({ ...past, reason: 'already_started' }, 'cancel', zone)).toBeNull()
  expect(deadlineOf({ ...past, reason: 'already_canceled' }, 'cancel', zone)).toBeNull()
})

test('several cut-offs are told as the rule, one as a moment, and none at all once it is too late for all', () => {
  const later = new Date(until.getTime() + 3_600_000)
  expect(freeUntil([until, until], 'cancel', rule)).toBe('Free to cancel until Thu, Nov 26, 4:00 PM.')
  expect(freeUntil([until, later], 'cancel', rule)).toBe(
    'Free to cancel until 24 hours before each session starts.',
  )
  expect(freeUntil([until, later], 'cancel', { ...rule, now: until })).toContain('each session')
  expect(freeUntil([until, later], 'cancel', { ...rule, now: later })).toBeNull()
})
