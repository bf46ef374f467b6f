import type { Profile } from '../../shared/contract/accounts/accounts.ts'
import type { Role } from '../../shared/contract/fields.ts'

export interface SignedIn {
  /** In a call its role is 'user' while the second factor that the account's role needs is due (`serve`). */
  readonly profile: Profile
  /** The role that the account has, whether or not it may act in it. */
  readonly accountRole: Role
  readonly sessionId: string
  readonly expiresAt: Date
  /** Membership active or trialing. */
  readonly subscribed: boolean
  /** `due`: the role needs a second factor, and none is set up. */
  readonly secondFactor: 'on' | 'off' | 'due'
  /** When the person last signed in, or proved again who they are. */
  readonly provedAt: Date
}

export interface SessionGuard {
  readonly profile: Profile
  readonly secondFactor: SignedIn['secondFactor']
  /** Whether the session is still valid, and its person has the same role and the second factor that it needs. */
  isUnchanged(): Promise<boolean>
}

/** Finds the session of a request; implemented by the feature accounts. */
export interface SessionReader {
  /** Who is signed in; counts as use of the session. */
  signedIn(headers: Headers): Promise<SignedIn | null>
  /** The session in these headers, and a check whether it is still valid; neither counts as use. Null for visitors. */
  sessionGuard(headers: Headers): Promise<SessionGuard | null>
}
