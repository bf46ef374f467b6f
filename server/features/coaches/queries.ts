import type { Coach, CoachProfile } from '../../../shared/contract/lessons/coaches.ts'
import { dollarsFromDecimal } from '../../../shared/domain/money/money.ts'
import type { Db } from '../../db/database.ts'
import { storedFileUrl } from '../../integrations/storage/storedFile.ts'

/** Where a coach's picture can be loaded from; null when there is none. */
export const avatarUrl = (stored: string | null): string | null => storedFileUrl('coach-avatars', stored)

const COLUMNS = ['id', 'name', 'bio', 'specialties', 'hourly_rate', 'profile_image_url'] as const

/**
 * The coaches that people may choose from, ordered by name (spec 1 §6): the active ones whose linked profile has
 * the role coach, and those whom an admin has entered without an account; others without a linked user only while no coach has
 * one; and all active ones when the roles cannot be read.
 *
 * @param warn hears why the roles could not be read.
 */
export async function listCoaches(db: Db, warn: (reason: unknown) => void): Promise<Coach[]> {
  const active = await db
    .selectFrom('coaches')
    .select([...COLUMNS, 'user_id', 'without_account'])
    .where('is_active', '=', true)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return (await withRole(db, active, warn)).map(coachOf)
}

async function withRole<Row extends { user_id: string | null; without_account: boolean }>(
  db: Db,
  active: Row[],
  warn: (reason: unknown) => void,
): Promise<Row[]> {
  const linked = active.flatMap(({ user_id }) => user_id ?? [])
  if (linked.length === 0) return active
  try {
    const coaches = await db
      .selectFrom('profiles')
      .select('id')
      .where('id', 'in', linked)
      .where('role', '=', 'coach')
      .execute()
    const ids = new Set(coaches.map(({ id }) => id))
    return active.filter(({ user_id, without_account }) =>
      user_id === null ? without_account : ids.has(user_id),
    )
  } catch (error) {
    warn(error)
    return active
  }
}

/** One active coach; null when there is none with this id. */
export async function findCoach(db: Db, id: string): Promise<CoachProfile | null> {
  const row = await db
    .selectFrom('coaches')
    .select([...COLUMNS, 'phone_number'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return row ? { ...coachOf(row), phone_number: row.phone_number } : null
}

const coachOf = (row: {
  id: string
  name: string
  bio: string | null
  specialties: string[]
  hourly_rate: string
  profile_image_url: string | null
}): Coach => ({
  id: row.id,
  name: row.name,
  bio: row.bio,
  specialties: row.specialties,
  hourly_rate: dollarsFromDecimal(row.hourly_rate),
  profile_image_url: avatarUrl(row.profile_image_url),
})
