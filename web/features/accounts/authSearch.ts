/** What /auth reads from its address (spec 1 §2.1). */
export interface AuthSearch {
  mode?: 'login' | 'signup' | 'reset-password' | undefined
  /** Where to go after signing in: a path of this site. */
  redirect?: string | undefined
  /** A confirmation link of an older e-mail led here. */
  error?: 'confirmation_link_invalid' | undefined
}

const modes = ['login', 'signup', 'reset-password'] as const

/**
 * Keeps valid parameters. The router merges the result into the address's parameters, so invalid ones have to be set to
 * undefined: otherwise a `redirect` to another site would stay.
 */
export function readAuthSearch(search: Record<string, unknown>): AuthSearch {
  return {
    mode: modes.find((known) => known === search.mode),
    redirect: ownPath(search.redirect) ?? undefined,
    error: search.error === 'confirmation_link_invalid' ? search.error : undefined,
  }
}

const anywhere = 'https://own.invalid'

/**
 * A path of this site, or null: a link must not send the person who signs in to another site. The value is parsed as
 * browsers do, which refuses what they read as another host ('//host', '/\host', with tabs in between).
 */
export function ownPath(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith('/') || !URL.canParse(value, anywhere)) return null
  const { origin, pathname, search, hash } = new URL(value, anywhere)
  if (origin !== anywhere || pathname === '/auth') return null
  // '/.//host' parses to the path '//host', which would be another host when used as an address.
  return pathname.startsWith('//') ? null : pathname + search + hash
}
