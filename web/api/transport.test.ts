import { afterEach, expect, test, vi } from 'vitest'
import { hydration } from '../ui/hydration.ts'
import { transport } from './transport.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['answer', () => Promise.resolve(new Response('{}'))],
  ['failure', () => Promise.reject(new TypeError('NetworkError when attempting to fetch resource.'))],
])('the %s of a request waits until the page is hydrated', async (_, fetched) => {
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('fetch', fetched)
  hydration.begin()
  const order: string[] = []
  const heard = () => order.push('heard')
  const sent = transport.send('/api/me/session').then(heard, heard)
  // All that is already settled is heard of by then.
  await new Promise((resolve) => setTimeout(resolve))
  order.push('hydrated')
  hydration.finish()
  await sent
  expect(order).toEqual(['hydrated', 'heard'])
})
