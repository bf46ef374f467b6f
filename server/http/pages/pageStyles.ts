/** A piece of a style sheet: a rule, or an at-rule with what it contains. */
export interface StylePiece {
  /** What is before the brace, or a whole statement such as '@layer a, b;'. */
  readonly head: string
  /** The text between the braces of a rule; null for a statement. */
  readonly body: string | null
  /** The pieces within an at-rule such as `@media`. */
  readonly pieces: readonly StylePiece[] | null
  /** For each selector of a rule the classes that it certainly needs; null for at-rules. */
  readonly needs: readonly (readonly string[])[] | null
  /** What the rules of the root declare: variables, and properties of the root itself. */
  readonly declared: readonly Declaration[] | null
  /** The variables that it uses itself. */
  readonly uses: readonly string[]
}

interface Declaration {
  readonly name: string
  readonly text: string
  readonly uses: readonly string[]
}

const grouping = /^@(media|supports|layer|container|scope)\b/

/** Reads a minified style sheet, which has no comments, and prepares what `stylesFor` asks of it for each page. */
export function parseStyles(css: string): StylePiece[] {
  const pieces: StylePiece[] = []
  let start = 0
  while (start < css.length) {
    const open = indexOfAny(css, '{;', start)
    if (open < 0) break
    const head = css.slice(start, open).trim()
    if (css[open] === ';') {
      pieces.push(pieceOf(`${head};`, null))
      start = open + 1
      continue
    }
    const close = closingBrace(css, open)
    const body = css.slice(open + 1, close)
    pieces.push(pieceOf(head, body))
    start = close + 1
  }
  return pieces
}

function pieceOf(head: string, body: string | null): StylePiece {
  const pieces = body !== null && grouping.test(head) ? parseStyles(body) : null
  return {
    head,
    body,
    pieces,
    needs: head.startsWith('@') ? null : selectorsOf(head).map(neededClasses),
    declared: isRoot(head) ? declarationsOf(body ?? '') : null,
    uses: body === null || pieces ? [] : variablesIn(body),
  }
}

function indexOfAny(text: string, characters: string, from: number): number {
  for (let index = from; index < text.length; index += 1) {
    const character = text[index] ?? ''
    if (character === '"' || character === "'") index = endOfString(text, index)
    else if (characters.includes(character)) return index
  }
  return -1
}

function endOfString(text: string, quote: number): number {
  let index = quote + 1
  while (index < text.length && text[index] !== text[quote]) index += text[index] === '\\' ? 2 : 1
  return index
}

function closingBrace(text: string, open: number): number {
  let depth = 0
  for (let index = open; index >= 0 && index < text.length; index = indexOfAny(text, '{}', index + 1)) {
    depth += text[index] === '{' ? 1 : -1
    if (depth === 0) return index
  }
  throw new Error('A style sheet has an open brace')
}

/**
 * The part of style sheets that a page's HTML can use as it is: rules whose classes it has, and the variables and
 * animations that those use. What is unclear is kept. The whole sheets come with the page's code.
 *
 * @param rules that the page has beside the sheets, which also use variables.
 */
export function stylesFor(html: string, sheets: readonly StylePiece[], rules: string): string {
  const classes = new Set<string>()
  for (const [, names = ''] of html.matchAll(/ class="([^"]*)"/g))
    for (const name of names.split(' ')) classes.add(name)
  const kept = piecesWith(classes, sheets)
  const used = usedVariables(kept, [...variablesIn(html), ...variablesIn(rules)])
  return textOf(kept, used)
}

function piecesWith(classes: ReadonlySet<string>, pieces: readonly StylePiece[]): StylePiece[] {
  return pieces.flatMap((piece) => {
    if (piece.pieces) {
      const within = piecesWith(classes, piece.pieces)
      return within.length > 0 ? { ...piece, pieces: within } : []
    }
    const isWanted = !piece.needs || piece.needs.some((names) => names.every((name) => classes.has(name)))
    return isWanted ? piece : []
  })
}

/** The selectors of a rule; commas within brackets belong to one of them. */
function selectorsOf(head: string): string[] {
  return head.includes(',') ? head.split(/,(?![^([]*[)\]])/) : [head]
}

/** Only classes outside of brackets are needed for certain: `:not(.a)` and `:is(.a, .b)` match without them. */
function neededClasses(selector: string): string[] {
  const certain = selector.replace(/\([^()]*(\([^()]*\)[^()]*)*\)/g, '')
  return certain.match(/(?<=\.)[\w-]+/g) ?? []
}

const variablesIn = (text: string): string[] =>
  Array.from(text.matchAll(/var\((--[\w-]+)/g), ([, name = '']) => name)

/** The variables that pieces and page use, also by way of other variables of the root. */
function usedVariables(pieces: readonly StylePiece[], others: readonly string[]): ReadonlySet<string> {
  const declared = new Map<string, string[]>()
  const used = new Set<string>()
  const use = (names: readonly string[]): void => {
    for (const name of names) {
      if (used.has(name)) continue
      used.add(name)
      use(declared.get(name) ?? [])
    }
  }
  const all = flat(pieces)
  const roots = all.flatMap((piece) => piece.declared ?? [])
  for (const { name, uses } of roots) declared.set(name, [...(declared.get(name) ?? []), ...uses])
  use(others)
  for (const piece of all) use(piece.declared ? [] : piece.uses)
  // Properties of the root itself use variables too.
  for (const { name, uses } of roots) if (!name.startsWith('--')) use(uses)
  return used
}

const flat = (pieces: readonly StylePiece[]): StylePiece[] =>
  pieces.flatMap((piece) => (piece.pieces ? flat(piece.pieces) : piece))

function textOf(pieces: readonly StylePiece[], used: ReadonlySet<string>): string {
  let text = ''
  for (const { head, body, pieces: within, declared } of pieces) {
    if (body === null) text += head
    else if (within) text += `${head}{${textOf(within, used)}}`
    else if (!declared) text += `${head}{${body}}`
    else {
      const wanted = declared.filter(({ name }) => !name.startsWith('--') || used.has(name))
      if (wanted.length > 0) text += `${head}{${wanted.map((declaration) => declaration.text).join(';')}}`
    }
  }
  return text
}

const isRoot = (head: string): boolean => /^:root(\[[^\]]*\])?(,:host(\([^)]*\))?)?$/.test(head)

function declarationsOf(body: string): Declaration[] {
  const found: Declaration[] = []
  let start = 0
  while (start < body.length) {
    const next = indexOfAny(body, ';', start)
    const end = next < 0 ? body.length : next
    const declaration = body.slice(start, end)
    const colon = declaration.indexOf(':')
    const name = declaration.slice(0, colon).trim()
    const value = declaration.slice(colon + 1)
    if (colon > 0) found.push({ name, text: `${name}:${value}`, uses: variablesIn(value) })
    start = end + 1
  }
  return found
}
