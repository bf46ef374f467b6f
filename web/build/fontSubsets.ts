import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

/** What nearly all texts of a page are made of: ASCII and the typographic signs of Dugout's own texts. */
const basic = [...range(0x20, 0x7e), ...codesOf('\u00a0©·×–—‘’“”•…−')]
/** The rest of Latin, which names may have: a second file, which the browser loads where a page has such a letter. */
const rest = [...range(0xa1, 0xff), ...codesOf('ıŒœʻʼˆ˚˜€™↑↓∕\ufffd'), ...range(0x2000, 0x206f)].filter(
  (code) => !basic.includes(code),
)
/** Kerning, accents, and the digits of one width in times and prices. */
const keepFeatures = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum']
/** The weights that Dugout uses, of those that a variable font has. */
const variationAxes = { wght: { min: 400, max: 700 } }

const face = /@font-face\s*\{[^}]*\}/g
const source = /url\("([^")]+\/([\w-]+)-latin-(?:wght|(\d+))-normal\.woff2)"\)/

/**
 * Cuts the fonts of a style sheet to the characters, weights and features that Dugout uses: each `@font-face` becomes one
 * with the basic characters, `<font>-basic.woff2`, and one with the rest. Only in builds; `vite` serves the whole fonts.
 *
 * @param sheet the end of the path of the style sheet.
 */
export function fontSubsets({ sheet }: { sheet: string }): Plugin {
  return {
    name: 'dugout:font-subsets',
    apply: 'build',
    enforce: 'pre',
    async transform(css, id) {
      if (!id.endsWith(sheet)) return null
      const directory = join(dirname(id), '../../node_modules/.cache/dugout-fonts')
      mkdirSync(directory, { recursive: true })
      let subsets = css
      for (const [rule] of css.matchAll(face)) {
        const [, path, family, weight] = source.exec(rule) ?? []
        if (path === undefined) continue
        const font = readFileSync(createRequire(id).resolve(path))
        const rules = []
        for (const [part, codes] of Object.entries({ basic, rest })) {
          const file = join(directory, `${family}${weight ? `-${weight}` : ''}-${part}.woff2`)
          writeFileSync(file, await subsetOf(font, codes, weight === undefined))
          const address = rule.replace(path, relative(dirname(id), file))
          rules.push(address.replace(/\}$/, `  unicode-range: ${unicodeRange(codes)};\n}`))
        }
        subsets = subsets.replace(rule, rules.join('\n\n'))
      }
      return subsets
    },
  }
}

const subsetOf = (font: Buffer, codes: readonly number[], isVariable: boolean): Promise<Buffer> =>
  subsetFont(font, String.fromCodePoint(...codes), {
    targetFormat: 'woff2',
    keepFeatures,
    ...(isVariable && { variationAxes }),
  })

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

function codesOf(characters: string): number[] {
  return [...characters].map((character) => character.codePointAt(0) ?? 0)
}

/** As CSS writes it: 'U+20-7e, U+a0, …'. */
function unicodeRange(codes: readonly number[]): string {
  const parts: [first: number, last: number][] = []
  for (const code of codes.toSorted((a, b) => a - b)) {
    const open = parts.at(-1)
    if (open && open[1] === code - 1) open[1] = code
    else parts.push([code, code])
  }
  return parts
    .map(([first, last]) => `U+${first.toString(16)}${last > first ? `-${last.toString(16)}` : ''}`)
    .join(', ')
}
