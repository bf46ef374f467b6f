const anywhere = 'https://own.invalid'

/**
 * A path of this site, or null: nobody who signs in may be sent to another site by a link that he was given. What
 * browsers read as another host ('//host', '/\host', with tabs in between) is refused by parsing it as they do.
 */
export function ownPath(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith('/') || !URL.canParse(value, anywhere)) return null
  const { origin, pathname, search, hash } = new URL(value, anywhere)
  if (origin !== anywhere || pathname === '/auth') return null
  // '/.//host' parses to the path '//host', which would be another host when used as an address.
  return pathname.startsWith('//') ? null : pathname + search + hash
}
