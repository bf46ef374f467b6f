import { expect, test } from 'vitest'
import { lessonPriceTexts } from './Durations.tsx'

const cage = (hour: number) => ({ price_30_min: 20, price_60_min: hour, price_additional_30_min: 15 })

test('the price of a duration is lesson and cage together', () => {
  expect(lessonPriceTexts(60, [cage(30), cage(30)], 60)).toEqual({
    note: '$90',
    detail: '$60 coach + $30 cage',
  })
  expect(lessonPriceTexts(65, [cage(30)], 90)).toEqual({ note: '$142.50', detail: '$97.50 coach + $45 cage' })
})

test('it begins at the cheapest cage where their prices differ', () => {
  expect(lessonPriceTexts(60, [cage(44), cage(30)], 60)).toEqual({
    note: 'from $90',
    detail: '$60 coach + from $30 cage',
  })
})

test('the cage fee is named where it is not known', () => {
  expect(lessonPriceTexts(60, undefined, 30)).toEqual({ note: '$30 coach', detail: '+ cage fee' })
})
