/** What the link of a mail says: whose address it is about and, in a signed link, the proof (decision 26). */
export interface UnsubscribeSearch {
  email?: string
  signature?: string
}

/** Keeps what is understood. A plus sign that someone typed unescaped has become a blank, which no address has. */
export function readUnsubscribeSearch(search: Record<string, unknown>): UnsubscribeSearch {
  const email = text(search.email).replaceAll(' ', '+')
  const signature = text(search.signature)
  return { ...(email ? { email } : {}), ...(signature ? { signature } : {}) }
}

/** The router reads what looks like a number as one. */
const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
