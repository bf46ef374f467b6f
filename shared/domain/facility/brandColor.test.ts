import { wcagContrast } from 'culori'
import { expect, test } from 'vitest'
import {
  brandRules,
  contrastsOf,
  grounds,
  isReadable,
  nearestReadable,
  ownColor,
  readColor,
} from './brandColor.ts'

test('what is typed is read as a color, or as none', () => {
  expect([' #1D6fd8 ', '1d6fd8', '#abc', 'red', '', '#12345', '#1d6fd8ff'].map(readColor)).toEqual([
    ...['#1d6fd8', '#1d6fd8', '#aabbcc'],
    ...[null, null, null, null],
  ])
})

test('contrasts are those of WCAG: black on white is 21, and Dugout’s own red passes', () => {
  expect(contrastsOf('#000000').text).toBe(21)
  expect(contrastsOf('#767676').text).toBeCloseTo(4.54, 2)
  expect(isReadable(ownColor)).toBe(true)
  for (const color of ['#ffd23f', '#0f2a54', '#777777', '#ffffff', '#000000'])
    expect(isReadable(color)).toBe(false)
})

test('each color has a nearest one that passes: itself, a darker or a lighter one', () => {
  expect(nearestReadable('#1d6fd8')).toBe('#1d6fd8')
  expect(contrastsOf(nearestReadable('#ffd23f')).text).toBeGreaterThan(4.5)
  expect(contrastsOf(nearestReadable('#0f2a54')).dark).toBeGreaterThan(3)
  // Every 51st of red, green and blue: 216 colors.
  const steps = ['00', '33', '66', '99', 'cc', 'ff']
  for (const red of steps)
    for (const green of steps)
      for (const blue of steps) {
        const nearest = nearestReadable(`#${red}${green}${blue}`)
        expect(isReadable(nearest)).toBe(true)
        expectReadableShades(nearest)
      }
})

/** Accents on pages, and on the tints of a color: of white text on a hovered button, of text on a tint. */
function expectReadableShades(color: string) {
  const shades = [...brandRules(color).matchAll(/stitch-\d:(#\w{6})/g)]
    .map(([, hex = '']) => hex)
    .slice(0, 10)
  const [tint = '', , , light = '', , , main, hover = '', , darkest = ''] = shades
  expect(main).toBe(color)
  for (const [one, other] of [
    ['#ffffff', hover],
    [hover, grounds.light],
    [light, grounds.dark],
    [darkest, tint],
  ] as const)
    expect({ color, one, other, ratio: wcagContrast(one, other) }).toMatchObject({
      ratio: expect.toSatisfy((ratio: number) => ratio >= 4.5),
    })
}

test('its rules leave errors and deletion red, and pages of staff', () => {
  const rules = brandRules('#1d6fd8')
  expect(rules).toMatch(
    /\[role=alert\],\[data-danger\],.*\[data-tone=bad\]\{--mantine-color-stitch-0:#fff0f1/,
  )
  expect(rules).toContain('--mantine-color-error:#b3152b')
  expect(rules).toMatch(/^:root:root:not\(:has\(\.mantine-AppShell-root\)\)\{/)
})
