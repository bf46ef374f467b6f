import { describe, expect, it } from 'vitest'
import type { Change } from '../../../shared/contract/accounts/changes.ts'
import { freeUntil, refundSentence } from './changeTexts.ts'

const rule = { cancellation_cutoff_hours: 24, time_zone: 'America/Chicago' }
const tuesdayFour = new Date('2026-11-24T22:00:00Z')
const tuesdaySix = new Date('2026-11-25T00:00:00Z')
const early = new Date('2026-11-20T00:00:00Z')

describe('the sentence before booking', () => {
  it('names the moment until which one session, or several at one time, can be changed', () => {
    const sentence = 'Free to move or cancel until Mon, Nov 23, 4:00 PM.'
    expect(freeUntil([tuesdayFour], rule, early)).toBe(sentence)
    expect(freeUntil([tuesdayFour, tuesdayFour], rule, early)).toBe(sentence)
  })

  it('names the rule where the sessions begin at different times', () => {
    const sessions = [tuesdayFour, tuesdaySix]
    expect(freeUntil(sessions, rule, early)).toBe(
      'Free to move or cancel until 24 hours before each session starts.',
    )
    expect(freeUntil(sessions, rule, new Date('2026-11-23T23:00:00Z'))).toContain('each session')
    expect(freeUntil(sessions, { ...rule, cancellation_cutoff_hours: 0 }, early)).toBe(
      'Free to move or cancel until each session starts.',
    )
    expect(freeUntil(sessions, { ...rule, cancellation_cutoff_hours: 1 }, early)).toContain('1 hour before')
  })

  it('promises nothing from the cut-off on', () => {
    const cutoff = new Date('2026-11-23T22:00:00Z')
    expect(freeUntil([tuesdayFour], rule, new Date(cutoff.getTime() - 1))).not.toBeNull()
    expect(freeUntil([tuesdayFour], rule, cutoff)).toBeNull()
  })
})

describe('what comes back', () => {
  const change: Change = {
    allowed: true,
    until: '2026-11-23T22:00:00.000Z',
    refund_amount: 30,
    refund_method: 'card',
    reason: null,
  }

  it.each([
    ['card', 30, '$30.00 goes back to the card you paid with.'],
    ['front_desk', 30, 'Our front desk will refund the $30.00 you paid.'],
    [null, 0, 'There is nothing to refund.'],
  ] as const)('by %s', (refund_method, refund_amount, sentence) => {
    expect(refundSentence({ ...change, refund_method, refund_amount })).toBe(sentence)
  })
})
