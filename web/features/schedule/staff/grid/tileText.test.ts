import { describe, expect, it } from 'vitest'
import { at, block, booking, facility, scheduleOf } from './dayGrid.fixture.ts'
import { dayLayout } from './dayLayout.ts'
import { cellLabel, listOfCages, paymentOf, tileName } from './tileText.ts'

const day = '2026-11-24'
const nameOf = (...args: Parameters<typeof scheduleOf>) => {
  const layout = dayLayout(day, facility, scheduleOf(...args), new Date(0))
  return layout.tiles.map((tile) => tileName(layout, tile))
}

describe('what a screen reader hears', () => {
  it('of a free cell', () => {
    expect(cellLabel('Cage 2', day, '4:00 PM', 'available')).toBe('Cage 2, Tue Nov 24, 4:00 PM, available')
  })

  it('of a booking', () => {
    const mia = booking('b', at(day, '16:00'), at(day, '17:00'), { customer_name: 'Mia Lopez' })
    expect(nameOf([mia])).toEqual([
      'Cage 2, Tue Nov 24, 4:00 PM, Mia Lopez, cage booking, 4:00–5:00 PM, unpaid',
    ])
    expect(nameOf([{ ...mia, status: 'paid', attendance: 'no_show', participant_name: 'Leo' }])).toEqual([
      'Cage 2, Tue Nov 24, 4:00 PM, Leo, cage booking, 4:00–5:00 PM, paid, no-show',
    ])
  })

  it('of a camp over several cages', () => {
    const camp = { ...block('camp', ['a', 'b'], at(day, '16:00'), at(day, '18:00')), taken: 8, max_spots: 20 }
    expect(nameOf([], [camp])).toEqual([
      'Cages 1 and 2, Tue Nov 24, 4:00 PM, Fall Camp, camp, 8 of 20, 4:00–6:00 PM',
    ])
  })
})

it('A lesson is paid by its own payment', () => {
  const lesson = booking('a', at(day, '16:00'), at(day, '17:00'), { kind: 'lesson', payment_status: 'paid' })
  expect(paymentOf({ booking: lesson, block: null })).toBe('Paid')
  expect(paymentOf({ booking: { ...lesson, payment_status: 'refunded' }, block: null })).toBe('Refunded')
})

it('Cages are listed by their numbers, and others by name', () => {
  expect(listOfCages(['Cage 2', 'Cage 4', 'Cage 5'])).toBe('Cages 2, 4 and 5')
  expect(listOfCages(['Cage 2', 'Tunnel'])).toBe('Cage 2 and Tunnel')
})
