import type { Role } from '../../../shared/contract/accounts.ts'
import { type PasswordRefusal, refuseLength, staffPasswordMinimum } from '../../../shared/domain/password.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { refuseGuessable } from './passwordStrength.ts'

export interface PasswordOwner {
  readonly full_name: string
  readonly email: string
  readonly role: Role
  readonly phone_number?: string | null
}

/** Why this password is not allowed for this person, or null (decision 22). */
export async function refusePasswordFor(
  db: Db,
  config: Config,
  owner: PasswordOwner,
  password: string,
): Promise<PasswordRefusal | null> {
  const minimum =
    owner.role === 'user' ? config.passwordMin : Math.max(config.passwordMin, staffPasswordMinimum)
  const refused = refuseLength(password, minimum)
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
