/** The limits on a password's length, counted in the same way everywhere (decision 22). */

export const passwordMinimum = 6
/** For coaches and admins, whatever the setting says. */
export const staffPasswordMinimum = 10
export const passwordMaximum = 128

/** The maximum length of a password field; only bounds the cost of hashing. */
export const passwordFieldMaximum = 512

export interface PasswordRefusal {
  readonly code:
    | 'password_too_short'
    | 'password_too_long'
    | 'password_common'
    | 'password_from_name'
    | 'password_guessable'
  readonly message: string
}

/**
 * Length in code points of the composed form (NFC): a character counts once, whatever its script and however the
 * keyboard typed its accents (NIST SP 800-63B §3.1.1.2). JavaScript's own length counts most emoji twice.
 */
export const passwordLength = (password: string): number => [...password.normalize('NFC')].length

/** @param minimum in characters. */
export function refuseLength(password: string, minimum: number): PasswordRefusal | null {
  const length = passwordLength(password)
  if (length < minimum) {
    return { code: 'password_too_short', message: `Password must be at least ${minimum} characters long.` }
  }
  if (length > passwordMaximum) {
    return {
      code: 'password_too_long',
      message: `Password must be at most ${passwordMaximum} characters long.`,
    }
  }
  return null
}
