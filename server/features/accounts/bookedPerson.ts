import type { Db } from '../../db/database.ts'

/**
 * Whose booking, lesson or registration it is, as messages speak to them: an account, or a guest of whom the desk or a
 * form wrote down how to reach them.
 */
export interface BookedPerson {
  /** Null for guests, and once the account is deleted. */
  readonly userId: string | null
  readonly name: string
  /** Null: somebody without an address, who gets no mail. */
  readonly email: string | null
  readonly phone: string | null
}

/** A person with an account. */
export type AccountPerson = BookedPerson & { readonly userId: string }

/** The name of a person whose account is deleted (decision 28). */
export const DELETED_USER = 'Deleted user'

/** A person as the columns of a row have them, by the account or as a guest. */
export const bookedPerson = (row: {
  readonly user_id: string | null
  readonly person_name: string | null
  readonly person_email: string | null
  readonly person_phone: string | null
}): BookedPerson => ({
  userId: row.user_id,
  name: row.person_name ?? DELETED_USER,
  email: row.person_email,
  phone: row.person_phone,
})

/** A signed-in person as the one whose bookings they change, guests' with the same e-mail included. */
export const personOf = (profile: {
  readonly id: string
  readonly full_name: string
  readonly email: string | null
  readonly phone_number: string | null
}): AccountPerson => ({
  userId: profile.id,
  name: profile.full_name,
  email: profile.email,
  phone: profile.phone_number,
})

/** The account of this id as a person to book for; null when there is none. */
export async function findPerson(db: Db, id: string): Promise<AccountPerson | null> {
  const profile = await db
    .selectFrom('profiles')
    .select(['id', 'full_name', 'email', 'phone_number'])
    .where('id', '=', id)
    .executeTakeFirst()
  return profile ? personOf(profile) : null
}
