import { expect, it } from 'vitest'
import type { Change, ChangeRefusal } from '../../../../shared/contract/accounts/changes.ts'
import { cageFacts, endOf } from './ticketFacts.ts'

const changeOf = (reason: ChangeRefusal | null): Change => ({
  allowed: reason === null,
  until: '2026-11-24T22:00:00Z',
  refund_amount: 0,
  refund_method: null,
  reason,
})

const endOfAll = (...reasons: (ChangeRefusal | null)[]) =>
  endOf(reasons.map((reason) => ({ change: changeOf(reason) })))

it('A ticket has come to its end once all of it is over or canceled', () => {
  expect(endOfAll(null, 'already_over')).toBeNull()
  expect(endOfAll('already_started', 'already_canceled')).toBeNull()
  expect(endOfAll('change_too_late')).toBeNull()
  expect(endOfAll('already_over', 'already_canceled')).toBe('over')
  expect(endOfAll('already_canceled')).toBe('canceled')
})

it('A ticket asks nobody to pay on an arrival that is over', () => {
  const booking = {
    id: '66b2d521-c495-47b4-bfe2-38a8f30c3fe2',
    cage_name: 'Cage 5',
    start_time: '2026-11-24T22:00:00Z',
    end_time: '2026-11-24T22:30:00Z',
    status: 'pending payment',
    total_cost: 20,
    refunded_amount: 0,
    participant: null,
  } as Parameters<typeof cageFacts>[0][number]
  const at = {
    now: new Date('2026-11-24T23:00:00Z'),
    zone: 'America/Chicago',
    name: 'Dana Pruitt',
    people: [],
  }
  const textWith = (reason: ChangeRefusal | null) =>
    cageFacts([{ ...booking, change: changeOf(reason) }], at)?.paid.text
  expect(textWith(null)).toBe('Pay on arrival: card or cash')
  expect(textWith('already_over')).toBe('Not paid yet')
})
