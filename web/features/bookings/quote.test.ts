import { describe, expect, it } from 'vitest'
import { quoteOf } from './quote.ts'

const cage = (id: string, name: string) => ({
  id,
  name,
  price_30_min: 20,
  price_60_min: 30,
  price_additional_30_min: 15,
})
const cages = [cage('a', 'Cage 1'), cage('b', 'Cage 2')]
const slot = (cageId: string, time: string) => ({
  cageId,
  cageName: cageId === 'a' ? 'Cage 1' : 'Cage 2',
  start: new Date(`2026-11-24T${time}:00Z`),
})

describe('a quote', () => {
  it('is empty without slots', () => {
    expect(quoteOf([], cages, 15)).toMatchObject({ lines: [], slots: 0, minutes: 0, total: 0 })
  })

  it('prices two cages and an hour, whatever the order of choosing', () => {
    const quote = quoteOf([slot('b', '22:00'), slot('a', '22:30'), slot('a', '22:00')], cages, 0)
    expect(quote.lines.map(({ group, minutes, subtotal }) => [group.cageName, minutes, subtotal])).toEqual([
      ['Cage 1', 60, 3000],
      ['Cage 2', 30, 2000],
    ])
    expect(quote).toMatchObject({ slots: 3, minutes: 90, subtotal: 5000, discount: 0, total: 5000 })
  })

  it('takes the member discount off the total', () => {
    expect(quoteOf([slot('a', '22:00'), slot('a', '22:30')], cages, 15)).toMatchObject({
      subtotal: 3000,
      discount: 450,
      total: 2550,
    })
  })

  it('leaves out slots of a cage that is out of service', () => {
    expect(quoteOf([slot('gone', '22:00'), slot('a', '22:00')], cages, 0)).toMatchObject({
      slots: 1,
      total: 2000,
    })
  })
})
