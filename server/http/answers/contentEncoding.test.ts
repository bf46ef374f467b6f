import { expect, test } from 'vitest'
import { preferredEncoding } from './contentEncoding.ts'

test.each([
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['BR', 'br'],
  ['br;q=0', 'identity'],
  ['br;q=0.0, gzip', 'gzip'],
  ['br; q=0, *', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0.5, gzip;q=0.5', 'br'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['identity, br;q=0.2', 'identity'],
  ['identity;q=0, gzip;q=0.1', 'gzip'],
  ['zstd, vibrant', 'identity'],
])("'%s' is answered with %s", (accepted, expected) => {
  expect(preferredEncoding(accepted)).toBe(expected)
})
