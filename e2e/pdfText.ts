import { inflateSync } from 'node:zlib'

/**
 * The text of a PDF that Chromium has printed, without spaces, which may be of another font than the words around them: all of
 * it once by the letters of each font, so that those of others are wrong in it.
 */
export function pdfText(pdf: Buffer): string {
  const streams = streamsOf(pdf)
  const fonts = streams.filter((stream) => stream.includes('beginbfchar') || stream.includes('beginbfrange'))
  const runs = streams
    .flatMap((stream) => [...stream.matchAll(/(?:\[[^\]]*\]|<[0-9A-Fa-f]+>)\s*T[Jj]/g)])
    .flatMap(([run]) => [...run.matchAll(/<([0-9A-Fa-f]+)>/g)])
    .map(([, digits = '']) => digits.toUpperCase())
  return fonts
    .map(lettersOf)
    .map(({ digits, letters }) =>
      runs
        .flatMap((run) => run.match(new RegExp(`.{${digits}}`, 'g')) ?? [])
        .map((glyph) => letters.get(glyph) ?? '')
        .join(''),
    )
    .join('\n')
    .replaceAll(' ', '')
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

/** The letters of a font's glyphs by their numbers, which have two or four hexadecimal digits. */
function lettersOf(font: string) {
  const digits = /begincodespacerange\s*<(\w+)>/.exec(font)?.[1]?.length ?? 4
  const letters = new Map<string, string>()
  const letter = (code: number) => String.fromCharCode(code)
  const hex = (code: number) => code.toString(16).toUpperCase().padStart(digits, '0')
  for (const [, block = ''] of font.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, glyph = '', to = ''] of block.matchAll(/<(\w+)>\s*<(\w{4})\w*>/g))
      letters.set(glyph.toUpperCase(), letter(Number.parseInt(to, 16)))
  for (const [, block = ''] of font.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from = '', until = '', to = ''] of block.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w{4})>/g))
      for (let code = Number.parseInt(from, 16); code <= Number.parseInt(until, 16); code++)
        letters.set(hex(code), letter(Number.parseInt(to, 16) + code - Number.parseInt(from, 16)))
  return { digits, letters }
}
