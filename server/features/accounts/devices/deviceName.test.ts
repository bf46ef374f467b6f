import { expect, test } from 'vitest'
import { coarseNetwork, describeDevice } from './deviceName.ts'

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} Version/18.0 Mobile/15E148 Safari/604.1`,
    { name: 'Safari on iPhone', kind: 'phone' },
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
    { name: 'Chrome on Android', kind: 'phone' },
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0',
    { name: 'Microsoft Edge on Windows', kind: 'computer' },
  ],
  ['something of their own', { name: 'Unknown device', kind: 'unknown' }],
  ['', { name: 'Unknown device', kind: 'unknown' }],
  [null, { name: 'Unknown device', kind: 'unknown' }],
])('%s is called as its owner would', (userAgent, expected) => {
  expect(describeDevice(userAgent)).toEqual(expected)
})

test.each([
  ['203.0.113.77', '203.0.113.x'],
  ['::ffff:203.0.113.77', '203.0.113.x'],
  ['2001:db8:12:34::1', '2001:db8:12::x'],
  ['2001:db8::1', '2001:db8:0::x'],
  ['::1', '0:0:0::x'],
  ['not an address', null],
  ['', null],
  [null, null],
])('of the address %s only the network is shown', (address, expected) => {
  expect(coarseNetwork(address)).toBe(expected)
})
