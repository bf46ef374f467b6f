/** Directions and invisible characters, which make text look otherwise than it is; not the joiners that scripts need. */
const invisible = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/gu
const hidden = new RegExp(String.raw`${invisible.source}|\p{Cc}|\p{Cs}|[\u2028\u2029]`, 'u')

/** The text without what cannot be seen in it: addresses and phone numbers that are copied bring such characters along. */
export const withoutInvisible = (text: string): string => text.replace(invisible, '').trim()

/** A dot with no space after it and two letters, of any script, as in `bit.ly`: `J.R. Smith` and `St. John` have none. */
const address = /\/\/|[@\uFF20]|[\p{L}\p{N}][.\u3002\uFF0E\uFF61]\p{L}[\p{L}\p{N}-]/u

/**
 * Why a text cannot be the name of a person; null where it can. Names are mailed to addresses that a stranger may have typed, so
 * they carry no address of the web or of mail, and nothing that reorders or hides text.
 */
export function nameProblem(name: string): string | null {
  if (hidden.test(name.trim())) return 'Type the name again: it has hidden characters.'
  if (!address.test(name)) return null
  return 'Enter a name without web or email addresses. Put a space after a period, like St. John.'
}
