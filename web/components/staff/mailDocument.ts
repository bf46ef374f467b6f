/** How a mail is looked at. */
export type MailScheme = 'light' | 'dark'

interface Look {
  readonly scheme: MailScheme
  /** Of the page, whose policy the frame inherits. */
  readonly nonce: string
}

/** What a mail program would not run, load or follow either. */
const REMOVED =
  'script, noscript, template, iframe, frame, frameset, object, embed, base, link, form, meta[http-equiv]'

/**
 * A mail as a document for a sandboxed frame. It runs nothing, loads nothing but pictures, and has no link to follow: a link's
 * address is its tooltip. Its own style elements get the page's nonce; style attributes, which no nonce can allow, become rules. `prefers-color-scheme`
 * answers with the scheme that is asked for, whatever the person's own is.
 */
export function mailDocument(html: string, { scheme, nonce }: Look): string {
  const page = new DOMParser().parseFromString(prepared(html, nonce), 'text/html')
  for (const element of page.querySelectorAll(REMOVED)) element.remove()
  const rules = [`:root { color-scheme: ${scheme}; }`]
  for (const sheet of page.querySelectorAll('style')) sheet.textContent = inScheme(sheet.textContent, scheme)
  for (const element of page.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes]) {
      if (name.startsWith('on') || name === 'srcdoc') element.removeAttribute(name)
      if (name === STYLE) {
        element.setAttribute(STYLE, String(rules.length))
        // Twice as specific as a class, because a style attribute wins over any rule.
        rules.push(`[${STYLE}="${rules.length}"][${STYLE}][${STYLE}] { ${value.replace(/[{}<]/g, '')} }`)
      }
    }
    const target = element.getAttribute('href')
    if (target === null) continue
    element.removeAttribute('href')
    element.setAttribute('title', target)
    element.setAttribute('data-link', '')
  }
  rules.push(
    '[data-link] { text-decoration: underline; }',
    '.button[data-link], .head [data-link] { text-decoration: none; }',
  )
  const own = page.createElement('style')
  own.setAttribute('nonce', nonce)
  own.textContent = rules.join('\n')
  page.head.append(own)
  return `<!doctype html>${page.documentElement.outerHTML}`
}

const STYLE = 'data-mail-style'

/** Done in the text: parsing a style attribute or an event handler reports a violation of the page's policy. */
const prepared = (html: string, nonce: string): string =>
  html.replace(/<[a-z][^<>]*>/gi, (tag) =>
    tag
      .replace(/([\s/"'])style\s*=/gi, `$1${STYLE}=`)
      .replace(/([\s/"'])(on[a-z]+\s*=)/gi, '$1data-$2')
      .replace(/^<style\b/i, `<style nonce="${nonce}"`),
  )

const inScheme = (sheet: string, scheme: MailScheme): string =>
  sheet.replace(/\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/gi, (_, asked: string) =>
    asked.toLowerCase() === scheme ? '(min-width: 0)' : '(max-width: 0)',
  )
