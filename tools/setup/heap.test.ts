import { expect, it } from 'vitest'
import { heapOptions } from './heap.mjs'

const MB = 2 ** 20

it.each([
  [256, 192],
  [512, 204],
  [1024, 409],
  [24_000, 512],
])('the heap of a machine with %i MB has %i MB', (memory, heap) => {
  expect(heapOptions('', memory * MB)).toEqual(['--max-semi-space-size=16', `--max-old-space-size=${heap}`])
})

it.each(['--max-old-space-size=900', '--enable-source-maps --max_old_space_size_percentage=70'])(
  'the heap is the one that NODE_OPTIONS chooses: %s',
  (chosen) => {
    expect(heapOptions(chosen, 512 * MB)).toEqual(['--max-semi-space-size=16'])
  },
)

it('the heap has a limit on this machine', () => {
  expect(heapOptions('').at(-1)).toMatch(/^--max-old-space-size=\d{3}$/)
})
