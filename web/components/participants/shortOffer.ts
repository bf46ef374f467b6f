import type { RegistrationOutcome } from '../RegistrationOutcome.tsx'
import { namesOf, type Person } from './people.ts'

/** Only `left` of those who were chosen fit; `go` registers these. */
export interface ShortOffer {
  readonly kind: 'short'
  readonly left: number
  readonly people: readonly Person[]
  readonly go: (first: readonly Person[]) => void
}

const counts = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven']

/** 'the first two', in words as far as a request goes. */
export const firstFew = (count: number): string => `the first ${counts[count] ?? count}`

/** 'Only 1 spot is left, and you chose 3 people.' */
export const shortSentence = (left: number, asked: number): string =>
  `Only ${left === 1 ? '1 spot is' : `${left} spots are`} left, and you chose ${asked} people.`

/** Offers to go on with those who still fit, e.g. 'Register the first two: Leo and Mia'. */
export function shortOutcome(
  { left, people, go }: ShortOffer,
  say: { readonly nothing: string; readonly verb: string },
): RegistrationOutcome {
  const first = people.slice(0, left)
  return {
    title: 'Not Enough Spots',
    text: `${shortSentence(left, people.length)} ${say.nothing}`,
    failed: true,
    act: { label: `${say.verb} ${firstFew(left)}: ${namesOf(first)}`, onPress: () => go(first) },
    close: 'Cancel',
  }
}
