/**
 * The form of texts that an owner writes: plain text in which an empty line ends a paragraph, `# ` begins a heading, `- ` an entry
 * of a list and `! ` a paragraph that stands out. Parts between two asterisks are bold; `{name}` stands for a fact of the facility.
 * An entry such as `Prices: /book-cage` is a link.
 */

/** Text, or text that is bold, or a link. */
export interface Piece {
  readonly text: string
  readonly bold: boolean
  /** An address with http or https, or one of this site. */
  readonly href?: string | undefined
}

export type Block =
  | { readonly kind: 'paragraph' | 'conspicuous'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'list'; readonly entries: readonly (readonly Piece[])[] }

export interface TextSection {
  /** Empty for what comes before the first heading. */
  readonly title: string
  readonly blocks: readonly Block[]
}

/** The sections of a text, with its placeholders filled in; one that is not known stays as it is written. */
export function readPlainText(text: string, facts: Readonly<Record<string, string>> = {}): TextSection[] {
  const filled = text.replace(/\{(\w+)\}/g, (written, name: string) =>
    Object.hasOwn(facts, name) ? (facts[name] ?? written) : written,
  )
  const sections: { title: string; blocks: Block[] }[] = []
  let words: string[] = []
  let entries: string[] = []
  const endBlock = () => {
    if (words.length + entries.length === 0) return
    if (sections.length === 0) sections.push({ title: '', blocks: [] })
    sections.at(-1)?.blocks.push(entries.length > 0 ? listOf(entries) : paragraphOf(words.join(' ')))
    words = []
    entries = []
  }
  for (const line of [...filled.split('\n'), ''].map((written) => written.trim())) {
    const isEntry = line.startsWith('- ')
    if (line === '' || line.startsWith('# ') || (isEntry && words.length > 0)) endBlock()
    if (line.startsWith('# ')) sections.push({ title: line.slice(2).trim(), blocks: [] })
    else if (isEntry) entries.push(line.slice(2))
    else if (entries.length > 0 && line !== '') entries.push(`${entries.pop()} ${line}`)
    else if (line !== '') words.push(line)
  }
  return sections
}

const listOf = (entries: readonly string[]): Block => ({ kind: 'list', entries: entries.map(entryOf) })

/** Words, a colon, and an address: of a site, or the path of a page of this one. */
const LINK = /^(\S.*?):\s+(https?:\/\/[^\s/]+\S*|\/(?![/\\])[^\s?#]*)$/

function entryOf(entry: string): Piece[] {
  const [, text, href] = LINK.exec(entry) ?? []
  return text && href ? [{ text, bold: false, href }] : piecesOf(entry)
}

const paragraphOf = (text: string): Block =>
  text.startsWith('! ')
    ? { kind: 'conspicuous', pieces: piecesOf(text.slice(2)) }
    : { kind: 'paragraph', pieces: piecesOf(text) }

const piecesOf = (text: string): Piece[] =>
  text
    .split('**')
    .map((piece, index) => ({ text: piece, bold: index % 2 === 1 }))
    .filter((piece) => piece.text !== '')

/** What a block says, as one line; a list as its entries. */
export const wordsOf = (block: Block): string =>
  block.kind === 'list' ? block.entries.map((entry) => `• ${joined(entry)}`).join('\n') : joined(block.pieces)

const joined = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('')

/** The links among the entries of lists, in their order. */
export const linksOf = (blocks: readonly Block[]): { text: string; href: string }[] =>
  blocks.flatMap((block) =>
    block.kind === 'list'
      ? block.entries.flat().flatMap(({ text, href }) => (href === undefined ? [] : { text, href }))
      : [],
  )
