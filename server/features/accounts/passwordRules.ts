import type { Role } from '../../../shared/contract/accounts.ts'
import { commonPasswords } from '../../../shared/domain/commonPasswords.ts'
import {
  type PasswordRefusal,
  refusePassword,
  staffPasswordMinimum,
} from '../../../shared/domain/password.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'

export interface PasswordOwner {
  readonly full_name: string
  readonly email: string
  readonly role: Role
}

/** Why this person may not have this password, or null (decision 22). */
export async function refusePasswordFor(
  db: Db,
  config: Config,
  owner: PasswordOwner,
  password: string,
): Promise<PasswordRefusal | null> {
  const facility = await db.selectFrom('facility').select('name').executeTakeFirst()
  const [mailbox = ''] = owner.email.split('@')
  return refusePassword(password, {
    minimum: owner.role === 'user' ? config.passwordMin : Math.max(config.passwordMin, staffPasswordMinimum),
    names: [owner.full_name, mailbox, facility?.name ?? ''],
    common: commonPasswords,
  })
}
