import type { MessageTemplate } from './templates/template.ts'

/** What staff read in place of a link that gives access to an account. */
export const MASKED_LINK = '[personal link, hidden]'
/** What they read in place of a part of a link that only its receiver may know. */
const MASKED_PART = '…'

const LINK = /https?:\/\/[^\s"'<>]+/g
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
/**
 * Longer than any word of our paths: a token, perhaps with an ending as calendars have, or signed after a dot. Two
 * expressions, since one would try every way to share the letters out: a visitor's message of some thousand took minutes.
 */
const isToken = (part: string): boolean => /^[\w.~%-]+$/.test(part) && /[\w-]{20}/.test(part)

/**
 * The data of a message as staff may see them: no member of staff can use a link that was meant for someone else. Of a
 * message with access to an account no link remains; of any other, links lose what signs them: query, fragment, and
 * parts of the path that look like a token.
 */
export const maskedData = <Data>(kind: Pick<MessageTemplate, 'secret'>, data: Data): Data =>
  mapTexts(data, (text) =>
    text.replace(LINK, (link) => (kind.secret ? MASKED_LINK : maskedLink(link))),
  ) as Data

function maskedLink(link: string): string {
  const [path = '', ...signed] = link.split(/[?#]/)
  const parts = path.split('/').map((part) => (isToken(part) && !ID.test(part) ? MASKED_PART : part))
  return `${parts.join('/')}${signed.length > 0 ? `?${MASKED_PART}` : ''}`
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapTexts(each, change)]))
}
