import type { Role } from '../../../../shared/contract/fields.ts'
import {
  type PasswordRefusal,
  refuseLength,
  staffPasswordMinimum,
} from '../../../../shared/domain/people/password.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import { refuseGuessable } from './passwordStrength.ts'

export interface PasswordOwner {
  readonly full_name: string
  readonly email: string
  readonly role: Role
  readonly phone_number?: string | null
}

/** The fewest characters of a password: more for every staff role than for customers (decision 22). */
export const passwordMinimumFor = (role: Role, { passwordMin }: Pick<Config, 'passwordMin'>): number =>
  role === 'user' ? passwordMin : Math.max(passwordMin, staffPasswordMinimum)

/** Why this password is not allowed for this person, or null (decision 22). */
export async function refusePasswordFor(
  db: Db,
  config: Config,
  owner: PasswordOwner,
  password: string,
): Promise<PasswordRefusal | null> {
  const refused = refuseLength(password, passwordMinimumFor(owner.role, config))
  if (refused) return refused
  const facility = await db.selectFrom('facility').select(['name', 'city']).executeTakeFirst()
  const [mailbox = ''] = owner.email.split('@')
  const phone = owner.phone_number?.replace(/\D/g, '') ?? ''
  return refuseGuessable(password, [
    owner.full_name,
    mailbox,
    owner.phone_number ?? '',
    phone,
    phone.slice(-7),
    facility?.name ?? '',
    facility?.city ?? '',
  ])
}
