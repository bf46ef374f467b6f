import type { Profile } from '../../../shared/contract/accounts.ts'

/**
 * Whose rows are read: the caller of a session, never someone named in a request. Nobody signs in before the address
 * is confirmed (decision 23), so what a guest left with this e-mail is theirs too.
 */
export type Customer = Pick<Profile, 'id' | 'email'>
