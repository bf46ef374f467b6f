import { type Point, px } from './canvas.ts'
import { ink } from './palette.ts'

/** The D: a dugout roof over a ball's curve; the opening is a home plate. Drawn on 64 × 64. */
const letter = 'M3 5H32A27 27 0 0 1 32 59H10V17H3ZM22 19.5V44.5H31.5L44 32L31.5 19.5Z'

const onBowl = (turn: number, radius: number): Point => [
  32 + Math.cos(turn) * radius,
  32 + Math.sin(turn) * radius,
]

/** Stitches set along the bowl of the D, each a chevron across the seam. */
function stitches(count: number): string {
  return Array.from({ length: count }, (_, i) => {
    const turn = ((i - (count - 1) / 2) / count) * 2.5
    const bend = 0.11
    const [outer, middle, inner] = [
      onBowl(turn - bend, 24.2),
      onBowl(turn + bend, 20.4),
      onBowl(turn - bend, 16.6),
    ]
    return `M${outer.map(px).join(' ')}L${middle.map(px).join(' ')}L${inner.map(px).join(' ')}`
  }).join('')
}

const seam = (colour: string, count: number, width: number) =>
  `<path d="${stitches(count)}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

/** The bare mark in one colour, for laying over pictures. */
export const markOver = (colour: string, size: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="${size}" height="${size}"><path fill="${colour}" fill-rule="evenodd" d="${letter}"/>${seam(ink.red, 6, 2.4)}</svg>\n`

/** The logo follows the reader's colour scheme; its attributes stand in where a policy refuses the style element. */
export const logo = (): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64" role="img" aria-label="Dugout"><style>.d{fill:${ink.navy}}.s{stroke:#ff4d57}@media (prefers-color-scheme:dark){.d{fill:${ink.chalk}}.s{stroke:${ink.red}}}</style><path class="d" fill="${ink.navy}" fill-rule="evenodd" d="${letter}"/><path class="s" d="${stitches(6)}" fill="none" stroke="#ff4d57" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/></svg>\n`

/** The mark on its own navy tile, legible on any browser's tab; `corner` is the tile's rounding out of 64. */
export const tile = (corner: number, count: number, width: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="${corner}" fill="${ink.navy}"/><g transform="translate(6.6 5.8) scale(.82)"><path fill="${ink.chalk}" fill-rule="evenodd" d="${letter}"/>${seam(ink.red, count, width)}</g></svg>\n`
