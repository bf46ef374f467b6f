import type { NotNull } from 'kysely'
import type { ProfileChange } from '../../../../shared/contract/accountProfile.ts'
import type { Profile } from '../../../../shared/contract/accounts.ts'
import type { Tx } from '../../../db/database.ts'

/** Changes what a customer may change of the own profile (spec 2 §5); what is not named stays. */
export function updateProfile(
  tx: Tx,
  id: string,
  { full_name, phone_number }: ProfileChange,
): Promise<Profile> {
  return tx
    .updateTable('profiles')
    .set({
      ...(full_name === undefined ? {} : { full_name }),
      ...(phone_number === undefined ? {} : { phone_number }),
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .returning(['id', 'full_name', 'email', 'phone_number', 'role', 'coach_id'])
    .$narrowType<{ email: NotNull }>()
    .executeTakeFirstOrThrow()
}
