import { expect, test } from 'vitest'
import { products } from '../../../features.ts'
import { registerProducts } from '../purchase.ts'

const [product = expect.fail('nothing is registered')] = products.all

test('Dugout refuses to start when two products claim one type of payment', () => {
  expect(() => registerProducts([...products.all, { ...product }])).toThrow(
    `2 products claim the payment type ${product.type}.`,
  )
})

test.each([
  ['cage_booking', { bookingDetails: [], totalAmount: 0 }],
  ['cage_booking', { bookingIds: [], amount: 0 }],
  ['lesson', { lessonId: 'l', amount: 0 }],
  ['camp_registration', { campId: 'c', amount: 0 }],
  ['class_booking', { instanceIds: [], amount: 0 }],
])('a request for a %s finds the one product that sells it', (type, request) => {
  expect(products.all.filter((candidate) => candidate.isRequestedBy(request))).toHaveLength(1)
  expect(products.of(request).type).toBe(type)
})

test('a payment of a type that is not sold through a checkout books nothing', () => {
  expect(() => products.ofType('membership')).toThrow('No product is registered')
})
