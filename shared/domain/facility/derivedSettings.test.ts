import { expect, test } from 'vitest'
import { mapLinks, rateLine } from './derivedSettings.ts'

test('both maps are asked for the address', () => {
  const address = {
    street_address: '12 O’Neil & Sons Rd #4',
    city: 'Beaumont',
    state: 'TX',
    postal_code: '77701',
  }
  const place = '12+O%E2%80%99Neil+%26+Sons+Rd+%234+Beaumont+TX+77701'
  expect(mapLinks(address)).toEqual({
    maps_url: `https://www.google.com/maps/search/?api=1&query=${place}`,
    apple_maps_url: `https://maps.apple.com/?q=${place}`,
  })
  expect(mapLinks({ ...address, street_address: '4120 Fannin Street' })).toEqual({
    maps_url: 'https://www.google.com/maps/search/?api=1&query=4120+Fannin+Street+Beaumont+TX+77701',
    apple_maps_url: 'https://maps.apple.com/?q=4120+Fannin+Street+Beaumont+TX+77701',
  })
})

test('the rate line has the prices of the cages in service, the lowest where they differ', () => {
  const cage = { price_30_min: '20.00', price_60_min: '30.00' }
  const closed = { price_30_min: 5, price_60_min: 9, is_active: false }
  expect(rateLine([cage, cage, closed])).toBe('$20/30MIN • $30/HOUR')
  expect(rateLine([cage, { price_30_min: 22.5, price_60_min: 28 }])).toBe('FROM $20/30MIN • $28/HOUR')
  expect(rateLine([{ price_30_min: 22.5, price_60_min: 40 }])).toBe('$22.50/30MIN • $40/HOUR')
  expect(rateLine([closed])).toBe('')
})
