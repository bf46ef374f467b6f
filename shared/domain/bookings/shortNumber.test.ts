import { describe, expect, it } from 'vitest'
import { idEndOf, shortNumber } from './shortNumber.ts'

describe('the short number of a ticket', () => {
  const ids = ['7a0c2f6e-8f9a-4a57-9c51-1f0e5b000000', '7a0c2f6e-8f9a-4a57-9c51-1f0e5bafffff']

  it('is four signs of the end of the id, and leads back to that end', () => {
    expect(ids.map(shortNumber)).toEqual(['2222', 'ZZZZ'])
    for (let end = 0; end < 0xfffff; end += 997) {
      const id = `7a0c2f6e-8f9a-4a57-9c51-1f0e5ba${end.toString(16).padStart(5, '0')}`
      expect(shortNumber(id)).toMatch(/^[2-9A-HJ-NP-Z]{4}$/)
      expect(idEndOf(shortNumber(id).toLowerCase())).toBe(id.slice(-5))
    }
  })

  it.each(['', '7KQ', '7KQ44', '7KQ0', '7 Q4', 'Jo O'])('is not %j', (typed) => {
    expect(idEndOf(typed)).toBeNull()
  })
})
