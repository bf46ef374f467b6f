import type { SeatsShort } from '../../../shared/contract/programs/registrations.ts'
import { isRefusal } from '../../api/apiError.ts'

/** How many of those who were chosen still fit; null where it is nobody, or something else was refused. */
export function seatsLeft(error: unknown): number | null {
  if (!isRefusal(error, 'camp_full') && !isRefusal(error, 'class_session_full')) return null
  const { spots_left = 0, asked = 0 } = (error.details ?? {}) as Partial<SeatsShort>
  return spots_left > 0 && spots_left < asked ? spots_left : null
}

/** Said while people are chosen: 'Only 1 spot left. Choose one child.' */
export function tooMany(left: number, forChildren: boolean): string {
  if (left === 0) return 'No spots left.'
  if (left > 1) return `Only ${left} spots left. Choose ${left} ${forChildren ? 'children' : 'people'}.`
  return `Only 1 spot left. Choose one ${forChildren ? 'child' : 'person'}.`
}
