import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { DateLanguage } from '../../../shared/domain/time/timeFormat.ts'
import {
  type ContentEncoding,
  preferredEncoding,
  quickBrotli,
  quickGzip,
} from '../answers/contentEncoding.ts'
import { type CompressedAround, compressedAround } from './compressedAround.ts'

/** A rendered page, ready but for its head, its banner and what each answer has of its own (`gaps`). */
export interface KeptPage {
  /** Its path with what its route reads of the search: the same for all who get this page. */
  readonly url: string
  /** What the page's HTML needs of its style sheets, and its own rules, for one style element. */
  readonly css: string
  /** What is in the body: the script that starts the app, the app's HTML, and the page's data; each gap by itself. */
  readonly body: readonly string[]
  readonly renderedAt: number
}

/**
 * Stand in a document where each answer has a value of its own: its nonce, and the age of its HTML in ms. Random, so that
 * nothing that someone has written holds one of them.
 */
export const gaps = { nonce: randomUUID(), age: randomUUID() }

const NONCE = '__CSP_NONCE__'
const HEAD = '<!--page-head-->'
const BANNER = '<!--page-banner-->'
const NO_SCRIPT = /<noscript>[\s\S]*?<\/noscript>/
const ROOT = '<div id="root"></div>'

/** The built page: for the browser to draw, and as the frame of a rendered one. */
export interface Template {
  readonly empty: string
  /** Without the scripts and style sheets of the empty page: those of a rendered one come after its HTML and in line. */
  readonly frame: string
}

/** Without a build, a page that says how to build. */
export function readTemplate(directory: string): Template {
  const file = `${directory}/index.html`
  const built = existsSync(file)
    ? readFileSync(file, 'utf8')
    : `<!doctype html><html lang="en-US"><head>${HEAD}</head><body>${BANNER}${ROOT}Run npm run build.</body></html>`
  const empty = built.replaceAll(NONCE, gaps.nonce)
  const frame = empty
    .replace(/\s*<script type="module"[^>]*><\/script>/g, '')
    .replace(/\s*<script data-drawn-by-browser[\s\S]*?<\/script>/, '')
    .replace(/\s*<link rel="(modulepreload|stylesheet)"[^>]*>/g, '')
  return { empty, frame }
}

/** A page as it is sent, but for what each answer has of its own. */
export interface PageDocument {
  /** The page with a nonce that no other answer has, in the best encoding of those that the client takes. */
  answer(acceptEncoding: string): Promise<PageAnswer>
}

/** What the facility's data gives a page. */
export interface PageParts {
  readonly head: string
  /** That its dates are written in. */
  readonly language: DateLanguage
}

export interface PageAnswer {
  readonly nonce: string
  readonly body: string | Buffer<ArrayBuffer>
  readonly encoding: ContentEncoding
}

/**
 * @param page what was rendered; null for a page that the browser draws.
 * @param head for the document's head, with `gaps.nonce` where it needs a nonce; so the others.
 * @param withoutScripts of a page that the browser draws: what it shows where scripts are off.
 */
export function pageDocument(
  template: Template,
  page: KeptPage | null,
  { head, banner, language, withoutScripts }: PageParts & { banner: string; withoutScripts?: string },
): PageDocument {
  const frame = page
    ? template.frame.replace('</head>', () => `<style nonce="${gaps.nonce}">${page.css}</style></head>`)
    : template.empty
  const [before = '', after = ''] = frame
    .replace('lang="en-US"', `lang="${language}"`)
    .replace(HEAD, () => head)
    .replace(BANNER, () => banner)
    .replace(NO_SCRIPT, (built) => withoutScripts ?? built)
    .split(ROOT)
  const { texts, names } = withGaps([...piecesOf(before), ...(page?.body ?? [ROOT]), ...piecesOf(after)])
  const fill = (nonce: string): string[] => {
    const age = page ? Math.round(performance.now() - page.renderedAt) : 0
    return names.map((gap) => (gap === gaps.nonce ? nonce : String(age).padStart(AGE_DIGITS, '0')))
  }
  const joined = (values: readonly string[]) =>
    texts.map((part, index) => part + (values[index] ?? '')).join('')
  let isFirst = true
  let around: Promise<CompressedAround | null> | undefined
  /** What is sent many times is compressed once. That takes twice as long, so not for the first who asks. */
  const compressed = async (values: readonly string[]) => {
    if (!page || isFirst) {
      isFirst = false
      return quickBrotli(joined(values))
    }
    around ??= compressedAround(
      texts,
      names.map((gap) => (gap === gaps.nonce ? NONCE_LENGTH : AGE_DIGITS)),
    )
    return (await around)?.filled(values) ?? quickBrotli(joined(values))
  }
  return {
    async answer(acceptEncoding) {
      const nonce = randomBytes(16).toString('base64')
      const values = fill(nonce)
      const encoding = preferredEncoding(acceptEncoding)
      if (encoding === 'br') return { nonce, encoding, body: await compressed(values) }
      const whole = joined(values)
      return { nonce, encoding, body: encoding === 'gzip' ? await quickGzip(whole) : whole }
    },
  }
}

const piecesOf = (text: string): string[] => text.split(new RegExp(`(${gaps.nonce}|${gaps.age})`))

/** The texts between gaps, and which gaps they are. Nothing is copied: the texts are long, and kept. */
function withGaps(pieces: readonly string[]): { texts: string[]; names: string[] } {
  const texts = ['']
  const names: string[] = []
  for (const piece of pieces) {
    if (piece === gaps.nonce || piece === gaps.age) {
      names.push(piece)
      texts.push('')
    } else texts.push(`${texts.pop()}${piece}`)
  }
  return { texts, names }
}

/** Of 16 bytes as base64. */
const NONCE_LENGTH = 24
const AGE_DIGITS = 9
