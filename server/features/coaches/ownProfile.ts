import type { Profile } from '../../../shared/contract/accounts/accounts.ts'
import type { CoachProfileChange, OwnCoachProfile } from '../../../shared/contract/lessons/coachProfile.ts'
import { centsFromDollars, decimalFromCents, dollarsFromDecimal } from '../../../shared/domain/money/money.ts'
import type { Db, Tx } from '../../db/database.ts'
import { phoneOf } from '../../phoneNumber.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { avatarUrl } from './queries.ts'

/** Dollars per hour until the coach says otherwise (spec 3 §3). */
const DEFAULT_RATE = '50.00'

/** A coach's own profile; before the first save what the account knows. */
export async function readOwnProfile(
  db: Db,
  { id, full_name, email, phone_number }: Pick<Profile, 'id' | 'full_name' | 'email' | 'phone_number'>,
): Promise<OwnCoachProfile> {
  const row = await db
    .selectFrom('coaches')
    .select(['id', 'name', 'phone_number', 'bio', 'specialties', 'hourly_rate', 'profile_image_url'])
    .where('user_id', '=', id)
    .executeTakeFirst()
  const fresh = {
    id: null,
    name: full_name ?? '',
    phone_number,
    bio: null,
    specialties: [],
    hourly_rate: DEFAULT_RATE,
    profile_image_url: null,
  }
  const shown = row ?? fresh
  return {
    ...shown,
    email: email ?? '',
    hourly_rate: dollarsFromDecimal(shown.hourly_rate),
    profile_image_url: avatarUrl(shown.profile_image_url),
  }
}

/**
 * Saves a coach's own profile. The first save makes the coach and links it to the account (spec 3 §4). It gives nobody the
 * role, which an admin grants (decision 4); the role is read again here, under the account's lock.
 */
export async function saveOwnProfile(
  tx: Tx,
  user: Pick<Profile, 'id' | 'full_name' | 'email' | 'phone_number'>,
  change: CoachProfileChange,
): Promise<OwnCoachProfile | Refusal> {
  const account = await tx
    .selectFrom('profiles')
    .select(['role', 'coach_id'])
    .where('id', '=', user.id)
    .forUpdate()
    .executeTakeFirst()
  if (account?.role !== 'coach') return refuse('coach_role_refused')
  const before = await readOwnProfile(tx, user)
  const phone_number = phoneFor(change.phone_number, before)
  if (phone_number instanceof Refusal) return phone_number
  const values = {
    ...change,
    phone_number,
    hourly_rate: decimalFromCents(centsFromDollars(change.hourly_rate)),
  }
  const { id } = await tx
    .insertInto('coaches')
    .values({ ...values, user_id: user.id, email: user.email })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow()
  if (account.coach_id !== id) {
    await tx.updateTable('profiles').set({ coach_id: id }).where('id', '=', user.id).execute()
  }
  return readOwnProfile(tx, user)
}

/** A number that was stored before numbers were checked may stay. */
function phoneFor(typed: string | null, before: OwnCoachProfile): string | null | Refusal {
  if (!typed) return null
  return before.id !== null && typed === before.phone_number ? typed : phoneOf(typed, ['phone_number'])
}
