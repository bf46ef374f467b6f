import type { Generated } from 'kysely'
import type { Role } from '../../../shared/contract/fields.ts'
import type { DefaultInstant, Id, Instant, NullableInstant } from './columns.ts'

/** The account library's user table. */
export interface ProfilesTable {
  id: Id
  full_name: string
  /** Lower case; null for a person who cannot sign in. */
  email: string | null
  email_verified: Generated<boolean>
  image: string | null
  phone_number: string | null
  role: Generated<Role>
  /** Set only to a coach whose `user_id` is this profile. */
  coach_id: string | null
  marketing_opt_in: Generated<boolean>
  /** Entered by staff, so not deleted for staying unconfirmed. */
  added_by_staff: Generated<boolean>
  two_factor_enabled: Generated<boolean>
  /** The account that has taken over all that was this one's; an empty record without an address, for a day. */
  merged_into: string | null
  terms_accepted_at: NullableInstant
  stripe_customer_id: string | null
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

export interface AuthSessionsTable {
  id: Id
  expires_at: Instant
  token: string
  created_at: DefaultInstant
  updated_at: DefaultInstant
  ip_address: string | null
  user_agent: string | null
  user_id: string
  /** To within five minutes. */
  last_used_at: DefaultInstant
  /** The last time that the person signed in or proved again who they are. */
  proved_at: DefaultInstant
  /** The token before the last proof, which still names the session for a minute. */
  previous_token: string | null
  renewed_at: Date | null
}

/** An account's second factor; in use once it is verified. */
export interface AuthTwoFactorsTable {
  id: Id
  user_id: string
  /** Encrypted. */
  secret: string
  /** Encrypted. */
  backup_codes: string
  verified: Generated<boolean>
  failed_verification_count: Generated<number>
  locked_until: NullableInstant
  created_at: DefaultInstant
}

/** One-time codes that have been accepted. */
export interface AuthUsedCodesTable {
  user_id: string
  digest: string
  used_at: Instant
}

/** The data of a sign-up until its link is followed. Several rows may have the same e-mail. */
export interface PendingSignUpsTable {
  id: Id
  /** Lower case. */
  email: string
  full_name: string
  phone_number: string | null
  /** Null once the account has it. */
  password_hash: string | null
  terms_accepted_at: NullableInstant
  return_to: string | null
  token_hash: string
  expires_at: Instant
  confirmed_at: NullableInstant
  created_at: DefaultInstant
}

/** A change of address, pending or completed; one per account. */
export interface SetupCodesTable {
  code_hash: string
  expires_at: Instant
  created_at: DefaultInstant
}

export interface EmailChangesTable {
  user_id: string
  /** Lower case. */
  new_email: string
  old_token_hash: string
  new_token_hash: string
  /** When the link to the present address was followed. */
  approved_at: NullableInstant
  /** When the link to the new address was followed. */
  confirmed_at: NullableInstant
  completed_at: NullableInstant
  /** The session that requested it; no foreign key, because it may end before. */
  session_id: string | null
  expires_at: Instant
  created_at: DefaultInstant
}

/** A private calendar address of an account, of own bookings or of lessons given, as the hash of its secret. */
export interface CalendarFeedsTable {
  user_id: string
  token_hash: string
  created_at: DefaultInstant
}

export interface AuthAccountsTable {
  id: Id
  account_id: string
  provider_id: string
  user_id: string
  access_token: string | null
  refresh_token: string | null
  id_token: string | null
  access_token_expires_at: NullableInstant
  refresh_token_expires_at: NullableInstant
  scope: string | null
  /** A hash. */
  password: string | null
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

export interface AuthVerificationsTable {
  id: Id
  identifier: string
  value: string
  expires_at: Instant
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

export interface AuthRateLimitsTable {
  id: Id
  key: string
  count: number
  /** Milliseconds since 1970, a bigint read as text. */
  last_request: string
}
