import { lessonsWith } from '../../../shared/domain/pageTitles.ts'
import type { Db } from '../../db/database.ts'
import { type NamedPages, namedPages } from '../../http/namedPages.ts'
import { findCoach } from './queries.ts'

/** What the page of each coach who gives lessons is about. */
export const createCoachPages = (db: Db): NamedPages =>
  namedPages({
    prefix: '/book-coach/',
    find: (id) => findCoach(db, id),
    text: ({ id, name, specialties }, facility) => {
      const about = specialties.length > 0 ? `: ${specialties.join(', ')}` : ''
      return {
        title: lessonsWith(name),
        description: `Book a private lesson with ${name} at ${facility.name} in ${facility.city}, ${facility.state}${about}.`,
        canonicalPath: `/book-coach/${id}`,
      }
    },
  })
