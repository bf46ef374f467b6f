import type { Profile } from '../../../shared/contract/accounts/accounts.ts'
import type { Db } from '../../db/database.ts'
import { type Refusal, refuse } from '../../refusal.ts'

/** The id of the coach that an account is; refused until the profile was saved for the first time (spec 3 §2). */
export async function ownCoachId(db: Db, { id }: Pick<Profile, 'id'>): Promise<string | Refusal> {
  const coach = await db.selectFrom('coaches').select('id').where('user_id', '=', id).executeTakeFirst()
  return coach?.id ?? refuse('coach_setup_required')
}
