import type { Coach } from '../../../shared/contract/coaches.ts'

/** What a coach teaches, in one line (spec 1 §2.5). */
export function specialtiesOf({ specialties }: Pick<Coach, 'specialties'>): string {
  return specialties.length > 0 ? specialties.join(', ') : 'Not specified'
}
