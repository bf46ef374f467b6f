import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineDiff } from './lineDiff.ts'

test('keeps what two texts have in common', () => {
  expect(lineDiff('a\nb\nc', 'a\nx\nc\nd')).toEqual([
    { change: 'same', text: 'a' },
    { change: 'gone', text: 'b' },
    { change: 'added', text: 'x' },
    { change: 'same', text: 'c' },
    { change: 'added', text: 'd' },
  ])
})

test('gives both texts back, whatever they are', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = lineDiff(before, after)
      const without = (change: string) =>
        lines
          .filter((line) => line.change !== change)
          .map((line) => line.text)
          .join('\n')
      expect([without('added'), without('gone')]).toEqual([before, after])
    }),
  )
})

test('of very long texts everything is changed, at once', () => {
  const long = (text: string) => Array.from({ length: 3_000 }, (_, n) => `${text} ${n}`).join('\n')

  expect(lineDiff(long('a'), long('b'))).toHaveLength(6_000)
})
