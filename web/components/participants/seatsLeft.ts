import type { SeatsShort } from '../../../shared/contract/programs/registrations.ts'
import { isRefusal } from '../../api/apiError.ts'

/** How many of those who were chosen still fit; null where it is nobody, or something else was refused. */
export function seatsLeft(error: unknown): number | null {
  if (!isRefusal(error, 'camp_full') && !isRefusal(error, 'class_session_full')) return null
  const { spots_left = 0, asked = 0 } = (error.details ?? {}) as Partial<SeatsShort>
  return spots_left > 0 && spots_left < asked ? spots_left : null
}

const counts = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven']

/** 'the first two', in words as far as a request goes. */
export const firstFew = (count: number): string => `the first ${counts[count] ?? count}`

/** 'Only 1 spot is left, and you chose 3 people.' */
export const shortSentence = (left: number, asked: number): string =>
  `Only ${left === 1 ? '1 spot is' : `${left} spots are`} left, and you chose ${asked} people.`
