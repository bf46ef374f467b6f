/**
 * The facility's own color in place of the red of buttons, chosen things and accents (decision record 094). Used by the server and
 * by the screen where it is chosen; nothing of it is part of what visitors download.
 */

import {
  clampChroma,
  converter,
  formatHex,
  modeLrgb,
  modeOklch,
  modeRgb,
  parse,
  useMode as register,
  wcagContrast,
} from 'culori/fn'

for (const mode of [modeRgb, modeLrgb, modeOklch]) register(mode as typeof modeRgb)
const oklch = converter('oklch')

/** Dugout's red, `stitch` of web/ui/theme.ts: the shades that are derived from a color have its steps. */
export const stitch = [
  ...['#fff0f1', '#fddcdf', '#f7b3ba', '#f08490', '#e85b6b'],
  ...['#d42b41', '#cc1f36', '#b3152b', '#931124', '#740c1b'],
] as const
export const ownColor = stitch[6]

const WHITE = '#ffffff'
/** What pages are drawn on, light and dark: `--mantine-color-body`. */
export const grounds = { light: '#faf9f5', dark: '#0f1b30' } as const

/** WCAG 2.2: 1.4.3 for text, 1.4.11 for what one must find to press it. */
const least = { text: 4.5, light: 3, dark: 3 } as const

export type Contrast = keyof typeof least

/** '#1A2' and '1a22bb' as '#11aa22' and '#1a22bb'; null for what is no color. */
export function readColor(typed: string): string | null {
  const digits = typed.trim().replace(/^#/, '').toLowerCase()
  if (/^[0-9a-f]{6}$/.test(digits)) return `#${digits}`
  return /^[0-9a-f]{3}$/.test(digits) ? `#${digits.replace(/./g, '$&$&')}` : null
}

/** How well a color can be read: white text on it, and it on a light and on a dark page; 1 to 21. */
export const contrastsOf = (color: string): Record<Contrast, number> => ({
  text: wcagContrast(WHITE, color),
  light: wcagContrast(color, grounds.light),
  dark: wcagContrast(color, grounds.dark),
})

export const isEnough = (contrast: Contrast, ratio: number): boolean => ratio >= least[contrast]

export const isReadable = (color: string): boolean => {
  const contrasts = contrastsOf(color)
  return (Object.keys(least) as Contrast[]).every((name) => isEnough(name, contrasts[name]))
}

/** The color of the same hue, and as vivid as it can be, that is nearest in lightness and can be read everywhere. */
export function nearestReadable(color: string): string {
  if (isReadable(color)) return color
  const { l, c, h } = oklch(parse(color)) ?? { l: 0.5, c: 0, h: 0 }
  // Lightness in steps of 1 in 500, from where it is, to both sides.
  for (let step = 1; step <= 500; step += 1) {
    for (const lightness of [l - step / 500, l + step / 500]) {
      const tried = shade(lightness, c, h)
      if (lightness > 0 && lightness < 1 && isReadable(tried)) return tried
    }
  }
  return ownColor
}

function shade(l: number, c: number, h: number | undefined): string {
  return formatHex(clampChroma({ mode: 'oklch', l, c, ...(h !== undefined && { h }) }, 'oklch')) ?? ownColor
}

/** Ten shades with the steps of `stitch`, the color itself the seventh. */
function shadesOf(color: string): string[] {
  const own = stitch.map((hex) => oklch(parse(hex)))
  const [main, wanted] = [own[6], oklch(parse(color))]
  if (!main || !wanted) return [...stitch]
  return own.map((step, index) => {
    if (!step || index === 6) return color
    // The strong ones keep their distance from the color, the tints and the darkest their place.
    const lightness = index === 5 || index === 7 ? wanted.l + step.l - main.l : step.l
    return shade(lightness, (step.c / main.c) * wanted.c, wanted.h)
  })
}

const declared = (shades: readonly string[]): string =>
  [
    ...shades.map((hex, index) => `--mantine-color-stitch-${index}:${hex}`),
    ...['filled', 'outline'].map((name) => `--mantine-color-stitch-${name}:${shades[7]}`),
  ].join(';')

/** Errors and problems, and what deletes or cancels something. */
const dangerous =
  '[role=alert],[data-danger],[data-grave],[data-kind=error],[data-kind=problem],[data-tone=bad]'

/**
 * The rules that put a color in the place of the red on pages of customers. Errors and what deletes something keep the red, and so
 * do the pages of staff, which are known by their frame.
 */
export function brandRules(color: string): string {
  const danger = (scheme: string, hex: string) =>
    `:root:root[data-mantine-color-scheme=${scheme}]{--mantine-color-error:${hex}}`
  return [
    `:root:root:not(:has(.mantine-AppShell-root)){${declared(shadesOf(color))}}`,
    `${dangerous}{${declared(stitch)};--accent-text:var(--mantine-color-error)}`,
    danger('light', stitch[7]),
    danger('dark', stitch[3]),
  ].join('')
}
