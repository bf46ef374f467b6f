import { ownPath } from './ownPath.ts'

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
