import { expect, test } from 'vitest'
import { pictureSources, squareWidths, wideWidths } from './pictureWidths.ts'

const folder = '/files/coach-avatars/0b9cbd2c-6f3e-4a43-8a5e-2f7f8f0d2c11'

test('a stored picture is offered in all its widths, and as AVIF', () => {
  const name = `${folder}/1764000000000000`
  expect(pictureSources(`${name}.jpg`, squareWidths)).toEqual({
    jpeg: `${name}-240.jpg 240w, ${name}-480.jpg 480w, ${name}.jpg 960w`,
    avif: `${name}-240.avif 240w, ${name}-480.avif 480w, ${name}.avif 960w`,
  })
})

test('one that was stored before there was AVIF is offered as JPEG', () => {
  const name = '/files/camp-banners/0b9cbd2c-6f3e-4a43-8a5e-2f7f8f0d2c11/1764000000000'
  expect(pictureSources(`${name}.jpg`, wideWidths)).toEqual({
    jpeg: `${name}-800.jpg 800w, ${name}.jpg 1600w`,
  })
})

test.each(['https://example.com/casey.jpg', '/og.png', '/files/coach-avatars/u/casey.jpg'])(
  '%s has one width',
  (url) => {
    expect(pictureSources(url, squareWidths)).toEqual({})
  },
)
