import { LRUCache } from 'lru-cache'
import type { Facility } from '../../shared/contract/facility.ts'
import { lessonsWith } from '../../shared/domain/pageTitles.ts'
import type { Db } from '../db/database.ts'
import { findCoach } from '../features/coaches/queries.ts'
import type { PageText } from './pageTexts.ts'

const TTL_MILLISECONDS = 5 * 60_000
const coachPath = /^\/book-coach\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/

/** Says what a coach's page is about; undefined for other paths, null when no such coach gives lessons. */
export type CoachPages = (path: string, facility: Facility) => Promise<PageText | null | undefined>

/** Asks for each coach at most once in five minutes, also for those that do not exist. */
export function createCoachPages(db: Db): CoachPages {
  const known = new LRUCache<string, { name: string; specialties: string[] } | 'nobody'>({
    max: 500,
    ttl: TTL_MILLISECONDS,
  })
  return async (path, facility) => {
    const id = coachPath.exec(path)?.[1]
    if (id === undefined) return undefined
    const coach = known.get(id) ?? (await findCoach(db, id)) ?? 'nobody'
    if (!known.has(id)) known.set(id, coach)
    if (coach === 'nobody') return null
    const about = coach.specialties.length > 0 ? `: ${coach.specialties.join(', ')}` : ''
    return {
      title: lessonsWith(coach.name),
      description: `Book a private lesson with ${coach.name} at ${facility.name} in ${facility.city}, ${facility.state}${about}.`,
      canonicalPath: `/book-coach/${id}`,
    }
  }
}
