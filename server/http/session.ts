import type { Profile } from '../../shared/contract/accounts.ts'

export interface SignedIn {
  readonly profile: Profile
  readonly sessionId: string
  readonly expiresAt: Date
  /** Membership active or trialing. */
  readonly subscribed: boolean
}

export interface SessionGuard {
  readonly userId: string
  isLive(): Promise<boolean>
}

/** How requests are told apart by their session; the feature accounts implements it. */
export interface SessionReader {
  /** Who is signed in; counts as use of the session. */
  signedIn(headers: Headers): Promise<SignedIn | null>
  /** Whose session these headers carry, and a later check whether it is still valid; neither counts as use. Null for visitors. */
  sessionGuard(headers: Headers): Promise<SessionGuard | null>
}
