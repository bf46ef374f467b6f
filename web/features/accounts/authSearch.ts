import { ownPath } from './ownPath.ts'

/** What /auth reads from its address (spec 1 §2.1). */
export interface AuthSearch {
  mode?: 'login' | 'signup' | 'reset-password'
  /** Where to go after signing in: a path of this site. */
  redirect?: string
  /** The confirmation link worked. */
  confirmed?: true
  /** Why the confirmation link did not. */
  error?: 'confirmation_link_expired' | 'confirmation_link_invalid'
}

const modes = ['login', 'signup', 'reset-password'] as const
const linkErrors = ['confirmation_link_expired', 'confirmation_link_invalid'] as const

/** Keeps what is understood; anything else in the address is ignored. */
export function readAuthSearch(search: Record<string, unknown>): AuthSearch {
  const mode = modes.find((known) => known === search.mode)
  const error = linkErrors.find((known) => known === search.error)
  const redirect = ownPath(search.redirect)
  return {
    ...(mode ? { mode } : {}),
    ...(redirect ? { redirect } : {}),
    ...(search.confirmed === true ? { confirmed: true } : {}),
    ...(error ? { error } : {}),
  }
}
