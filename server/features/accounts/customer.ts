import type { Profile } from '../../../shared/contract/accounts.ts'

/**
 * The customer whose rows are read: always the caller, never a person named in a request. Signing in requires a confirmed
 * address (decision 23), so guest bookings with this e-mail are included.
 */
export type Customer = Pick<Profile, 'id' | 'email'>
