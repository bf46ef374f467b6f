import { queryKeys } from './queryKeys.ts'

/**
 * What is loaded again after a change to what is the signed-in person's: bookings, payments, membership, family, and what is
 * kept of its people. Apart from `touches`, so that the site does not load the names of all that staff change.
 */
export const accountTouches = [queryKeys.me, ['participants']] as const
