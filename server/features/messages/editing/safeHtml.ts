import sanitizeHtml, { type IOptions } from 'sanitize-html'

/** What mail programs show; none of it runs, loads a page, or sends a form. */
const TAGS = `
  html head title meta style body div span p br hr center a img h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code
  b strong i em u s del ins sub sup small big mark font abbr table caption colgroup col thead tbody tfoot tr th td
  header footer main section article figure figcaption
`
  .trim()
  .split(/\s+/)

const ATTRIBUTES = {
  '*': [
    ...[
      'class',
      'id',
      'style',
      'title',
      'lang',
      'dir',
      'role',
      'aria-*',
      'align',
      'valign',
      'width',
      'height',
    ],
    ...['bgcolor', 'color', 'border'],
  ],
  a: ['href', 'name', 'target', 'rel'],
  img: ['src', 'alt'],
  meta: ['charset', 'name', 'content'],
  table: ['cellpadding', 'cellspacing'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  ol: ['start', 'type'],
  font: ['face', 'size'],
  html: ['xmlns'],
}

const STYLES = `
  color background background-color opacity display float clear direction white-space overflow vertical-align box-sizing
  width min-width max-width height min-height max-height border-collapse border-spacing table-layout list-style-type
  margin margin-top margin-right margin-bottom margin-left padding padding-top padding-right padding-bottom padding-left
  border border-top border-right border-bottom border-left border-color border-style border-width border-radius
  font font-family font-size font-style font-weight font-variant line-height letter-spacing
  text-align text-decoration text-indent text-transform word-break word-wrap overflow-wrap
  mso-line-height-rule mso-table-lspace mso-table-rspace -webkit-text-size-adjust
`
  .trim()
  .split(/\s+/)

/** What a style could load or run something with; a backslash could hide it. */
const UNSAFE_STYLE =
  /[\\<]|@import|(?:url|src|image|image-set|element|expression)\s*\(|script:|behavior|binding/i
const SAFE_VALUE = new RegExp(`^(?!.*(?:${UNSAFE_STYLE.source}))`, 'is')

const OPTIONS: IOptions = {
  allowedTags: TAGS,
  // Style elements are looked at below.
  allowVulnerableTags: true,
  allowedAttributes: ATTRIBUTES,
  allowedStyles: { '*': Object.fromEntries(STYLES.map((property) => [property, [SAFE_VALUE]])) },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nonTextTags: [
    ...[
      'script',
      'style',
      'textarea',
      'option',
      'xmp',
      'noscript',
      'template',
      'svg',
      'math',
      'iframe',
      'object',
    ],
  ],
  nestingLimit: 200,
  exclusiveFilter: ({ tag, text, attribs }) =>
    (tag === 'style' && UNSAFE_STYLE.test(text)) || (tag === 'meta' && !(attribs.charset || attribs.name)),
}

const DOCTYPE = /^\s*<!doctype[^<>]*>/i

/** HTML of a message without what mail must not carry: scripts, event handlers, forms, and addresses that run something. */
export const safeHtml = (html: string): string =>
  `${DOCTYPE.exec(html)?.[0] ?? ''}${sanitizeHtml(html, OPTIONS)}`

/** HTML as it may be saved, and what had to go from it, in words for its author; as it was written where nothing had to. */
export function cleaned(html: string): { html: string; removed: string[] } {
  const safe = safeHtml(html)
  const kept = partsOf(safe)
  const missing = [...partsOf(html)].filter(([part, times]) => (kept.get(part) ?? 0) < times)
  // The attributes of what is gone altogether are not told one by one.
  const gone = missing.map(([part]) => part).filter((part) => part.startsWith('<') && !kept.has(part))
  const removed = [
    ...missing
      .map(([part]) => part)
      .filter((part) => part.startsWith('<') || !gone.some((tag) => part.endsWith(tag))),
    ...(html.includes('<!--') ? ['comments'] : []),
  ]
  return removed.length > 0 ? { html: safe, removed: removed.slice(0, MOST_TOLD) } : { html, removed }
}

const MOST_TOLD = 20

/** Tags, attributes and styles, each with how often it is there. */
function partsOf(html: string): Map<string, number> {
  const parts = new Map<string, number>()
  const add = (part: string) => parts.set(part, (parts.get(part) ?? 0) + 1)
  const onOpenTag = (tag: string, attribs: Record<string, string>) => {
    add(`<${tag}>`)
    for (const [name, value] of Object.entries(attribs)) {
      const told = name === 'style' ? value.split(';').map((each) => each.replace(/\s/g, '')) : [value.trim()]
      for (const each of told.filter(Boolean)) add(`${name}="${each.slice(0, 60)}" of <${tag}>`)
    }
  }
  sanitizeHtml(html, { ...OPTIONS, onOpenTag })
  return parts
}
