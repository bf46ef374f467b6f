import { maskedPhone } from '../../../shared/domain/people/maskedPhone.ts'
import type { Db } from '../../db/database.ts'

/**
 * Whose booking, lesson or registration it is, as messages speak to them: an account, or a guest of whom the desk or a
 * form wrote down how to reach them.
 */
export interface BookedPerson {
  /** Null for guests, and once the account is deleted. */
  readonly userId: string | null
  readonly name: string
  /** Null: someone without an address, who gets no mail. */
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

/** The account of this id as a person to book for; null when there is none, or it is an admin's that is left out. */
export async function findPerson(
  db: Db,
  id: string,
  { admins = true }: { admins?: boolean } = {},
): Promise<AccountPerson | null> {
  const profile = await db
    .selectFrom('profiles')
    .select(['id', 'full_name', 'email', 'phone_number'])
    .where('id', '=', id)
    .$if(!admins, (query) => query.where('role', '<>', 'admin'))
    .executeTakeFirst()
  return profile ? personOf(profile) : null
}

/** A family's phones are few; more people of one number than a screen has room for are not listed. */
const MOST_OF_ONE_PHONE = 8

/**
 * People with this phone number by name, admins excluded: as much of them as tells them apart (decision 32).
 *
 * @param phone as `readPhone` writes it.
 */
export async function findPeopleByPhone(db: Db, phone: string) {
  const people = await db
    .selectFrom('profiles')
    .select(['id', 'full_name'])
    .where('phone_number', '=', phone)
    .where('role', '<>', 'admin')
    .orderBy('full_name')
    .orderBy('id')
    .limit(MOST_OF_ONE_PHONE)
    .execute()
  return people.map((person) => ({ ...person, phone_number: maskedPhone(phone) }))
}
