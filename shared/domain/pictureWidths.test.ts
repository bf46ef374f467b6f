import { expect, test } from 'vitest'
import { pictureSources } from './pictureWidths.ts'

test('a stored picture is offered in all its widths', () => {
  const folder = '/files/coach-avatars/0b9cbd2c-6f3e-4a43-8a5e-2f7f8f0d2c11'
  expect(pictureSources(`${folder}/1764000000000.jpg`)).toBe(
    `${folder}/1764000000000-240.jpg 240w, ${folder}/1764000000000-480.jpg 480w, ${folder}/1764000000000.jpg 960w`,
  )
})

test.each(['https://example.com/casey.jpg', '/og.png', '/files/coach-avatars/u/casey.jpg'])(
  '%s has one width',
  (url) => {
    expect(pictureSources(url)).toBeUndefined()
  },
)
