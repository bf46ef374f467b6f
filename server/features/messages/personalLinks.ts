/** Where a link with access to an account may stand in a message: so that nobody but its receiver gets it. */

export interface MisplacedLink {
  /** Where it begins in the text. */
  readonly index: number
  readonly name: string
}

/**
 * The variables of this text that hold a link and stand neither by themselves nor as the whole target of a link. Inside another
 * address, such as that of a picture, a link would be sent to whoever that belongs to.
 */
export function misplacedLinks(source: string, part: 'html' | 'text'): MisplacedLink[] {
  const places = part === 'html' ? readPlaces(source) : plainText(source)
  return [...source.matchAll(/\{\{~?\s*(\w+_url)\s*~?\}\}/g)].flatMap(({ 0: tag, 1: name = '', index }) => {
    if (name === 'site_url') return []
    const before = source.slice(Math.max(0, index - 2), index)
    const after = source.slice(index + tag.length, index + tag.length + 1)
    const isAlone =
      isText(places, index) && /(?:^|[\s>])\(?$/.test(before) && (after === '' || /[\s<).,;!?]/.test(after))
    const isTarget = after !== '' && places.targets.get(index) === after
    return isAlone || isTarget ? [] : [{ index, name }]
  })
}

/**
 * Where the braces of the first condition are that begins, changes or ends within a tag or an element without text of its own;
 * null where there is none. Elsewhere all branches begin and end in plain text, so that it is enough to read the text once.
 */
export function misplacedCondition(html: string): number | null {
  const places = readPlaces(html)
  const found = [...html.matchAll(/\{\{~?\s*(?:[#/^]|else\b)/g)].find(({ index }) => !isText(places, index))
  return found?.index ?? null
}

interface Places {
  /** Where text of the page stands, from and to. */
  readonly texts: (readonly [from: number, to: number])[]
  /** Where the target of a link begins, with the quote that ends it. */
  readonly targets: Map<number, string>
}

const plainText = (source: string): Places => ({ texts: [[0, source.length]], targets: new Map() })

const isText = ({ texts }: Places, index: number) => texts.some(([from, to]) => from <= index && index < to)

/** What is in them is never read as HTML, and can be passed over. */
const rawEnds: Record<string, RegExp> = { style: /<\/style[\s/>]/gi, title: /<\/title[\s/>]/gi }
/** What is in them, or follows them, is sent with a form or read differently by different programs. */
const REFUSED = new Set([
  ...['form', 'select', 'option', 'button', 'textarea', 'template', 'object', 'svg', 'math'],
  ...['script', 'noscript', 'iframe', 'noembed', 'noframes', 'xmp', 'plaintext'],
])

const DOCTYPE = /<!doctype[^>]*>/iy
const TAG = /<(\/?)([a-z][^\s/>]*)/iy
/** Read as a tag by some program, or once a value is in it. Of comments, what hides in them for one program is text for another. */
const SUSPECT = /<(?:[!?/{]|$)/y
const ATTRIBUTE = /[\s/]*(?:(>)|([^\s/>=][^\s/>=]*|=[^\s/>=]*)(?:\s*=\s*(?:(["'])|([^\s>"'][^\s>]*)?))?)/y

/** Reads HTML as browsers do (HTML §13.2.5). From where programs differ on, nothing is text. */
function readPlaces(html: string): Places {
  const places: Places = { texts: [], targets: new Map() }
  let from = 0
  let at = 0
  for (;;) {
    const open = html.indexOf('<', at)
    if (open === -1) {
      places.texts.push([from, html.length])
      return places
    }
    const tag = matchAt(TAG, html, open)
    const doctype = tag ? null : matchAt(DOCTYPE, html, open)
    if (!tag && !doctype && !matchAt(SUSPECT, html, open)) {
      at = open + 1
      continue
    }
    places.texts.push([from, open])
    const element = (tag?.[2] ?? '').toLowerCase()
    if (REFUSED.has(element)) return places
    let end: number | null = open + (doctype?.[0].length ?? 0)
    if (tag) {
      end = readAttributes(html, open + tag[0].length, element === 'a' ? places.targets : new Map())
      const rawEnd = tag[1] === '' ? rawEnds[element] : undefined
      if (end !== null && rawEnd) end = matchAt(rawEnd, html, end)?.index ?? null
    } else if (!doctype) return places
    if (end === null) return places
    from = end
    at = end
  }
}

/** The index after the tag; null where it does not end. */
function readAttributes(html: string, from: number, targets: Places['targets']): number | null {
  let at = from
  for (;;) {
    const read = matchAt(ATTRIBUTE, html, at)
    if (!read) return null
    at += read[0].length
    const { 1: end, 2: name = '', 3: quote } = read
    if (end !== undefined) return at
    if (quote === undefined) continue
    if (name.toLowerCase() === 'href') targets.set(at, quote)
    const closed = html.indexOf(quote, at)
    if (closed === -1) return null
    at = closed + 1
  }
}

function matchAt(pattern: RegExp, html: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(html)
}
