/** What admins write in a block: plain words with variables, bold and links (shared/contract/messages/mailBlocks.ts). */

/** A variable or a condition, which stays as it is. */
const TAG = /(\{\{[^{}]*\}\})/
/** Nothing but these can be the target of a link. */
const LINK =
  /\[([^[\]]+)\]\(((?:https?:\/\/|mailto:|tel:)[^\s(){}<>]+|(?:mailto:|tel:)\{\{[\w.]+\}\}|\{\{[\w.]*_url\}\})\)/g

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const unescapes = Object.fromEntries(Object.entries(escapes).map(([plain, escaped]) => [escaped, plain]))

/** Words as HTML, everything escaped that is not a variable, bold, a link or a line break. */
export const htmlOf = (words: string): string =>
  words
    .trim()
    .split(TAG)
    .map((piece, index) =>
      index % 2 === 1 ? piece : piece.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign),
    )
    .join('')
    .replace(LINK, '<a href="$2">$1</a>')
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replaceAll('\n', '<br>')

/** The words of HTML that `htmlOf` writes. */
export const wordsOf = (html: string): string =>
  html
    .replace(/<a href="([^"]*)">(.*?)<\/a>/g, '[$2]($1)')
    .replace(/<\/?strong>/g, '**')
    .replaceAll('<br>', '\n')

/** The words of HTML in a line; a link is its own words, or its words with its address. */
export function textOf(html: string): string {
  return html
    .replace(
      /(\. )?<a href="([^"]*)">(.*?)<\/a>(?=(:?))/g,
      (_, sentenceBefore = '', href: string, label: string, colon: string) => {
        const isItsWords = href === label || href === `tel:${label}` || href === `mailto:${label}`
        const named = colon ? `${label} (${href})` : `${label}: ${href}`
        return `${sentenceBefore && '.\n'}${isItsWords ? label : named}`
      },
    )
    .replaceAll('<br>', '\n')
    .replace(/<\/?strong>/g, '')
    .replace(/&(?:amp|lt|gt|quot);/g, (escaped) => unescapes[escaped] ?? escaped)
}
