/** Which passwords are refused, and why (decision 22). The list of common ones is passed in: only the server has it. */

export const passwordMinimum = 6
/** For coaches and admins, whatever the setting says. */
export const staffPasswordMinimum = 10
export const passwordMaximum = 128

/** This many digits or signs around a common word or a name do not make it a good password: 'Smith-2026!'. */
const decorationLimit = 8

export interface PasswordRules {
  /** In characters. */
  readonly minimum: number
  /** The person's and the facility's names, and the part of the e-mail address before the @. */
  readonly names: readonly string[]
  /** Lower case. */
  readonly common: ReadonlySet<string>
}

export interface PasswordRefusal {
  readonly code: 'password_too_short' | 'password_too_long' | 'password_common' | 'password_from_name'
  readonly message: string
}

/** Why a password is refused, or null when it is good. Characters are counted as a person counts them, of any script. */
export function refusePassword(password: string, rules: PasswordRules): PasswordRefusal | null {
  const length = [...password].length
  if (length < rules.minimum) {
    return {
      code: 'password_too_short',
      message: `Password must be at least ${rules.minimum} characters long.`,
    }
  }
  if (length > passwordMaximum) {
    return {
      code: 'password_too_long',
      message: `Password must be at most ${passwordMaximum} characters long.`,
    }
  }
  if (isCommon(password, rules.common)) {
    return { code: 'password_common', message: 'This password is too common. Please choose another one.' }
  }
  if (isMadeOfNames(password, rules.names)) {
    return {
      code: 'password_from_name',
      message: 'Password must not be made of your name or the name of the facility.',
    }
  }
  return null
}

function isCommon(password: string, common: ReadonlySet<string>): boolean {
  const folded = fold(password)
  if (common.has(folded) || /^(.)\1*$/u.test(folded)) return true
  const word = folded.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return folded.length - word.length <= decorationLimit && common.has(word)
}

/** Nothing but whole names, initials, and a few digits or signs: 'jsmith1990', 'Dugout-Cages!'. */
function isMadeOfNames(password: string, names: readonly string[]): boolean {
  const folded = fold(password)
  const letters = lettersOf(folded)
  if (letters === '' || folded.length - letters.length > decorationLimit) return false
  const words = names.flatMap((name) => fold(name).split(/[^\p{L}]+/u)).filter((word) => word !== '')
  const whole = words.filter((word) => word.length > 1)
  const initials = words.map((word) => word.slice(0, 1))
  return whole.some((word) => letters.includes(word)) && isSequenceOf(letters, [...whole, ...initials])
}

function isSequenceOf(text: string, parts: readonly string[]): boolean {
  const reachable = new Set([0])
  for (let at = 0; at < text.length; at += 1) {
    if (!reachable.has(at)) continue
    for (const part of parts) if (text.startsWith(part, at)) reachable.add(at + part.length)
  }
  return reachable.has(text.length)
}

/** Case and accents make no difference: 'José' is 'jose'. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}]/gu, '')
}
