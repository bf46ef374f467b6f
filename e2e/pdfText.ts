import { inflateSync } from 'node:zlib'

/** The text of a PDF that Chromium has printed: all of it once by the letters of each font, so that others' are wrong in it. */
export function pdfText(pdf: Buffer): string {
  const streams = streamsOf(pdf)
  const fonts = streams.filter((stream) => stream.includes('beginbfchar') || stream.includes('beginbfrange'))
  const glyphs = streams
    .flatMap((stream) => [...stream.matchAll(/(?:\[[^\]]*\]|<[0-9A-Fa-f]+>)\s*T[Jj]/g)])
    .flatMap(([run]) => [...run.matchAll(/<([0-9A-Fa-f]+)>/g)])
    .flatMap(([, digits = '']) => digits.match(/.{4}/g) ?? [])
  return fonts
    .map(lettersOf)
    .map((letters) => glyphs.map((glyph) => letters.get(glyph.toUpperCase()) ?? '').join(''))
    .join('\n')
}

function streamsOf(pdf: Buffer): string[] {
  const all = pdf.toString('latin1')
  return [...all.matchAll(/stream\r?\n/g)].flatMap(({ index, 0: { length } }) => {
    const end = all.indexOf('endstream', index)
    try {
      return [inflateSync(pdf.subarray(index + length, end)).toString('latin1')]
    } catch {
      // A picture or a font, which are packed otherwise.
      return []
    }
  })
}

/** The letter of each glyph by a font's table, both in hexadecimal. */
function lettersOf(font: string): Map<string, string> {
  const letters = new Map<string, string>()
  const letter = (code: number) => String.fromCharCode(code)
  const hex = (code: number) => code.toString(16).toUpperCase().padStart(4, '0')
  for (const [, block = ''] of font.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, glyph = '', to = ''] of block.matchAll(/<(\w+)>\s*<(\w{4})\w*>/g))
      letters.set(glyph.toUpperCase(), letter(Number.parseInt(to, 16)))
  for (const [, block = ''] of font.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from = '', until = '', to = ''] of block.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w{4})>/g))
      for (let code = Number.parseInt(from, 16); code <= Number.parseInt(until, 16); code++)
        letters.set(hex(code), letter(Number.parseInt(to, 16) + code - Number.parseInt(from, 16)))
  return letters
}
