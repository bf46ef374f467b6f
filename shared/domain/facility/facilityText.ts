/** The facility in words, also while its owner has not entered everything (decision record 076). */

import type { Facility } from '../../contract/facility/facility.ts'

/** What the software calls a facility without a name. */
export const shownName = (name: string): string => name || 'Dugout'

/** '4120 Fannin Street, Beaumont, TX 77701', without what is not entered. */
export const addressLine = (
  facility: Pick<Facility, 'street_address' | 'city' | 'state' | 'postal_code'>,
): string =>
  [facility.street_address, facility.city, `${facility.state} ${facility.postal_code}`.trim()]
    .filter(Boolean)
    .join(', ')
