import { expect, test } from 'vitest'
import type { StaffMembership } from '../../../../shared/contract/memberships/staffMemberships.ts'
import { changeText, freezeText, memberStateOf, nextText } from './memberTexts.ts'

const zone = 'America/Chicago'
const membership = (more: Partial<StaffMembership> = {}): StaffMembership => ({
  ...{
    id: 'm',
    user_id: 'u',
    name: 'Jo',
    email: null,
    phone: null,
    revision: 0,
    since: '2026-01-01T18:00:00Z',
  },
  ...{ state: 'active', ending: false, ends_at: null, period_ends_at: '2026-12-24T18:00:00Z', freeze: null },
  ...{ monthly_price: 109.99, next_charge: { at: '2026-12-24T18:00:00Z', amount: 109.99 }, owed: 0 },
  ...{ next_attempt_at: null, card: null, billed: true, pending_change: null, allowed: [] },
  ...more,
})
const freeze = { from: '2026-12-24T18:00:00Z', until: '2027-02-24T18:00:00Z', begun: false }

test.each([
  ['the next charge', {}, '$109.99 on Dec 24, 2026'],
  ['the end', { ending: true, ends_at: '2026-12-24T18:00:00Z' }, 'Ends Dec 24, 2026'],
  ['that it ended', { state: 'ended', ends_at: '2026-11-02T18:00:00Z' }, 'Ended Nov 2, 2026'],
  [
    'what is owed, and the next try',
    { state: 'past_due', owed: 109.99, next_attempt_at: '2026-11-26T18:00:00Z' },
    '$109.99 owed, next try Nov 26, 2026',
  ],
  ['that nothing is tried any more', { state: 'past_due', owed: 109.99 }, '$109.99 owed, no further try'],
  [
    'how long it runs where nothing is billed',
    { billed: false, next_charge: null },
    'Runs until Dec 24, 2026',
  ],
] as const)('says %s', (_, more, text) => {
  expect(nextText(membership({ next_attempt_at: null, ...more }), zone)).toBe(text)
})

test('says from when to when it is frozen', () => {
  expect(freezeText({ freeze }, zone)).toBe('Freezes Dec 24, 2026 to Feb 24, 2027')
  expect(freezeText({ freeze: { ...freeze, begun: true } }, zone)).toBe('Frozen until Feb 24, 2027')
  expect(freezeText({ freeze: null }, zone)).toBeNull()
})

test('names what staff asked for', () => {
  const change = {
    ...{
      id: 'c',
      reason: null,
      asked_by_name: null,
      asked_at: '2026-11-24T18:00:00Z',
      failure: null,
      refund: 0,
    },
    ...{ kind: 'end' as const, at_once: true, freeze_from: null, freeze_until: null, state: 'done' as const },
  }
  expect(changeText({ ...change, refund: 54.21 }, zone)).toBe('End, now, refund $54.21')
  const dates = { freeze_from: freeze.from, freeze_until: freeze.until }
  expect(changeText({ ...change, ...dates, kind: 'freeze' }, zone)).toBe(
    'Freeze, Dec 24, 2026 to Feb 24, 2027',
  )
})

test('reads a state from the address, and nothing else', () => {
  expect([memberStateOf('frozen'), memberStateOf('x'), memberStateOf(undefined)]).toEqual([
    'frozen',
    undefined,
    undefined,
  ])
})
