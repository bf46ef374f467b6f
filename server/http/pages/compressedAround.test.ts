import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressedAround } from './compressedAround.ts'

const paragraph = (n: number) => `"><p class="slot">Cage ${n} is free at ${n}:00 PM · 4–5 · $${n * 20}</p>`
const page = (from: number) => Array.from({ length: 200 }, (_, n) => paragraph(from + n)).join('')

test('values go into a stream that was compressed without them', async () => {
  const texts = [`<style nonce="`, page(1), page(100), page(7), '"></p>']
  const lengths = [24, 24, 9, 24]
  const compressed = await compressedAround(texts, lengths)
  for (const letter of ['A', 'b', '=']) {
    const values = lengths.map((length) => letter.repeat(length))
    const found = brotliDecompressSync(compressed?.filled(values) ?? '').toString()
    expect(found).toBe(texts.map((text, index) => text + (values[index] ?? '')).join(''))
  }
  const size = compressed?.filled(lengths.map((length) => 'x'.repeat(length))).byteLength
  expect(size).toBeLessThan(texts.join('').length / 10)
})

test('values that occur in the text, or in each other, are not mixed up with it', async () => {
  const nonce = 'abcdefghijklmnopqrstuvwx'
  const texts = [nonce, `${nonce}${nonce}`, `--${nonce}`, page(3)]
  const compressed = await compressedAround(texts, [24, 24, 24])
  const found = brotliDecompressSync(compressed?.filled([nonce, nonce, nonce]) ?? '').toString()
  expect(found).toBe(`${nonce}${nonce}${nonce}${nonce}${nonce}--${nonce}${nonce}${page(3)}`)
})

test('a text with control characters is left alone', async () => {
  expect(await compressedAround(['a\u0001', '""b'], [24])).toBeNull()
})
