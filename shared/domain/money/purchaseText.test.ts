import { describe, expect, it } from 'vitest'
import { fittingLine, inOneLine, purchaseText, readPurchaseText } from './purchaseText.ts'

const sessions = ['Tue, Nov 24', 'Thu, Nov 26', 'Tue, Dec 1']
const text = purchaseText('Hitting: 3 sessions', sessions)

describe('what a payment is for', () => {
  it('is read as it was written', () => {
    expect(readPurchaseText(text)).toEqual({ title: 'Hitting: 3 sessions', sessions })
    expect(readPurchaseText('Cage 1, today')).toEqual({ title: 'Cage 1, today', sessions: [] })
    expect(inOneLine(text)).toBe('Hitting: 3 sessions; Tue, Nov 24; Thu, Nov 26; Tue, Dec 1')
  })

  it.each([
    [100, 'Hitting: 3 sessions; Tue, Nov 24; Thu, Nov 26; Tue, Dec 1'],
    [57, 'Hitting: 3 sessions; Tue, Nov 24; Thu, Nov 26; Tue, Dec 1'],
    [56, 'Hitting: 3 sessions; Tue, Nov 24; and 2 more'],
    [31, 'Hitting: 3 sessions; and 3 more'],
    [10, 'Hitting: 3'],
  ])('fits into %d characters without cutting a session', (most, line) => {
    expect(fittingLine(text, most)).toBe(line)
  })
})
