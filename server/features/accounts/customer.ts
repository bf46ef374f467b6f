import type { Profile } from '../../../shared/contract/accounts/accounts.ts'

/** The customer whose rows are read: always the caller, never a person named in a request. */
export type Customer = Pick<Profile, 'id'>
