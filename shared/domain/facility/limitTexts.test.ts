import { describe, expect, it } from 'vitest'
import { limitSentence } from './limitTexts.ts'

const phone = '(409) 555-0142'

describe('limitSentence', () => {
  it.each([
    [
      'unpaid_hours_limit',
      { limit_minutes: 240, open_minutes: 0, requested_minutes: 270, pay_by_card: false, phone },
      'You can book up to 4 hours at a time to pay on arrival, and this is 4.5 hours. Please choose less, or call us at (409) 555-0142.',
    ],
    [
      'unpaid_hours_limit',
      { limit_minutes: 0, open_minutes: 0, requested_minutes: 30, pay_by_card: true, phone },
      'Please pay with card, or call us at (409) 555-0142: this cannot be booked to pay on arrival.',
    ],
    [
      'unpaid_hours_limit',
      { limit_minutes: 240, open_minutes: 240, requested_minutes: 30, pay_by_card: false, phone },
      'You can have up to 4 hours booked to pay on arrival, and you have 4 hours already. Please cancel a booking, or call us at (409) 555-0142.',
    ],
    [
      'guest_hours_limit',
      { limit_minutes: 60, pay_by_card: false, phone },
      'Guests can have up to 1 hour booked to pay on arrival, and this would be more. Please log in, or call us at (409) 555-0142.',
    ],
    [
      'guest_hours_limit',
      { limit_minutes: 0, pay_by_card: true, phone },
      'Guests cannot book to pay on arrival. Please pay with card, log in, or call us at (409) 555-0142.',
    ],
    [
      'unpaid_camps_limit',
      { limit: 0, open: 0, phone, counted: 'camps' },
      'Camps cannot be booked to pay on arrival. Please pay by card, or call us at (409) 555-0142.',
    ],
    [
      'unpaid_camps_limit',
      { limit: 8, open: 6, phone, counted: 'spots' },
      'We keep up to 8 spots in one camp to pay on arrival for one customer, and you have 6 already. Please pay by card, or call us at (409) 555-0142.',
    ],
    [
      'unpaid_camps_limit',
      { limit: 8, open: 8, phone, counted: 'free_spots' },
      'One customer gets up to 8 spots in a camp that costs nothing, and you have 8 already. Please call us at (409) 555-0142 for more.',
    ],
    [
      'unpaid_camps_limit',
      { limit: 1, open: 1, phone, counted: 'camps' },
      'You have 1 camp to pay on arrival, which is the most we keep for one customer. Please pay by card, or call us at (409) 555-0142.',
    ],
    [
      'open_checkouts_limit',
      { limit: 3, open: 3, counted_by: 'person' },
      'You have 3 card payments open already. Please finish or close one of them, or try again in a few minutes.',
    ],
    [
      'open_checkouts_limit',
      { limit: 12, open: 12, counted_by: 'address' },
      '12 card payments are open from your network already. Please try again in a few minutes.',
    ],
    [
      'checkout_hours_limit',
      { limit_minutes: 240, open_minutes: 0, requested_minutes: 300, phone },
      'We hold up to 4 hours while you pay by card, and this is 5 hours. Please pay for less at once, or call us at (409) 555-0142.',
    ],
    [
      'checkout_hours_limit',
      { limit_minutes: 240, open_minutes: 180, requested_minutes: 120, phone },
      'We hold up to 4 hours while you pay by card, and we already hold 3 hours for you. Please pay for less at once, or call us at (409) 555-0142.',
    ],
  ])('says of %s what to do', (code, details, sentence) => {
    expect(limitSentence(code, details)).toBe(sentence)
  })

  it('has no sentence for other codes, nor for a limit without figures', () => {
    expect(limitSentence('slots_taken', { slots: [] })).toBeNull()
    expect(limitSentence('unpaid_hours_limit', undefined)).toBeNull()
  })
})
