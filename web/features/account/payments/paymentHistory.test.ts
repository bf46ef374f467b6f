import { describe, expect, it } from 'vitest'
import { cardText } from '../../payments/paymentMethods.ts'
import {
  countText,
  descriptionText,
  forWhom,
  methodText,
  paidPage,
  statusText,
  statusTone,
} from './paymentHistory.ts'

describe('a payment in words', () => {
  it.each([
    ['on_arrival', 'on arrival'],
    ['pay_in_person', 'pay in person'],
    ['cash', 'cash'],
    ['desk_card', 'card at the desk'],
    ['card', 'Card Payment'],
    ['stripe', 'Card Payment'],
    ['stripe_checkout', 'Card Payment'],
    ['', 'Card'],
    [null, 'Card'],
  ])('paid by %s reads %s', (method, text) => expect(methodText(method)).toBe(text))

  it.each([
    ['visa', '4242', 'Visa ••••\u00a04242'],
    ['amex', '0005', 'American Express ••••\u00a00005'],
    ['mastercard', null, 'Mastercard'],
    [null, '4242', '••••\u00a04242'],
    [null, null, null],
  ])('the card %s %s reads %s', (card_brand, card_last4, text) =>
    expect(cardText({ card_brand, card_last4 })).toBe(text),
  )

  it.each([
    ['completed', 'good'],
    ['succeeded', 'good'],
    ['pending', 'open'],
    ['failed', 'bad'],
    ['refunded', 'bad'],
    ['canceled', 'bad'],
    ['anything', 'bad'],
  ])('%s is %s', (status, tone) => expect(statusTone(status)).toBe(tone))

  it('has a status that begins with a capital', () => expect(statusText('completed')).toBe('Completed'))

  it('is named after its type where nobody described it', () => {
    expect(descriptionText({ payment_type: 'lesson', payment_description: 'Lesson with Casey' })).toBe(
      'Lesson with Casey',
    )
    expect(descriptionText({ payment_type: 'class_booking', payment_description: null })).toBe(
      'Class booking',
    )
  })
})

describe('who takes part in what was paid', () => {
  const of = (name: string | null) => ({
    kind: 'booking' as const,
    id: name ?? 'x',
    page_id: null,
    amount: 1,
    participant: name === null ? null : { id: name, name },
    days: null,
  })

  it('is named once each, the payer as you, and not alone', () => {
    expect(forWhom([of(null), of(null)])).toBeNull()
    expect(forWhom([of('Mia'), of('Mia'), of(null)])).toBe('For you and Mia')
    expect(forWhom([of('Mia'), of('Leo')])).toBe('For Mia and Leo')
  })
})

describe('how much was paid together', () => {
  const seat = (days: number | null, kind: 'booking' | 'camp_registration' = 'camp_registration') => ({
    ...{ kind, id: 'x', page_id: null, amount: 1, participant: null, days },
  })

  it('is people and days of a camp, and else sessions', () => {
    expect(countText({ items: [seat(3)], booking_count: 1 })).toBeNull()
    expect(countText({ items: [seat(3), seat(3)], booking_count: 2 })).toBe('2 people × 3 days')
    expect(countText({ items: [seat(1), seat(1)], booking_count: 2 })).toBe('2 people')
    const cages = [seat(null, 'booking'), seat(null, 'booking')]
    expect(countText({ items: cages, booking_count: 2 })).toBe('2 sessions')
  })
})

describe('the page of what was paid', () => {
  const item = (
    kind: 'booking' | 'class_registration' | 'camp_registration' | 'subscription',
    page_id = '',
  ) => ({
    kind,
    id: 'x',
    page_id: page_id || null,
    amount: 1,
    participant: null,
    days: null,
  })

  it('is the camp’s or class’s own, and else the tab that lists it', () => {
    expect(paidPage([item('camp_registration', 'c1')])).toEqual({ to: '/camps/c1' })
    expect(paidPage([item('class_registration', 'k1'), item('class_registration', 'k1')])).toEqual({
      to: '/classes/k1',
    })
    expect(paidPage([item('class_registration', 'k1'), item('class_registration', 'k2')])).toEqual({
      to: '/account',
      search: { tab: 'classes' },
    })
    expect(paidPage([item('booking')])).toEqual({ to: '/account', search: { tab: 'bookings' } })
    expect(paidPage([item('subscription')])).toEqual({ to: '/account', search: { tab: 'profile' } })
    expect(paidPage([])).toBeNull()
  })
})
